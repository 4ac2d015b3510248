import type { Json } from './json.ts'
import type { Cost } from './openapi.ts'
import type { Binding } from './operations.ts'

/** The choices of one implementation where the contract is silent, and how to reach it. */
export interface Profile {
  readonly name: string
  readonly actors: Readonly<Record<string, ActorProfile>>
  readonly bindings: Readonly<Record<string, Binding>>
  readonly gaps: Readonly<Record<string, Json>>
  readonly vocabulary: Vocabulary
  /** The number of operations of each cost that a run may use; free ones are not limited. */
  readonly budget: Readonly<Partial<Record<Exclude<Cost, 'free'>, number>>>
  /** Things that exist already and that the judge may change, by entity. */
  readonly lent: Readonly<Record<string, readonly string[]>>
  readonly driver: DriverProfile | undefined
  /** exclusive: nobody else uses the organization during a run. */
  readonly organization: 'open' | 'exclusive'
  /** Seconds to wait for an asynchronous result, by subject. */
  readonly deadlines: Readonly<Record<string, number>>
  /** Seconds within which a stale read may still catch up. */
  readonly settle: number
  readonly leaveOut: readonly string[]
  /** Values that came from the environment, by variable: nobody is to read them. */
  readonly environment?: Readonly<Record<string, string>>
}

export interface ActorProfile {
  readonly role: string
  readonly organization: string
  /** The headers that carry the credential; none for somebody who is not logged in. */
  readonly headers: Readonly<Record<string, string>>
  readonly user?: string
  readonly email?: string
  readonly label?: string
}

export type DriverProfile = { readonly url: string } | { readonly module: string }

export interface Vocabulary {
  readonly users?: readonly { readonly id: string; readonly label: string }[]
  readonly oncallServices?: readonly string[]
  readonly orchestratorVersions?: readonly string[]
  readonly eventTypes?: readonly string[]
  readonly regions?: readonly string[]
  readonly incidentStatusFilter?: Readonly<Partial<Record<'open' | 'acknowledged' | 'resolved', string>>>
  readonly purgeValue?: string
  readonly domainSuffix?: string
  readonly phone?: string
  readonly provider?: { readonly accountSid: string; readonly authToken: string; readonly fromNumber: string }
  readonly receiverUrl?: string
  readonly reservedSlug?: string
  readonly readOnlyRoles?: readonly string[]
  readonly statusPagePath?: string
}

export const EMPTY_PROFILE: Profile = {
  name: 'defaults',
  actors: {},
  bindings: {},
  gaps: {},
  vocabulary: {},
  budget: {},
  lent: {},
  driver: undefined,
  organization: 'open',
  deadlines: {},
  settle: 1,
  leaveOut: [],
}
