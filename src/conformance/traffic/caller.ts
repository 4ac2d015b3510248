import type { Contract } from '../../contract/contract.ts'
import { EVERYWHERE } from '../../model/identity/identity.ts'
import { getRow } from '../../model/table/table.ts'
import type { World } from '../../model/world/world.ts'
import { memoryOf } from '../shadow/memories.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { usableSecrets } from './given-secrets.ts'
import type { PseudonymizedExchange, Pseudonymizer } from './pseudonymizer.ts'
import { sentCredentials } from './sent-credentials.ts'

/** The caller of a request, identified by its credential. */
export type Caller =
  | { readonly kind: 'actor'; readonly name: string; readonly org: string; readonly credential: string }
  /** A caller with a token or key that the target issued in watched traffic. */
  | { readonly kind: 'given'; readonly name: string; readonly org: string; readonly credential: string }
  | { readonly kind: 'nobody'; readonly name: string; readonly org: string }
  /** A caller whose credential is neither in the profile nor was issued in watched traffic. */
  | { readonly kind: 'stranger'; readonly name: string }

/** The caller of a request without a known credential. Recordings may have had their credentials removed. */
export type AssumedCaller = { readonly missing: 'nobody' | 'unknown'; readonly as?: string | undefined }

/** Tells callers apart by the pseudonyms of their credentials. */
export class Callers {
  readonly #contract: Contract
  /** The pseudonyms of the credentials of each actor, by header and cookie. */
  readonly #actors: readonly { readonly name: string; readonly credentials: readonly (readonly [string, string])[] }[]
  readonly #strangers = new Map<string, string>()
  /** Everybody who sent a credential: the name of an actor, or pseudonyms. */
  readonly met = new Set<string>()

  readonly #assumed: AssumedCaller

  constructor(contract: Contract, pseudonymizer: Pseudonymizer, assumed: AssumedCaller) {
    this.#contract = contract
    this.#assumed = assumed
    this.#actors = Object.entries(contract.profile.actors).map(([name, { headers }]) => ({
      name,
      credentials: Object.entries(headers)
        .flatMap(([header, value]) => sentCredentials(header, value))
        .map(({ place, secret }) => [place, pseudonymizer.pseudonym(secret)] as const),
    }))
  }

  get strangers(): number {
    return this.#strangers.size
  }

  of({ credentials }: PseudonymizedExchange, shadow: Shadow): Caller {
    const shown = Object.values(credentials)
    const actor = this.#actors.find(
      (one) => one.credentials.length > 0 && one.credentials.every(([place, value]) => credentials[place] === value),
    )
    if (shown.length > 0) this.met.add(actor?.name ?? shown.join(' '))
    if (actor) return this.#actor(actor.name)
    if (shown.length === 0) return this.#nobody()
    const credential = shown.find((one) => memoryOf(shadow, usableSecrets).has(one))
    const org = credential && organizationOf(shadow.world, credential)
    if (credential === undefined || org === undefined) return this.#stranger(shown.join(' '))
    return { kind: 'given', name: this.#named(credential), org, credential }
  }

  /** Without actors in the profile it is unknown how credentials are sent, so the request may have one after all. */
  #nobody(): Caller {
    const isOpen =
      this.#assumed.missing === 'unknown' || this.#actors.every(({ credentials }) => credentials.length === 0)
    if (isOpen) return this.#stranger('')
    const [name = 'nobody', { organization = '' } = {}] =
      Object.entries(this.#contract.profile.actors).find(([, { headers }]) => Object.keys(headers).length === 0) ?? []
    return { kind: 'nobody', name, org: organization }
  }

  #actor(name: string): Caller {
    const { organization = '' } = this.#contract.profile.actors[name] ?? {}
    return { kind: 'actor', name, org: organization, credential: `actor:${name}` }
  }

  #stranger(shown: string): Caller {
    if (this.#assumed.as !== undefined) return this.#actor(this.#assumed.as)
    return { kind: 'stranger', name: this.#named(shown) }
  }

  #named(shown: string): string {
    const name = this.#strangers.get(shown) ?? `caller ${this.#strangers.size + 1}`
    this.#strangers.set(shown, name)
    return name
  }
}

/** Tables whose rows have a secret that works outside the API. */
const KEYS = ['OncallAlertSource', 'UptimeExportToken', 'EmailSendKey', 'RegistryKey', 'LoginCredential', 'JoinToken']

function organizationOf(world: World, credential: string): string | undefined {
  const token = getRow(world.tables.Credential, [EVERYWHERE, credential])
  if (token) return token.actingOrg
  return KEYS.flatMap((table) => rowsOf(world, table)).find((row) => Object.values(row).includes(credential))?.org
}
