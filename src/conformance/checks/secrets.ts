import { annotatedFields } from '../../contract/fields.ts'
import type { Json } from '../../contract/json.ts'
import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Received } from '../../target/exchange.ts'
import type { Finding } from '../finding.ts'
import type { Secret } from '../shadow.ts'

/** Shorter ones could be found by chance. */
const SHORTEST = 16

/** What was returned once is in no later answer; what must never be returned is not even in the answer to it (GEN-06). */
export function checkSecrets(
  operation: Operation,
  received: Received,
  secrets: readonly Secret[],
  body: unknown,
): Finding[] {
  const leaked = [...secrets, ...secretsSent(operation, body)].find(({ value }) =>
    forms(value).some((form) => received.text.includes(form)),
  )
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

function forms(value: string): string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), Buffer.from(value).toString('base64')]
}

/** Secrets this answer gave for the only time, and those the request sent. */
export function secretsIn(operation: Operation, received: Received, body: unknown): Secret[] {
  const success = [...operation.responses].find(([status]) => status.startsWith('2'))?.[1].schema
  const returned = received.status < 300 ? secretValues(success, received.json, 'once') : []
  return [...kept(operation, returned), ...secretsSent(operation, body)]
}

const secretsSent = (operation: Operation, body: unknown): Secret[] =>
  kept(operation, secretValues(operation.body?.schema, body, 'never'))

const kept = (operation: Operation, values: ReturnType<typeof secretValues>): Secret[] =>
  values
    .filter(({ value }) => value.length >= SHORTEST)
    .map(({ value, field }) => ({ value, from: `${operation.id} ${field}` }))

function secretValues(schema: Parameters<typeof annotatedFields>[0], body: unknown, kind: 'once' | 'never') {
  return annotatedFields(schema)
    .filter(({ annotation }) => annotation.secret === kind)
    .flatMap(({ path }) => {
      const value = path.reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), body) as
        | Json
        | undefined
      return typeof value === 'string' ? [{ value, field: path.join('.') }] : []
    })
}
