import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Row } from '../../model/table/table.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import { type Drawing, plainName } from '../kit/drawing.ts'
import type { Missing } from '../kit/fixture.ts'
import { goneId } from '../kit/gone-id.ts'
import type { Manner } from '../script/manner.ts'
import { liveRows } from '../shadow/rows.ts'

export interface PathParameters {
  readonly path: Readonly<Record<string, string>>
}

/** Path parameters pick existing things; a parameter below another picks one that belongs to it. */
export function drawPathParameters(
  drawing: Drawing,
  operation: Operation,
  manner: Manner,
  madeUp?: true,
): PathParameters | Missing | undefined {
  const wanted = operation.parameters.filter((parameter) => parameter.in === 'path')
  const last = wanted.at(-1)?.name
  if (wanted.length === 0 && (manner === 'unknown-id' || manner === 'gone-id')) return undefined
  const path: Record<string, string> = {}
  let parent: string | undefined
  for (const { name, names, schema } of wanted) {
    const offered = factsOf(operation.id).offered?.[name]
    const entity = offered ?? names ?? ''
    const unusual = name === last ? manner : 'plain'
    const value =
      unusual === 'unknown-id'
        ? unknownId(drawing, schema)
        : unusual === 'gone-id'
          ? goneId(drawing, entity)
          : pickId(drawing, entity, offered ? undefined : parent)
    const drawn = value ?? (madeUp && unknownId(drawing, schema))
    if (drawn === undefined) return manner === 'gone-id' ? undefined : { missing: entity }
    path[name] = drawn
    parent = drawn
  }
  return { path }
}

const unknownId = (drawing: Drawing, { type }: Schema): string =>
  type === 'integer' ? String(900_000_000 + drawing.next()) : `nope-${plainName(drawing)}`

/** Things whose identifier a target has shown. */
export const known = (rows: readonly Row[]): Row[] => rows.filter(({ id }) => !isSymbol(id))

function pickId(drawing: Drawing, entity: string, parent: string | undefined): string | undefined {
  const rows = known(liveRows(drawing.shadow.world, entity, drawing.org)).filter(
    (row) => parent === undefined || Object.values(row).includes(parent),
  )
  return drawing.sampler.pick(rows)?.id
}
