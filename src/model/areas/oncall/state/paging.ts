import type { components } from '../../../../contract/generated/api.ts'
import type { Row } from '../../../table/table.ts'

type Schemas = components['schemas']

export type Step = Readonly<Schemas['OncallEscalationStep']>

export type NotificationRule = Readonly<Schemas['OncallNotificationRule']>

export type Channel = NotificationRule['channel']

export interface ServiceRow extends Row {
  readonly name: string
  readonly createdAt: string
  readonly escalationPolicyId: string | undefined
}

export interface PolicyRow extends Row {
  readonly name: string
  readonly repeat: number
  readonly steps: readonly Step[]
  readonly createdAt: string
}

/** An incident's way through the steps; id is the incident's. */
export interface WalkRow extends Row {
  readonly policyId: string
  readonly repeat: number
  readonly steps: readonly Step[]
  /** Keys of what waits for the clock: the next step, and pages with a delay. */
  readonly stepDue?: string
  readonly pagesDue?: readonly string[]
}

/** One notification that was sent, or could not be: the page log. */
export interface PageRow extends Row {
  readonly at: string
  readonly incidentId: string
  readonly userId: string
  readonly channel: Channel
  readonly to: string
  readonly step: number
  readonly round: number
  readonly outcome: 'sent' | 'failed'
  readonly error: string | undefined
}

/** The paging settings of a user; the id is the user's. */
export interface PagingRow extends Row {
  readonly email: string
  readonly phone: string | undefined
  readonly rules: readonly NotificationRule[]
}

/** The organization's own account at the provider; one row with the id `provider`. */
export interface CredentialRow extends Row {
  readonly configured: boolean
  readonly accountSid: string
  readonly fromNumber: string
  readonly updatedAt: string
  readonly authToken: string
}

export type Behaviour = 'accepts' | 'rejects' | 'unreachable'

/** The provider's behaviour towards the organization; one row with the id `provider`. */
export interface ProviderRow extends Row {
  readonly verification: Behaviour
  readonly pages: Behaviour
}
