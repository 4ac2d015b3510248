import { type Operation, successSchema } from '../../contract/operations.ts'
import { thingsIn } from '../compare/things.ts'
import { filtersOf, filterValues } from '../draw/filter-values.ts'
import { foresee } from '../explain/explain.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { RequestStep } from '../step/step.ts'

type Query = Readonly<Record<string, string>>

/**
 * The query of a look that is to show these things: as it was drawn, if the model says that they are listed then; else
 * without filters; else by the filter that lets them through, as for incidents that are over.
 */
export function queryShowing(
  drawing: Drawing,
  operation: Operation,
  drawn: RequestStep,
  ids: readonly string[],
): Query {
  const filters = filtersOf(operation)
  if (filters.length === 0) return drawn.query
  const names = new Set(filters.map(({ name }) => name))
  const whole = Object.fromEntries(Object.entries(drawn.query).filter(([name]) => !names.has(name)))
  if (ids.length === 0) return whole
  const shows = (query: Query) => isShown(drawing, operation, { ...drawn, query }, ids)
  if (shows(drawn.query)) return drawn.query
  if (shows(whole)) return whole
  const narrowed = filters.flatMap((filter) =>
    filterValues(drawing, operation, filter).map((value) => ({ ...whole, [filter.name]: value })),
  )
  return narrowed.find(shows) ?? whole
}

/** True if the model lists every one of them. */
function isShown(
  { contract, shadow }: Drawing,
  operation: Operation,
  { actor, parameters, query }: RequestStep,
  ids: readonly string[],
): boolean {
  const request = { operation, credential: `actor:${actor}`, parameters, query, body: undefined }
  const outcome = foresee(contract, shadow, request)
  if (outcome?.kind !== 'success') return false
  const listed = new Set(thingsIn(successSchema(operation), outcome.body).map(({ id }) => id))
  return ids.every((id) => listed.has(id))
}
