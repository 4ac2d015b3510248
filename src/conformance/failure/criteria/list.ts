import type { Contract } from '../../../contract/contract.ts'
import { successSchema } from '../../../contract/operations.ts'
import type { Criterion } from '../../../scenario/arazzo.ts'
import { thingsIn } from '../../compare/things.ts'
import type { Sequence } from '../../sequence/sequence.ts'
import { type Failed, identifierIn, type Look, showing, test, tokenFor, tokenIn } from './failed.ts'

/** Something is in a list that should not be, or is not and should; or the order is wrong. */
export const wrongList: Look<'lacks' | 'holds' | 'twice' | 'cap' | 'order'> = (failed) => {
  const { contract, finding, sequence, success } = failed
  const { path: list, operation } = finding
  const field = identifierIn(contract, operation, list)
  if (finding.code === 'order') return wrongOrder(failed, list, field)
  if (!field) return undefined
  if (finding.code === 'cap') return [success, test(`count(@.${list}[*]) <= ${finding.expected}`)]
  // What an outside event says it made is another thing on a target where nothing had to be made.
  const isMadeInVain = finding.code === 'holds' && finding.why === 'never-made'
  const id = knownAs(isMadeInVain ? withoutReports(sequence) : sequence, finding.id ?? '')
  const times = finding.code === 'holds' ? 0 : 1
  return showing(failed, id && `count(@.${list}[?@.${field} == ${id}]) == ${times}`)
}

/** The one that was made last stands first: nothing newer can stand before it. Else the times tell. */
function wrongOrder(failed: Failed, list: string, field: string | undefined): Criterion[] | undefined {
  const { contract, finding, sequence } = failed
  const newest = field && newestShown(contract, finding.operation, sequence)
  if (newest) return showing(failed, `@.${list}[0].${field} == {${newest}}`)
  const known = contract.operations.get(finding.operation)
  const notes = known && successSchema(known)?.properties?.[list]?.['x-understudy']
  const time = notes?.['newest-first'] ?? 'at'
  return showing(failed, `@.${list}[0].${time} >= @.${list}[-1].${time}`)
}

/** An identifier that an earlier answer gave, or that a step says itself: what is pushed is known by its digest. */
function knownAs(sequence: Sequence, id: string): string | undefined {
  const token = tokenFor(sequence, id)
  if (token) return `{${token}}`
  return id.length > SHORTEST && JSON.stringify(sequence.steps).includes(id) ? `'${id}'` : undefined
}

const withoutReports = (sequence: Sequence): Sequence => ({
  ...sequence,
  trace: sequence.trace.map(({ report: _, ...entry }) => entry),
})

/** Shorter ones may stand in a step by chance. */
const SHORTEST = 16

/** The last thing that was made, of those in the last answer. */
function newestShown(contract: Contract, operation: string, sequence: Sequence): string | undefined {
  const last = sequence.trace.at(-1)?.exchange
  const ids = thingsIn(
    successSchema(contract.operation(operation)),
    last?.answered ? last.received.json : undefined,
  ).map(({ id }) => id)
  return sequence.trace
    .slice(0, -1)
    .flatMap(({ step }, place) =>
      step.kind === 'request' ? ids.flatMap((id) => tokenIn(sequence, place, id) ?? []) : [],
    )
    .at(-1)
}
