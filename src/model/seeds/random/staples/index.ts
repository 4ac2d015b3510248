import type { Growing } from '../hand/growing.ts'
import { Hand, ORGS } from '../hand/hand.ts'
import { CLUSTER_STAPLES } from './clusters.ts'
import { MAIL_STAPLES } from './mail.ts'
import { ONCALL_STAPLES } from './oncall.ts'
import { REGISTRY_STAPLES } from './registry.ts'
import { TOKEN_STAPLES } from './tokens.ts'
import { UPTIME_STAPLES } from './uptime.ts'

const STAPLES = [
  ...ONCALL_STAPLES,
  ...REGISTRY_STAPLES,
  ...MAIL_STAPLES,
  ...CLUSTER_STAPLES,
  ...UPTIME_STAPLES,
  ...TOKEN_STAPLES,
]

/** The size from which a world has something in every state. */
const LARGE = 500

/** Plans what is in every large world; answers how many things these are. */
export function planStaples(growing: Growing, size: number): number {
  if (size < LARGE) return 0
  for (const org of ORGS) {
    const hand = new Hand(growing, org)
    for (const [agoMs, how] of STAPLES)
      growing.later(growing.endMs - agoMs + hand.dice.between(-9, 9) * 61_000, () => how(hand))
  }
  return ORGS.length * STAPLES.length
}
