import type { Profile } from '../../contract/profile.ts'
import type { ArazzoParameter } from '../arazzo.ts'
import type { KnownValues } from './known-values.ts'
import type { RecordedExchange } from './recorded-exchange.ts'

type Headers = Readonly<Record<string, string>>

/** Who called in a recording: actors of the profile, credentials that a step made, and strangers. */
export class Callers {
  readonly #actors: Profile['actors']
  readonly #known: KnownValues
  readonly #strangers = new Map<string, string>()
  /** Names of the callers met, each with the credential. */
  readonly met = new Map<string, string | undefined>()

  constructor({ actors }: Profile, known: KnownValues) {
    this.#actors = actors
    this.#known = known
  }

  /**
   * The header that stands for a request's credential; none when it has none. A secret is never written down. What was
   * no credential is written as one that is none.
   */
  credential({ headers, status }: RecordedExchange): ArazzoParameter[] {
    const actor = this.#actorWith(headers)
    if (actor !== undefined) return [authorization(`$inputs.${actor}`)]
    const [, value] =
      this.#carriers().flatMap((name): [string, string][] => {
        const given = headers[name]
        return given === undefined ? [] : [[name, given]]
      })[0] ?? []
    if (value === undefined) return []
    const secret = value.replace(/^\w+ (?=\S)/, '')
    const made = this.#known.expressionFor(secret)
    if (made === undefined && status === 401) return [{ ...authorization(''), value: 'Bearer no-such-credential' }]
    return [authorization(made ?? `$inputs.${this.#stranger(secret)}`)]
  }

  #actorWith(headers: Headers): string | undefined {
    const found = Object.entries(this.#actors).find(([, { headers: own }]) => {
      const pairs = Object.entries(own)
      return pairs.length > 0 && pairs.every(([name, value]) => headers[name.toLowerCase()] === value)
    })
    if (!found) return undefined
    const [value = ''] = Object.values(found[1].headers)
    this.met.set(found[0], value.replace(/^\w+ (?=\S+$)/, ''))
    return found[0]
  }

  /** Headers that credentials travel in. */
  #carriers(): string[] {
    const own = Object.values(this.#actors).flatMap(({ headers }) =>
      Object.keys(headers).map((name) => name.toLowerCase()),
    )
    return [...new Set([...own, 'authorization'])]
  }

  #stranger(secret: string): string {
    const name =
      this.#strangers.get(secret) ?? (this.#strangers.size === 0 ? 'stranger' : `stranger${this.#strangers.size + 1}`)
    this.#strangers.set(secret, name)
    this.met.set(name, undefined)
    return name
  }
}

const authorization = (expression: string): ArazzoParameter => ({
  name: 'Authorization',
  in: 'header',
  value: `Bearer {${expression}}`,
})
