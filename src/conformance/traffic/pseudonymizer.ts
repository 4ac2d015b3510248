import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { responseFor } from '../../contract/operations.ts'
import { annotatedFields, type FieldPath } from '../../contract/schema/fields.ts'
import { parseBounded } from '../../target/parse-bounded.ts'
import { credentialHeaders } from '../../target/writing/exchange-secrets.ts'
import { secretForms } from '../../target/writing/secret-forms.ts'
import { secretsWithin } from '../../target/writing/secrets-within.ts'
import { mayShow, withoutShown } from './never-shown.ts'
import { type SentCredential, sentCredentials } from './sent-credentials.ts'
import { textsIn } from './texts-in.ts'
import type { TimedExchange } from './timed-exchange.ts'

/** An exchange in which every secret is replaced by its pseudonym. */
export interface PseudonymizedExchange extends TimedExchange {
  /** Pseudonyms of the credentials it was sent with, by header and cookie. */
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
  /** Pseudonyms of texts that callers sent where no secret belongs. */
  readonly #open = new Set<string>()
  readonly #contract: Contract
  /** The cookies that the profile gives its actors. */
  readonly #cookies: ReadonlySet<string>

  constructor(contract: Contract) {
    this.#contract = contract
    const headers = Object.values(contract.profile.actors).flatMap((actor) => Object.entries(actor.headers))
    this.#cookies = new Set(headers.flatMap(([name, value]) => sentCredentials(name, value).map(({ place }) => place)))
  }

  pseudonym(secret: string): string {
    return PREFIX + createHmac('sha256', this.#key).update(secret).digest('hex').slice(0, DIGITS)
  }

  pseudonymized(exchange: TimedExchange): PseudonymizedExchange {
    const { operation } = this.#operation(exchange)
    const answered =
      operation && (responseFor(operation, exchange.status) ?? responseFor(operation, operation.success.status))
    const carriers = credentialHeaders(this.#contract, exchange.headers)
    const sent = carriers.flatMap((name) => sentCredentials(name, exchange.headers[name] ?? ''))
    const credentials = Object.fromEntries(sent.map((one) => [one.place, this.#credential(one)] as const))
    this.#noteOpen(operation?.body?.schema, exchange.body)
    const body = this.#withoutFields(operation?.body?.schema, exchange.body)
    const answer = this.#withoutShown(this.#withoutFields(answered?.schema, exchange.answer))
    return {
      ...exchange,
      path: this.#withoutKnown(exchange.path),
      headers: { ...exchange.headers, ...Object.fromEntries(carriers.map((name) => [name, HIDDEN])) },
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

  /** Cookies that are no credential may have the value of something in a body. */
  #credential({ place, secret }: SentCredential): string {
    if (!place.startsWith('cookie ') || this.#cookies.has(place)) this.#remember(secret)
    return this.pseudonym(secret)
  }

  /** Whether callers sent this secret also in a place where everybody may read it. */
  isOpen(pseudonym: string): boolean {
    return this.#open.has(pseudonym)
  }

  /** Remembers hashes of the texts outside the fields that the contract marks as secret, and of secrets in them. */
  #noteOpen(schema: Schema | undefined, body: string): void {
    const json = body.length < SHORTEST ? undefined : parseBounded(body)
    const open = secretPlaces(schema).reduce<unknown>((rest, path) => replacedAt(rest, path, () => undefined), json)
    for (const text of textsIn(open).filter(({ length }) => length >= SHORTEST))
      for (const pseudonym of [this.pseudonym(text), ...pseudonymsIn(this.#withoutKnown(text))])
        if (this.#open.size < MAX_OPEN) this.#open.add(pseudonym)
  }

  /** A body with pseudonyms in the fields that the contract marks as secret. */
  #withoutFields(schema: Schema | undefined, text: string): string {
    const places = secretPlaces(schema)
    const json = places.length > 0 ? parseBounded(text) : undefined
    if (json === undefined) return text
    const hide = (value: unknown) => {
      if (typeof value !== 'string') return value
      for (const secret of secretsWithin(value)) this.#remember(secret)
      return this.pseudonym(value)
    }
    return JSON.stringify(places.reduce<unknown>((body, path) => replacedAt(body, path, hide), json))
  }

  /** A response with pseudonyms in fields that must not be there at all; so short secrets are found in them too. */
  #withoutShown(text: string): string {
    const json = mayShow(this.#contract, text) ? parseBounded(text) : undefined
    if (json === undefined) return text
    const hide = (value: string) => (value.startsWith(PREFIX) ? value : this.pseudonym(value))
    return JSON.stringify(withoutShown(this.#contract, json, hide))
  }

  #remember(secret: string): void {
    if (secret.length < SHORTEST) return
    const pseudonym = this.pseudonym(secret)
    // It is in earlier exchanges as it is.
    if (this.#open.has(pseudonym) && !this.#remembered.has(pseudonym)) return
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
/** Stands for the value of a header with credentials. */
const HIDDEN = '[credential]'
const DIGITS = 32
/** Every pseudonym in a text. */
export const pseudonymsIn = (text: string): ReadonlySet<string> => new Set(text.match(/secret-[0-9a-f]{32}/g))

/** Shorter secrets could match by chance; they are replaced only in fields that the contract marks as secret. */
const SHORTEST = 16
/** Number of secrets that are remembered. */
const MAX_SECRETS = 20_000

/** Number of other texts that are remembered. */
const MAX_OPEN = 100_000

const secretPlaces = (schema: Schema | undefined): FieldPath[] =>
  annotatedFields(schema).flatMap(({ path, annotation }) => (annotation.secret === undefined ? [] : [path]))

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
