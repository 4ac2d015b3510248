import type { Contract } from '../../contract/contract.ts'
import type { Criterion } from '../../scenario/arazzo.ts'
import type { Finding } from '../finding/finding.ts'
import type { Sequence } from '../sequence/sequence.ts'
import { type Look, REFUSED } from './criteria/failed.ts'
import { wrongField } from './criteria/field.ts'
import { wrongList } from './criteria/list.ts'
import { leftClosedState, withoutField } from './criteria/machine.ts'
import { outsideLook } from './criteria/outside.ts'
import { shownSecret } from './criteria/secret.ts'
import { wrongShape } from './criteria/shape.ts'

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
  const found = LOOKS[finding.check]?.({ contract, finding, sequence, body, success })
  return { criteria: found ?? [success], telling: found !== undefined }
}

const status: Look = ({ finding }) => [
  { condition: /^\d{3}$/.test(finding.expected) ? `$statusCode == ${finding.expected}` : REFUSED },
]

/** How each check is put into a criterion; undefined where that cannot be done. */
const LOOKS: Readonly<Record<string, Look>> = {
  refusal: status,
  status,
  accepted: ({ success }) => [success],
  'server-error': () => [{ condition: '$statusCode < 500' }],
  machine: (failed) => leftClosedState(failed) ?? withoutField(failed),
  schema: wrongShape,
  secret: shownSecret,
  body: (failed) => wrongList(failed) ?? wrongField(failed),
  outside: outsideLook,
  'raw-message': ({ success, finding }) =>
    finding.subject === 'content type'
      ? [success, { context: '$response.header.content-type', condition: '^message/rfc822', type: 'regex' }]
      : undefined,
}
