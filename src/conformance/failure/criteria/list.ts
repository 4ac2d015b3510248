import type { Contract } from '../../../contract/contract.ts'
import { successSchema } from '../../../contract/operations.ts'
import { thingsIn } from '../../compare/things.ts'
import type { Sequence } from '../../sequence/sequence.ts'
import { identifierIn, type Look, test, tokenFor, tokenIn } from './failed.ts'

/** Something is in a list that should not be, or is not and should; or the order is wrong. */
export const wrongList: Look<'lacks' | 'holds' | 'twice' | 'cap' | 'order'> = (failed) => {
  const { contract, finding, sequence, success } = failed
  const { path: list, operation } = finding
  const field = identifierIn(contract, operation, list)
  if (!field) return undefined
  if (finding.code === 'cap') return [success, test(`count(@.${list}[*]) <= ${finding.expected}`)]
  if (finding.code === 'order') {
    const newest = newestShown(contract, operation, sequence)
    // Only where nothing newer can stand before it: the one that was made last.
    return newest === undefined ? undefined : [success, test(`@.${list}[0].${field} == {${newest}}`)]
  }
  const token = tokenFor(sequence, finding.id ?? '')
  const times = finding.code === 'holds' ? 0 : 1
  return token ? [success, test(`count(@.${list}[?@.${field} == {${token}}]) == ${times}`)] : undefined
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
