import type { Contract } from '../../../contract/contract.ts'
import type { Json } from '../../../contract/json.ts'
import type { Profile } from '../../../contract/profile.ts'
import type { Inputs } from './inputs.ts'

/** People and services of the seed `small`, which scenarios are played on when there is no target. */
const PEOPLE: Readonly<Record<string, string>> = {
  owner: 'usr_ada',
  admin: 'usr_bo',
  member: 'usr_cy',
  outsider: 'usr_dot',
}
const USERS = Object.values(PEOPLE)
const SERVICES = ['svc_checkout', 'svc_search']
const ORGANIZATIONS: Readonly<Record<string, string>> = { outsider: 'globex' }

/** Values that only the owner of a target can supply: in a scenario they are inputs, wherever it was recorded. */
export class Supplies {
  readonly #contract: Contract
  readonly #inputs: Inputs
  readonly #services: string[] = []
  readonly #unnamed: string[] = []
  readonly #given = new Map<string, string>()

  constructor(contract: Contract, inputs: Inputs) {
    this.#contract = contract
    this.#inputs = inputs
  }

  /** The input for a thing that no request makes; undefined for any other. */
  thing(entity: string, value: string): string | undefined {
    if (entity === 'User') return this.#kept(value, this.#person(value))
    if (entity === 'Organization') return this.#kept(value, this.#organization(value))
    if (entity === 'OncallService') return this.#kept(value, this.#service(value))
    if (entity === 'OrchestratorVersion') return this.#kept(value, this.#listed('orchestratorVersions', value))
    return undefined
  }

  /** The input for a value that a target chose at a gap. */
  choice(gap: string, value: string): string | undefined {
    if (gap === 'email.event-types') return this.#listed('eventTypes', value)
    return gap === 'registry.regions' ? this.#listed('regions', value) : undefined
  }

  /** True if the profile of the recorded target lists it. */
  isListed(entity: string, value: string): boolean {
    const { actors, vocabulary } = this.#profile
    if (entity === 'User')
      return (
        actorWith(this.#profile, 'user', value) !== undefined ||
        vocabulary.users?.some(({ id }) => id === value) === true
      )
    if (entity === 'Organization') return Object.values(actors).some(({ organization }) => organization === value)
    const { oncallServices, orchestratorVersions } = vocabulary
    return [...(oncallServices ?? []), ...(orchestratorVersions ?? [])].includes(value)
  }

  /** The label of a user, beside the id. */
  label(user: string, label: string): string | undefined {
    const actor = actorWith(this.#profile, 'user', user)
    if (actor !== undefined && this.#profile.actors[actor]?.label !== undefined)
      return this.#ask(`${actor}Label`, `/actors/${actor}/label`, label)
    const index = (this.#profile.vocabulary.users ?? []).findIndex(({ id }) => id === user)
    return index < 0 ? undefined : this.#ask(numbered('label', index), `/vocabulary/users/${index}/label`, label)
  }

  /** The target's name for a status in the filter of its incident list. */
  statusFilter(value: string): string {
    const [status = value] =
      Object.entries(this.#profile.vocabulary.incidentStatusFilter ?? {}).find(([, word]) => word === value) ?? []
    return this.entry(`${status}Incidents`, `incidentStatusFilter/${status}`, status)
  }

  /** One entry of the vocabulary that is a plain text. */
  entry(name: string, pointer: string, value: string): string {
    return this.#ask(name, `/vocabulary/${pointer}`, value)
  }

  /** The expression for a value, if it was supplied. */
  given(value: unknown): string | undefined {
    return typeof value === 'string' ? this.#given.get(value) : undefined
  }

  get #profile(): Profile {
    return this.#contract.profile
  }

  #person(value: string): string | undefined {
    const actor = actorWith(this.#profile, 'user', value)
    if (actor !== undefined) return this.#ask(`${actor}User`, `/actors/${actor}/user`, PEOPLE[actor] ?? value)
    const index = (this.#profile.vocabulary.users ?? []).findIndex(({ id }) => id === value)
    const place = index >= 0 ? index : this.#placeIn(USERS, value)
    return this.#ask(numbered('user', place), `/vocabulary/users/${place}/id`, USERS[place] ?? value)
  }

  #organization(value: string): string | undefined {
    const actor = actorWith(this.#profile, 'organization', value)
    const name = actor ?? 'owner'
    return this.#ask(`${name}Organization`, `/actors/${name}/organization`, ORGANIZATIONS[name] ?? 'acme')
  }

  /** The first service that is used is the first that a target has, whichever it was. */
  #service(value: string): string {
    if (!this.#services.includes(value)) this.#services.push(value)
    const place = this.#services.indexOf(value)
    return this.#ask(numbered('service', place), `/vocabulary/oncallServices/${place}`, SERVICES[place] ?? value)
  }

  #listed(name: keyof typeof ON_MOCK, value: string): string | undefined {
    const offered = ON_MOCK[name](this.#contract)
    const place = this.#placeIn(this.#profile.vocabulary[name] ?? offered, value)
    const asked = this.#ask(numbered(SINGULAR[name], place), `/vocabulary/${name}/${place}`, offered[place] ?? value)
    return this.#kept(value, asked)
  }

  /** The place of a value in the list; values that are not in it take the places in turn. */
  #placeIn(list: readonly string[], value: string): number {
    if (list.includes(value)) return list.indexOf(value)
    if (!this.#unnamed.includes(value)) this.#unnamed.push(value)
    const place = this.#unnamed.indexOf(value)
    return list.length > 0 ? place % list.length : place
  }

  #ask(name: string, from: string, value: string): string {
    return this.#inputs.ask(name, { from, value })
  }

  #kept(value: string, expression: string | undefined): string | undefined {
    if (expression !== undefined) this.#given.set(value, expression)
    return expression
  }
}

const SINGULAR = { orchestratorVersions: 'version', eventTypes: 'eventType', regions: 'region' } as const

/** The defaults of the mock. */
const ON_MOCK = {
  orchestratorVersions: ({ source }: Contract) => textsOf(source.gaps['clusters.version-catalog']?.default),
  eventTypes: ({ source }: Contract) => textsOf(Object.values(source.gaps['email.event-types']?.default ?? {})),
  regions: ({ source }: Contract) => textsOf(source.gaps['registry.regions']?.default),
} as const

const textsOf = (value: Json | undefined): string[] => (Array.isArray(value) ? value.map(String) : [])

const numbered = (name: string, index: number): string => (index === 0 ? name : `${name}${index + 1}`)

const actorWith = ({ actors }: Profile, field: 'user' | 'organization', value: string): string | undefined =>
  Object.entries(actors).find(([, actor]) => actor[field] === value)?.[0]
