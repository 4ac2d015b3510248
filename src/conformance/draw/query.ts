import type { Operation } from '../../contract/operations.ts'
import { valuesOf } from '../areas/of-all-areas.ts'
import { type Drawing, plainName } from '../kit/drawing.ts'
import type { Missing } from '../kit/fixture.ts'
import { liveRows } from '../shadow/rows.ts'
import { known, type PathParameters } from './path-parameters.ts'

/** The query parameters that a request must have (REG-24). */
export const requiredQuery = ({ parameters }: Operation): string[] =>
  parameters.flatMap(({ in: place, required, name }) => (place === 'query' && required ? [name] : []))

export interface Query {
  readonly query: Readonly<Record<string, string>>
}

interface Asked {
  /** The parameter that is left out in any case. */
  readonly leftOut?: string | undefined
  /** What is not there is named all the same. */
  readonly madeUp?: true | undefined
}

/** Query parameters that name things pick existing ones, of the things named before; others are left out half the time. */
export function drawQuery(
  drawing: Drawing,
  operation: Operation,
  { path }: PathParameters,
  { leftOut, madeUp }: Asked = {},
): Query | Missing {
  const query: Record<string, string> = {}
  const wanted = operation.parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== leftOut)
  for (const { name, required, schema, names } of wanted) {
    if (!required && drawing.sampler.chance(0.5)) continue
    const written = () => valuesOf(operation.id).fields?.[name]?.(drawing)
    const thing = names && thingFor(drawing, names, required ? [...Object.values(path), ...Object.values(query)] : [])
    const value = names
      ? (thing ?? (madeUp && (written() ?? plainName(drawing))))
      : schema.enum
        ? drawing.sampler.pick(schema.enum)
        : written()
    if (value === undefined && required && names) return { missing: names }
    if (value !== undefined) query[name] = String(value)
  }
  return { query }
}

/** A thing of ours that belongs to all things in the query. Values of different filters need not belong together. */
function thingFor({ shadow, org, sampler }: Drawing, entity: string, named: readonly string[]): string | undefined {
  const rows = known(liveRows(shadow.world, entity, org))
  return sampler.pick(rows.filter((row) => named.every((id) => Object.values(row).includes(id))))?.id
}
