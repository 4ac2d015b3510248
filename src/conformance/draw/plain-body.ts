import fc from 'fast-check'
import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import { valuesOf } from '../areas/of-all-areas.ts'
import { type Drawing, plainName } from '../kit/drawing.ts'
import type { OperationValues } from '../kit/plain-values.ts'
import { liveRows } from '../shadow/rows.ts'

/** Something the body needs is not there. */
export const IMPOSSIBLE = Symbol('impossible')

/** A body that every correct implementation accepts, generated from the schema and the shadow. */
export function plainBody(drawing: Drawing, operation: Operation): unknown {
  if (!operation.body) return undefined
  const values = valuesOf(operation.id)
  if (values.body) return values.body(drawing) ?? IMPOSSIBLE
  const body = drawObject(drawing, operation.body.schema, values.fields)
  return body === IMPOSSIBLE || !values.complete ? body : values.complete(drawing, body)
}

/** For bodies with all optional fields, or with none. */
export const decided = (drawing: Drawing, chance: boolean): Drawing => ({
  ...drawing,
  sampler: { ...drawing.sampler, chance: () => chance },
})

type Fields = OperationValues['fields']

function drawObject(drawing: Drawing, schema: Schema, fields: Fields): Record<string, unknown> | typeof IMPOSSIBLE {
  const entries: [string, unknown][] = []
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const required = schema.required?.includes(name) ?? false
    if (!required && !drawing.sampler.chance(0.5)) continue
    const special = fields?.[name]
    const value = special ? special(drawing) : drawValue(drawing, field)
    if (value === undefined && required) return IMPOSSIBLE
    if (value !== undefined) entries.push([name, value])
  }
  return Object.fromEntries(entries)
}

function drawValue(drawing: Drawing, schema: Schema): unknown {
  const { sampler, shadow, org } = drawing
  const entity = [schema['x-understudy']?.reference].flat()[0]
  if (entity) return sampler.pick(liveRows(shadow.world, entity, org))?.id
  if (schema.enum) return sampler.pick(schema.enum)
  switch ([schema.type].flat()[0]) {
    case 'string':
      return plainName(drawing)
    case 'integer':
      return sampler.draw(fc.integer({ min: 1, max: 5 }))
    case 'boolean':
      return sampler.chance(0.5)
    case 'object': {
      const value = drawObject(drawing, schema, undefined)
      return value === IMPOSSIBLE ? undefined : value
    }
    default:
      return undefined
  }
}
