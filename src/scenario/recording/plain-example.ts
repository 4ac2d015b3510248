import { isObject, type Json } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'

/** One of several will do. */
const short = (value: unknown): unknown => (Array.isArray(value) ? value.slice(0, 1) : value)

/** The example of an operation's body without what it can do without and what would have to be chosen or made. */
export function plainExample({ body }: Operation): Json {
  if (!body || !isObject(body.example)) return body?.example ?? {}
  const required = body.schema.required ?? []
  const chosen = new Set(
    annotatedFields(body.schema).flatMap(({ path: [name = '', ...below], annotation: { reference, open, set } }) =>
      reference !== undefined || open !== undefined || (set && below.length === 0) ? [name] : [],
    ),
  )
  const kept = Object.entries(body.example).filter(([name]) => required.includes(name) || !chosen.has(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, short(value)])) as Json
}
