import type { Operation, Parameter } from '../../contract/operations.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { TableName } from '../../model/world/rows.ts'
import { valuesOf } from '../areas/of-all-areas.ts'
import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import { times } from '../script/script.ts'

/** The parameters by which a list can be narrowed. */
export const filtersOf = ({ parameters }: Operation): Parameter[] =>
  parameters.filter(({ in: place, required }) => place === 'query' && !required)

/** So many of our things may be asked for by name. */
const MOST_NAMED = 5
const MOST_DRAWS = 40

/** What may be asked for by a filter: each of an enumeration, our own things from the newest on, drawn values. */
export function filterValues(drawing: Drawing, { id }: Operation, { name, names, schema }: Parameter): string[] {
  if (names) return idsOf(drawing, names).slice(0, MOST_NAMED)
  if (schema.enum) return schema.enum.map(String)
  const draw = valuesOf(id).fields?.[name]
  const drawn = draw ? times(MOST_DRAWS, () => draw(drawing)) : []
  // In an order of their own: each place among them is asked for in a draw of its own.
  return [...new Set(drawn.flatMap((value) => (value === undefined ? [] : [String(value)])))].toSorted()
}

const idsOf = (drawing: Drawing, entity: string): string[] =>
  own(drawing, entity as TableName)
    .flatMap(({ id }) => (isSymbol(id) ? [] : [String(id)]))
    .toReversed()
