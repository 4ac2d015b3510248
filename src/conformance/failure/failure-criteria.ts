import type { Contract } from '../../contract/contract.ts'
import type { Criterion } from '../../scenario/arazzo.ts'
import type { Code, ExpectedStatus } from '../finding/facts.ts'
import type { Finding } from '../finding/finding.ts'
import type { Sequence } from '../sequence/sequence.ts'
import { type Failed, type Look, REFUSED } from './criteria/failed.ts'
import { wrongCount, wrongField } from './criteria/field.ts'
import { wrongList } from './criteria/list.ts'
import { leftClosedState, withoutField } from './criteria/machine.ts'
import { door, paged, statusPage } from './criteria/outside.ts'
import { shownSecret } from './criteria/secret.ts'
import { notJson, wrongShape } from './criteria/shape.ts'

/** What the last step of a saved failure must show. */
export interface Criteria {
  readonly criteria: readonly Criterion[]
  /** Whether they tell an implementation that keeps the rule from one that breaks it. */
  readonly telling: boolean
}

/** What a correct implementation answers to the last step, as far as Arazzo has words for it. */
export function failureCriteria(
  contract: Contract,
  finding: Finding,
  sequence: Sequence,
  statusCondition: string,
): Criteria {
  const exchange = sequence.trace.at(-1)?.exchange
  const body = exchange?.answered ? exchange.received.json : undefined
  const success = { condition: statusCondition }
  const found = criteriaFor({ contract, finding, sequence, body, success })
  return { criteria: found ?? [success], telling: found !== undefined }
}

function criteriaFor<C extends Code>(failed: Failed<C>): Criterion[] | undefined {
  // A scenario cannot send requests at the same time.
  if (failed.finding.circumstance?.kind === 'together') return undefined
  return LOOKS[failed.finding.code]?.(failed)
}

const statusIs = ([one, ...others]: readonly ExpectedStatus[]): Criterion[] => [
  { condition: typeof one === 'number' && others.length === 0 ? `$statusCode == ${one}` : REFUSED },
]

/** How each kind of finding is put into criteria; undefined where that cannot be done. */
const LOOKS: { readonly [C in Code]?: Look<C> } = {
  accepted: ({ finding }) => statusIs(finding.expected),
  status: ({ finding }) => statusIs(finding.expected),
  refused: ({ success }) => [success],
  'server-error': () => [{ condition: '$statusCode < 500' }],
  'left-state': leftClosedState,
  'state-without': withoutField,
  shape: wrongShape,
  'not-json': notJson,
  secret: shownSecret,
  lacks: wrongList,
  holds: wrongList,
  twice: wrongList,
  cap: wrongList,
  order: wrongList,
  count: wrongCount,
  value: wrongField,
  missing: wrongField,
  unset: wrongField,
  happened: () => [{ condition: '$statusCode >= 400' }],
  door,
  'status-page': statusPage,
  paged,
  'raw-message': ({ success, finding: { part } }) =>
    part === 'content type'
      ? [success, { context: '$response.header.content-type', condition: '^message/rfc822', type: 'regex' }]
      : undefined,
}
