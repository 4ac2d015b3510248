import type { Schema } from '../../contract/openapi.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import { type Drawing, plainName } from '../kit/drawing.ts'

/** A body of the shape that a read shows, with texts and numbers that nobody else would think of. */
export const unlistedWrite = (drawing: Drawing, operation: Operation): unknown =>
  drawn(drawing, successSchema(operation) ?? {})

/** No round number, and as a percentage still one. */
const WHOLE = 900_017
const PERCENTAGE = 37.25

function drawn(drawing: Drawing, schema: Schema): unknown {
  if (schema.enum) return drawing.sampler.pick(schema.enum)
  switch ([schema.type].flat()[0]) {
    case 'string':
      return plainName(drawing)
    case 'integer':
      return WHOLE
    case 'number':
      return PERCENTAGE
    // One that was switched on, a pause for example, would be in the way of the rest of the run.
    case 'boolean':
      return false
    case 'array':
      return [drawn(drawing, (schema.items ?? {}) as Schema)]
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, drawn(drawing, field)])
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
    }
    default:
      return undefined
  }
}
