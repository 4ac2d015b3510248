import { UNITS_MS } from '../../../values/lifetime.ts'
import { DAY, HOUR } from '../../kit/durations.ts'
import { stallCluster } from '../../kit/stuck.ts'
import { nodeComes } from '../follows/nodes.ts'
import type { Hand } from '../hand/hand.ts'
import { newName, type Staple } from './staple.ts'

const newCluster = (hand: Hand) =>
  hand.ask('createCluster', { body: { name: newName(hand, 'cluster', '-'), tier: 'small' } })?.name

const stall = (hand: Hand, name: string): void => hand.meddle((here) => stallCluster(here, hand.org, name))

/** Clusters in every phase that stay there, a node that is not ready, and registration tokens that no longer let anybody in. */
export const CLUSTER_STAPLES: readonly Staple[] = [
  [
    26 * DAY,
    (hand) => {
      const name = newCluster(hand)
      if (name !== undefined) hand.after(HOUR, () => inhabit(hand, name))
    },
  ],
  [
    6 * HOUR,
    (hand) => {
      const name = newCluster(hand)
      if (name !== undefined) stall(hand, name)
    },
  ],
  [
    11 * DAY,
    (hand) => {
      const name = newCluster(hand)
      if (name === undefined) return
      hand.after(11 * DAY - 3 * HOUR, () => {
        hand.ask('updateCluster', { parameters: { name }, body: { tier: 'medium' } })
        stall(hand, name)
      })
    },
  ],
  [
    18 * DAY,
    (hand) => {
      const name = newCluster(hand)
      if (name === undefined) return
      hand.after(17 * DAY, () => {
        hand.ask('deleteCluster', { parameters: { name } })
        stall(hand, name)
      })
    },
  ],
]

/** Two nodes, one of which is lost, and tokens: one in use, one expired, one switched off. */
function inhabit(hand: Hand, name: string): void {
  const parameters = { name }
  const token = (of: string, more = {}) =>
    hand.ask('createRegistrationToken', { parameters, body: { name: of, ...more } })
  const used = token('autoscaling group')
  const days = Math.max(1, Math.floor((2 * DAY) / UNITS_MS[hand.reader.gap('clusters.expires-in-unit')]))
  token('migration weekend', { expiresIn: days })
  const off = token('bare metal')
  for (const hours of [1, 5]) hand.after(hours * HOUR, () => nodeComes(hand, name, used?.token))
  if (off)
    hand.after(9 * DAY, () =>
      hand.ask('updateRegistrationToken', { parameters: { name, id: off.id }, body: { disabled: true } }),
    )
  hand.after(26 * DAY - 5 * HOUR, () => {
    const [node] = hand.reader.newest('Node', 'parent', hand.org, name)
    if (node) hand.happens('nodeLost', { cluster: name, node: node.name })
  })
}
