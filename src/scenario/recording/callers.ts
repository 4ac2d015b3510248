import type { Profile } from '../../contract/profile.ts'
import type { ArazzoParameter } from '../arazzo.ts'
import type { Dependence } from './dependence.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import type { KnownValues } from './values/known-values.ts'

type Headers = Readonly<Record<string, string>>

/** The callers in a recording: actors of the profile, credentials that a step made, and strangers. */
export class Callers {
  readonly #actors: Profile['actors']
  readonly #known: KnownValues
  /** The actor for requests with an unknown credential. */
  readonly #assumed: string | undefined
  readonly #strangers = new Map<string, string>()
  /** The first such credential; anybody else is somebody else. */
  #assumedSecret: string | undefined
  #isAssumed = false
  /** Names of the callers met, each with the credential. */
  readonly met = new Map<string, string | undefined>()

  constructor({ actors }: Profile, known: KnownValues, assumed: string | undefined) {
    this.#actors = actors
    this.#known = known
    this.#assumed = assumed
  }

  /**
   * The header that stands for a request's credential; none when it has none. A secret is never written down. What was
   * no credential is written as one that is none.
   */
  credential(exchange: RecordedExchange): ArazzoParameter[] {
    const { headers, status } = exchange
    const actor = this.#actorWith(headers)
    if (actor !== undefined) return [this.#met(actor)]
    const secret = this.#secretIn(headers)
    if (secret === undefined) return status < 400 && this.#assumed !== undefined ? [this.#taken()] : []
    const named = this.#namedIn(secret)
    if (named !== undefined) return [this.#met(named)]
    const made = this.#known.word(secret)
    if (made === undefined && status === 401) return [{ ...authorization(''), value: 'Bearer no-such-credential' }]
    return [made === undefined ? this.#stranger(secret) : authorization(made)]
  }

  /** The caller who makes what a request needs: the same one if permitted, else an owner of the same organization. */
  maker(exchange: RecordedExchange): ArazzoParameter[] {
    const caller = this.#actorWith(exchange.headers)
    const { role, organization } = this.#actors[caller ?? ''] ?? {}
    if (caller !== undefined && role === 'owner' && exchange.status !== 404) return [this.#met(caller)]
    const owners = Object.entries(this.#actors).filter(([, one]) => one.role === 'owner')
    const [owner] =
      owners.find(([, one]) => one.organization === organization && exchange.status !== 404) ?? owners[0] ?? []
    return owner === undefined ? this.credential(exchange) : [this.#met(owner)]
  }

  /** True if the caller belongs to another organization than the one that things are made in. */
  isElsewhere({ headers }: RecordedExchange): boolean {
    const caller = this.#actors[this.#actorWith(headers) ?? '']
    const home = Object.values(this.#actors).find(({ role }) => role === 'owner')
    return caller !== undefined && home !== undefined && caller.organization !== home.organization
  }

  get dependences(): Dependence[] {
    return [
      ...(this.#isAssumed && this.#assumed !== undefined
        ? [{ kind: 'assumed-caller' as const, actor: this.#assumed }]
        : []),
      ...[...this.#strangers.values()].map((input) => ({ kind: 'stranger' as const, input })),
    ]
  }

  #actorWith(headers: Headers): string | undefined {
    return Object.entries(this.#actors).find(([, { headers: own }]) => {
      const pairs = Object.entries(own)
      return pairs.length > 0 && pairs.every(([name, value]) => headers[name.toLowerCase()] === value)
    })?.[0]
  }

  /** A variable such as `{{ownerToken}}`, or a credential of the mock, says itself whose it is. */
  #namedIn(secret: string): string | undefined {
    const names = Object.keys(this.#actors)
    const [, variable] = /^\{\{(.*)\}\}$/.exec(secret) ?? []
    if (variable === undefined) return names.length === 0 ? USUAL.find((name) => name === secret) : undefined
    return (names.length > 0 ? names : USUAL).find((name) => variable.toLowerCase().includes(name.toLowerCase()))
  }

  #met(actor: string): ArazzoParameter {
    const [value] = Object.values(this.#actors[actor]?.headers ?? {})
    this.met.set(actor, value?.replace(/^\w+ (?=\S+$)/, ''))
    return authorization(`$inputs.${actor}`)
  }

  #taken(): ArazzoParameter {
    const actor = this.#assumed ?? ''
    this.#isAssumed = true
    this.met.set(actor, this.met.get(actor))
    return authorization(`$inputs.${actor}`)
  }

  /** The credential alone, without the name of a scheme. */
  #secretIn(headers: Headers): string | undefined {
    const own = Object.values(this.#actors).flatMap((actor) => Object.keys(actor.headers))
    const carriers = [...own.map((name) => name.toLowerCase()), 'authorization', 'cookie']
    const value = carriers.map((name) => headers[name]).find((one) => one !== undefined)
    return value?.replace(/^\w+ (?=\S)/, '')
  }

  #stranger(secret: string): ArazzoParameter {
    if (this.#assumed !== undefined) this.#assumedSecret ??= secret
    if (this.#assumedSecret === secret) return this.#taken()
    const number = this.#strangers.size + 1
    const name = this.#strangers.get(secret) ?? (number === 1 ? 'stranger' : `stranger${number}`)
    this.#strangers.set(secret, name)
    this.met.set(name, undefined)
    return authorization(`$inputs.${name}`)
  }
}

/** Actors that nearly every profile and every seed has; their names are their credentials on the mock. */
export const USUAL: readonly string[] = ['owner', 'admin', 'member', 'outsider']

const authorization = (expression: string): ArazzoParameter => ({
  name: 'Authorization',
  in: 'header',
  value: `Bearer {${expression}}`,
})
