import { isObject } from '../../src/contract/json.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { validatorFor } from '../../src/contract/schema/schema-compiler.ts'
import type { JsonLimits } from '../http/json-shape.ts'
import { parseJson } from '../http/parse-json.ts'
import type { WireRequest } from '../http/wire.ts'
import { parseInstant } from '../time/instant.ts'
import type { ControlRequest } from './handlers/control-handler.ts'
import { takesWorld } from './takes-world.ts'

/** A whole world is large, but not deep, and has about twenty bytes for each value. */
const WORLD: JsonLimits = { depth: 64, values: 4_000_000, fields: 10_000 }

/** A control request checked against the control description; an error in words when it does not fit. */
export function readControlRequest(
  operation: Operation,
  parameters: ControlRequest['parameters'],
  queryText: string,
  request: WireRequest,
): ControlRequest | { readonly error: string } {
  const query = readQuery(operation, queryText)
  if (typeof query === 'string') return { error: query }
  const body = readBody(operation, request.body)
  if ('error' in body) return body
  return { operation, parameters, query, body: body.value, headers: request.headers }
}

function readQuery(operation: Operation, text: string): Record<string, unknown> | string {
  const given = new URLSearchParams(text)
  const query: Record<string, unknown> = {}
  for (const { name, in: place, required, schema } of operation.parameters) {
    if (place !== 'query') continue
    const raw = given.getAll(name)
    const [first] = raw
    if (first === undefined && required) return `${name} is required`
    if (first === undefined) continue
    const value = schema.type === 'array' ? raw.flatMap((one) => one.split(',')) : typed(first, schema.type)
    const wrong = validatorFor(schema)(value)[0]
    if (wrong) return wrong.message.replace('the value', name)
    query[name] = value
  }
  const known = operation.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const unknown = [...given.keys()].find((name) => !known.includes(name))
  return unknown === undefined ? query : `${unknown} is not a parameter of ${operation.id}`
}

function typed(raw: string, type: unknown): unknown {
  if (type === 'boolean' && (raw === 'true' || raw === 'false')) return raw === 'true'
  if (type === 'integer' && /^-?\d{1,15}$/.test(raw)) return Number(raw)
  return raw
}

function readBody(
  operation: Operation,
  bytes: WireRequest['body'],
): { readonly value: unknown } | { readonly error: string } {
  if (bytes === 'too large') return { error: 'the body is too large' }
  if (!operation.body) return { value: undefined }
  if (bytes.length === 0 && !operation.body.required) return { value: undefined }
  // If nothing in it is required, no body is as good as an empty one; some runners send no empty ones.
  const nothing = bytes.length === 0 && validatorFor(operation.body.schema)({}).length === 0
  if (bytes.length === 0 && !nothing) return { error: 'a JSON body is required' }
  const parsed = nothing ? { value: {} } : parseJson(bytes, takesWorld(operation) ? WORLD : undefined)
  if ('mistake' in parsed) return { error: parsed.mistake }
  const [first] = validatorFor(operation.body.schema)(parsed.value)
  const wrong = first?.message.replace('the value', 'the body') ?? farAway(operation, parsed.value)
  return wrong ? { error: wrong } : parsed
}

/** Correct in form is not enough for an instant: a leap second is, and the mock knows none. */
function farAway(operation: Operation, value: unknown): string | undefined {
  if (!isObject(value)) return undefined
  const instants = Object.entries(operation.body?.schema.properties ?? {}).filter(
    ([, { format }]) => format === 'date-time',
  )
  const wrong = instants.find(([name]) => {
    const given = value[name]
    return typeof given === 'string' && parseInstant(given) === undefined
  })
  return wrong && `${wrong[0]} is not an instant that can be worked with`
}
