import type { Json } from '../../contract/json.ts'
import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import { annotatedFields, type FieldPath } from '../../contract/schema/fields.ts'
import type { Received } from '../../target/exchange.ts'
import type { Finding } from '../finding/finding.ts'
import type { Secret } from '../shadow/shadow.ts'

/** Shorter ones could be found by chance. */
const SHORTEST = 16

/** What was returned once is in no later answer; what must never be returned is not even in the answer to it (GEN-06). */
export function checkSecrets(
  operation: Operation,
  received: Received,
  secrets: readonly Secret[],
  body: unknown,
): Finding[] {
  const repeated = (secret: Secret) => forms(secret).some((form) => received.text.includes(form))
  const leaked = secrets.find(repeated) ?? secretsSent(operation, body).find(repeated)
  if (!leaked) return []
  return [
    {
      severity: 'failure',
      check: 'secret',
      operation: operation.id,
      rules: ['GEN-06'],
      subject: leaked.from,
      message: `the answer repeats the secret of ${leaked.from}`,
      expected: `the secret of ${leaked.from} is never seen again`,
      actual: 'the answer holds it',
    },
  ]
}

const written = new WeakMap<Secret, readonly string[]>()

/** A secret raw, escaped, in a URL and in base64; each form once. */
function forms(secret: Secret): readonly string[] {
  const known = written.get(secret)
  if (known) return known
  const { value } = secret
  const all = [
    ...new Set([
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      Buffer.from(value).toString('base64'),
    ]),
  ]
  written.set(secret, all)
  return all
}

/** Secrets this answer gave for the only time, and those the request sent. */
export function secretsIn(operation: Operation, received: Received, body: unknown): Secret[] {
  const returned = received.status < 300 ? secretValues(successSchema(operation), received.json, 'once') : []
  return [...kept(operation, returned), ...secretsSent(operation, body)]
}

const secretsSent = (operation: Operation, body: unknown): Secret[] =>
  kept(operation, secretValues(operation.body?.schema, body, 'never'))

const kept = (operation: Operation, values: ReturnType<typeof secretValues>): Secret[] =>
  values
    .filter(({ value }) => value.length >= SHORTEST)
    .map(({ value, field }) => ({ value, from: `${operation.id} ${field}` }))

function secretValues(schema: Schema | undefined, body: unknown, kind: Kind) {
  if (!schema || body === undefined) return []
  return placesOf(schema, kind).flatMap((path) => {
    const value = path.reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), body) as
      | Json
      | undefined
    return typeof value === 'string' ? [{ value, field: path.join('.') }] : []
  })
}

type Kind = 'once' | 'never'
const places = { once: new WeakMap<Schema, readonly FieldPath[]>(), never: new WeakMap<Schema, readonly FieldPath[]>() }

/** Where a body of this schema has secrets; most have none. */
function placesOf(schema: Schema, kind: Kind): readonly FieldPath[] {
  const known = places[kind].get(schema)
  if (known) return known
  const found = annotatedFields(schema).flatMap(({ annotation, path }) => (annotation.secret === kind ? [path] : []))
  places[kind].set(schema, found)
  return found
}
