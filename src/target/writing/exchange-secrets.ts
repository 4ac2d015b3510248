import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { responseFor } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import type { Exchange } from '../exchange.ts'
import { parseBounded } from '../parse-bounded.ts'
import { credentialsIn } from './profile-secrets.ts'
import type { Secret } from './redactor.ts'
import { secretsWithin } from './secrets-within.ts'

/** One request and its answer, as far as secrets can be in them. */
export interface Passed {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** Undefined when there was no answer. */
  readonly answer: { readonly status: number; readonly body: unknown } | undefined
}

export const passed = (exchange: Exchange): Passed => ({
  ...exchange.sent,
  answer: exchange.answered ? { status: exchange.received.status, body: exchange.received.json } : undefined,
})

/** Credentials that were sent, and secrets in the bodies. */
export const exchangeSecrets = (contract: Contract, exchange: Passed): Secret[] => [
  ...sentCredentials(contract, exchange),
  ...bodySecrets(contract, exchange),
]

const sentCredentials = (contract: Contract, { headers }: Passed): Secret[] =>
  Object.entries(headers).flatMap(([name, value]) =>
    carriesCredential(contract, name) ? credentialsIn(value, '[credential]') : [],
  )

/** The values of secret fields, in requests and answers. */
export function bodySecrets(contract: Contract, { method, path, body, answer }: Passed): Secret[] {
  const route = contract.routes.match(method, path.replace(/\?.*$/, ''))
  if (route.found !== 'operation') return []
  const { operation } = route
  const response = answer && (responseFor(operation, answer.status) ?? responseFor(operation, operation.success.status))
  const sent = body !== undefined && hasSecrets(operation.body?.schema) ? parseBounded(body) : undefined
  return [
    ...fieldSecrets(operation.id, operation.body?.schema, sent),
    ...fieldSecrets(operation.id, response?.schema, answer?.body),
  ]
}

/** Names of the headers that a request's credential is in. */
export const credentialHeaders = (contract: Contract, headers: Passed['headers']): string[] =>
  Object.keys(headers).filter((name) => carriesCredential(contract, name))

function carriesCredential({ profile, gaps }: Contract, name: string): boolean {
  const own = Object.values(profile.actors).flatMap(({ headers }) => Object.keys(headers))
  const carriers = [...own, gaps.value('general.credential-transport').header, 'authorization', 'cookie']
  return carriers.some((carrier) => carrier.toLowerCase() === name.toLowerCase())
}

const hasSecrets = (schema: Schema | undefined): boolean =>
  annotatedFields(schema).some(({ annotation }) => annotation.secret !== undefined)

function fieldSecrets(operation: string, schema: Schema | undefined, body: unknown): Secret[] {
  return annotatedFields(schema).flatMap(({ path, annotation }) => {
    if (annotation.secret === undefined) return []
    const instead = `[${path.at(-1)} of ${operation}]`
    return valuesAt(body, path)
      .filter((value) => typeof value === 'string')
      .flatMap(secretsWithin)
      .map((value) => ({ value, instead }))
  })
}

/** `*` is every item of a list, `?` every value of a map. */
function valuesAt(value: unknown, [part, ...rest]: readonly string[]): unknown[] {
  if (part === undefined) return [value]
  if (part === '*') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : []
  if (!isObject(value)) return []
  return part === '?' ? Object.values(value).flatMap((item) => valuesAt(item, rest)) : valuesAt(value[part], rest)
}
