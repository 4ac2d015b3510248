import fc from 'fast-check'
import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import { liveRows } from '../shadow/rows.ts'
import { type Drawing, plainName } from './drawing.ts'
import { PLAIN_VALUES } from './plain-values.ts'

/** Something the body needs is not there. */
export const IMPOSSIBLE = Symbol('impossible')

/** A body that every correct implementation accepts, made from the schema and what the shadow knows. */
export function plainBody(drawing: Drawing, operation: Operation): unknown {
  if (!operation.body) return undefined
  const whole = PLAIN_VALUES[operation.id]
  if (whole) return whole(drawing) ?? IMPOSSIBLE
  const body = drawObject(drawing, operation.body.schema, operation)
  return body === IMPOSSIBLE || operation.id !== 'createMonitor'
    ? body
    : withMatchingCheck(drawing, body as Record<string, unknown>)
}

function drawObject(drawing: Drawing, schema: Schema, operation: Operation): unknown {
  const entries: [string, unknown][] = []
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const required = schema.required?.includes(name) ?? false
    if (!required && !drawing.sampler.chance(0.5)) continue
    if (operation.id === 'updateMonitor' && (name === 'http' || name === 'tcp' || name === 'kind')) continue
    const value = drawValue(drawing, name, field, operation)
    if (value === undefined && required) return IMPOSSIBLE
    if (value !== undefined) entries.push([name, value])
  }
  return Object.fromEntries(entries)
}

function drawValue(drawing: Drawing, name: string, schema: Schema, operation: Operation): unknown {
  const special = PLAIN_VALUES[name]
  if (special) return special(drawing)
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
      const value = drawObject(drawing, schema, operation)
      return value === IMPOSSIBLE ? undefined : value
    }
    default:
      return undefined
  }
}

/** Which check must accompany a kind is open; its own and no other is what everybody takes. */
function withMatchingCheck(drawing: Drawing, { http: _http, tcp: _tcp, ...body }: Record<string, unknown>): unknown {
  const kind = body.kind === 'tcp' ? 'tcp' : 'http'
  return { ...body, kind, [kind]: PLAIN_VALUES[kind]?.(drawing) }
}
