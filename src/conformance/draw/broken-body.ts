import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Sampler } from './sampler.ts'

interface Break {
  readonly path: readonly string[]
  readonly how: 'leave-out' | 'outside-enumeration'
}

/** The same body with exactly one thing wrong that the contract says is wrong (GEN-08). */
export function brokenBody(sampler: Sampler, operation: Operation, body: unknown): unknown {
  if (!operation.body) return undefined
  const chosen = sampler.pick(breaks(operation.body.schema, body))
  return chosen && broken(body, chosen)
}

function breaks(schema: Schema, body: unknown, path: readonly string[] = []): Break[] {
  if (!isObject(body)) return []
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]): Break[] => {
    if (body[name] === undefined) return []
    const here = [...path, name]
    const missing: Break[] = schema.required?.includes(name) ? [{ path: here, how: 'leave-out' }] : []
    const outside: Break[] = field.enum ? [{ path: here, how: 'outside-enumeration' }] : []
    return [...missing, ...outside, ...breaks(field, body[name], here)]
  })
}

function broken(body: unknown, { path, how }: Break): unknown {
  const [name, ...rest] = path
  if (!isObject(body) || name === undefined) return body
  if (rest.length > 0) return { ...body, [name]: broken(body[name], { path: rest, how }) }
  if (how === 'outside-enumeration') return { ...body, [name]: 'no-such-value' }
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
}
