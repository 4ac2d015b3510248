import type { Operation } from '../../contract/operations.ts'
import type { AppliedRefusal } from '../../model/decide.ts'
import type { Received } from '../../target/exchange.ts'
import type { Finding } from '../finding/finding.ts'

/** Refusals that say what is in the way, after the colon of our own words (upgrade and resize rules, 2 and 3). */
const NAMING: ReadonlyMap<string, string> = new Map([
  ['clusters.node-skew', 'CLU-05'],
  ['clusters.no-headroom', 'CLU-06'],
])

/** A 409 by the node-skew or the headroom check names the nodes, or the component; in which words is open. */
export function checkNames(operation: Operation, received: Received, refusal: AppliedRefusal | undefined): Finding[] {
  const line = NAMING.get(refusal?.rule.id ?? '')
  if (!refusal || !line) return []
  const [, named = ''] = refusal.message.split(': ')
  const missing = named.split(', ').find((name) => !received.text.includes(name))
  if (missing === undefined) return []
  return [
    {
      severity: 'failure',
      check: 'named',
      operation: operation.id,
      rules: [line],
      subject: refusal.rule.id,
      message: `the refusal does not name ${missing}`,
      expected: `an error that names ${named}`,
      actual: received.text.slice(0, 300),
    },
  ]
}
