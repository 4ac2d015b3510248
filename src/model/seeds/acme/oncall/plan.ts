import type { ActorSeed } from '../../../access/seed-identities.ts'
import type { AlertName } from './alerts.ts'

/** One incident of the past weeks; times in minutes after its beginning. */
export interface IncidentPlan {
  readonly minutesAgo: number
  readonly service: string
  readonly title: string
  /** The alerts that brought it about; a person opened it when there are none. */
  readonly alerts: readonly AlertName[]
  /** The note that the person wrote. */
  readonly note?: string
  readonly by: ActorSeed
  readonly takenAfter?: number
  /** By the alerts themselves, or by the person while they still fire. */
  readonly over?: { readonly after: number; readonly how: 'by itself' | 'by a person' }
  readonly updates?: readonly { readonly after: number; readonly body: string; readonly retracted?: boolean }[]
}
