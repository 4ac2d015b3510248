import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { responseFor } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import { parseBounded } from '../../target/parse-bounded.ts'
import { credentialHeaders } from '../../target/writing/exchange-secrets.ts'
import { secretForms } from '../../target/writing/secret-forms.ts'
import { secretsWithin } from '../../target/writing/secrets-within.ts'
import type { TimedExchange } from './timed-exchange.ts'

/** An exchange in which every secret is replaced by its pseudonym. */
export interface PseudonymizedExchange extends TimedExchange {
  /** Pseudonyms of the credentials it was sent with, by header. */
  readonly credentials: Readonly<Record<string, string>>
}

/**
 * Replaces the secrets in exchanges before they are kept or judged. The same secret always gets the same pseudonym, a hash
 * with a random key of this run: it can be recognised again, but not recovered.
 */
export class Pseudonymizer {
  readonly #key = randomBytes(32)
  readonly #factor = randomInt(2 ** 31) * 2 + 1
  /** Known secrets, by a hash of their first characters. */
  readonly #known = new Map<number, Known[]>()
  readonly #remembered = new Set<string>()
  readonly #contract: Contract

  constructor(contract: Contract) {
    this.#contract = contract
  }

  pseudonym(secret: string): string {
    return PREFIX + createHmac('sha256', this.#key).update(secret).digest('hex').slice(0, DIGITS)
  }

  pseudonymized(exchange: TimedExchange): PseudonymizedExchange {
    const { operation } = this.#operation(exchange)
    const answered =
      operation && (responseFor(operation, exchange.status) ?? responseFor(operation, operation.success.status))
    const carriers = credentialHeaders(this.#contract, exchange.headers)
    const credentials = Object.fromEntries(
      carriers.map((name) => [name, this.#credential(exchange.headers[name] ?? '')] as const),
    )
    const body = this.#withoutFields(operation?.body?.schema, exchange.body)
    const answer = this.#withoutFields(answered?.schema, exchange.answer)
    return {
      ...exchange,
      path: this.#withoutKnown(exchange.path),
      headers: { ...exchange.headers, ...credentials },
      answerHeaders: mapped(exchange.answerHeaders, (text) => this.#withoutKnown(text)),
      body: this.#withoutKnown(body),
      answer: this.#withoutKnown(answer),
      credentials,
    }
  }

  #operation({ method, path }: TimedExchange) {
    const route = this.#contract.routes.match(method, path.replace(/\?.*$/, ''))
    return route.found === 'operation' ? route : { operation: undefined }
  }

  /** A credential without its scheme. */
  #credential(value: string): string {
    const secret = value.replace(/^\w+ (?=\S)/, '')
    this.#remember(secret)
    return this.pseudonym(secret)
  }

  /** A body with pseudonyms in the fields that the contract marks as secret. */
  #withoutFields(schema: Schema | undefined, text: string): string {
    const places = schema ? annotatedFields(schema).filter(({ annotation }) => annotation.secret !== undefined) : []
    const json = places.length > 0 ? parseBounded(text) : undefined
    if (json === undefined) return text
    const hide = (value: unknown) => {
      if (typeof value !== 'string') return value
      for (const secret of secretsWithin(value)) this.#remember(secret)
      return this.pseudonym(value)
    }
    return JSON.stringify(places.reduce<unknown>((body, { path }) => replacedAt(body, path, hide), json))
  }

  #remember(secret: string): void {
    if (secret.length < SHORTEST) return
    const pseudonym = this.pseudonym(secret)
    if (this.#remembered.has(pseudonym) || this.#remembered.size >= MAX_SECRETS) return
    this.#remembered.add(pseudonym)
    for (const form of secretForms(secret)) {
      if (form.length < SHORTEST) continue
      const start = hashOf(form, this.#factor)
      const alike = this.#known.get(start) ?? []
      const known = { length: form.length, hash: this.pseudonym(form), pseudonym }
      if (alike.some(({ hash }) => hash === known.hash)) continue
      this.#known.set(start, [...alike, known])
    }
  }

  /** A text in which every known secret, in any encoding, is replaced by its pseudonym. */
  #withoutKnown(text: string): string {
    if (text.length < SHORTEST || this.#known.size === 0) return text
    const parts: string[] = []
    let kept = 0
    eachWindow(text, this.#factor, (at, start) => {
      if (at < kept) return
      const found = this.#known.get(start)?.find((one) => this.pseudonym(text.slice(at, at + one.length)) === one.hash)
      if (!found) return
      parts.push(text.slice(kept, at), found.pseudonym)
      kept = at + found.length
    })
    return parts.length === 0 ? text : parts.join('') + text.slice(kept)
  }
}

interface Known {
  readonly length: number
  readonly hash: string
  readonly pseudonym: string
}

const PREFIX = 'secret-'
const DIGITS = 32
/** Every pseudonym in a text. */
export const pseudonymsIn = (text: string): ReadonlySet<string> => new Set(text.match(/secret-[0-9a-f]{32}/g))

/** Shorter secrets could match by chance; they are replaced only in fields that the contract marks as secret. */
const SHORTEST = 16
/** Number of secrets that are remembered. */
const MAX_SECRETS = 20_000

/** A hash of the first characters. */
function hashOf(text: string, factor: number): number {
  let hash = 0
  for (let place = 0; place < SHORTEST; place++) hash = (Math.imul(hash, factor) + text.charCodeAt(place)) | 0
  return hash
}

/** Calls back with every position of a text and the hash of the characters that start there (a rolling hash). */
function eachWindow(text: string, factor: number, look: (at: number, hash: number) => void): void {
  let power = 1
  for (let place = 1; place < SHORTEST; place++) power = Math.imul(power, factor)
  let hash = hashOf(text, factor)
  look(0, hash)
  for (let end = SHORTEST; end < text.length; end++) {
    const leaving = Math.imul(text.charCodeAt(end - SHORTEST), power)
    hash = (Math.imul(hash - leaving, factor) + text.charCodeAt(end)) | 0
    look(end - SHORTEST + 1, hash)
  }
}

/** A body with the values at a path replaced; `*` is every item of a list, `?` every value of a map. */
function replacedAt(body: unknown, [part, ...rest]: readonly string[], replace: (value: unknown) => unknown): unknown {
  if (part === undefined) return replace(body)
  if (part === '*') return Array.isArray(body) ? body.map((item) => replacedAt(item, rest, replace)) : body
  if (!isObject(body)) return body
  if (part === '?') return mapped(body, (value) => replacedAt(value, rest, replace))
  return Object.hasOwn(body, part) ? { ...body, [part]: replacedAt(body[part], rest, replace) } : body
}

const mapped = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
