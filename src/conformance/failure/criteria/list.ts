import type { Contract } from '../../../contract/contract.ts'
import { successSchema } from '../../../contract/operations.ts'
import { thingsIn } from '../../compare/things.ts'
import type { Sequence } from '../../sequence/sequence.ts'
import { identifierIn, type Look, test, tokenFor, tokenIn } from './failed.ts'

/** Something is in a list that should not be, or is not and should; or the order is wrong. */
export const wrongList: Look = ({ contract, finding, sequence, success }) => {
  const [, list = ''] = /^(\w+) /.exec(finding.subject) ?? []
  const field = identifierIn(contract, finding.operation, list)
  if (!field) return undefined
  const [, id = ''] = /^\w+ (?:lacks|still holds|holds) the \w+ ([^\s,]+)/.exec(finding.message) ?? []
  const token = tokenFor(sequence, id)
  if (token)
    return [
      success,
      test(`count(@.${list}[?@.${field} == {${token}}]) == ${/^\w+ lacks/.test(finding.message) ? 1 : 0}`),
    ]
  if (/holds one thing twice$/.test(finding.message)) {
    const twice = tokenFor(sequence, finding.actual)
    return twice === undefined ? undefined : [success, test(`count(@.${list}[?@.${field} == {${twice}}]) == 1`)]
  }
  const [, cap] = /holds more than (\d+) items$/.exec(finding.message) ?? []
  if (cap) return [success, test(`count(@.${list}[*]) <= ${cap}`)]
  if (!/is not newest first$/.test(finding.message)) return undefined
  const newest = newestShown(contract, finding.operation, sequence)
  // Only where nothing newer can stand before it: the one that was made last.
  return newest === undefined ? undefined : [success, test(`@.${list}[0].${field} == {${newest}}`)]
}

/** The last thing that was made, of those in the last answer. */
function newestShown(contract: Contract, operation: string, sequence: Sequence): string | undefined {
  const last = sequence.trace.at(-1)?.exchange
  const ids = thingsIn(
    successSchema(contract.operation(operation)),
    last?.answered ? last.received.json : undefined,
  ).map(({ id }) => id)
  return sequence.trace
    .slice(0, -1)
    .flatMap((_, place) => ids.flatMap((id) => tokenIn(sequence, place, id) ?? []))
    .at(-1)
}
