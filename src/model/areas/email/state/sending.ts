import type { components } from '../../../../contract/generated/api.ts'
import type { Row } from '../../../table/table.ts'

type Schemas = components['schemas']

export type SuppressionReason = Schemas['EmailSuppression']['reason']

export interface SendKeyRow extends Row {
  readonly name: string
  readonly keyId: string
  readonly domainIds: readonly string[]
  readonly createdAt: string
  readonly lastUsedAt: string | undefined
  readonly secret: string
  readonly orgWide: boolean
  /** Revoked: still known, but cannot send. */
  readonly revoked: boolean
}

export interface SuppressionRow extends Row {
  readonly address: string
  readonly reason: SuppressionReason
  readonly createdAt: string
  /** The same instant; entries of worlds that were saved earlier have none. */
  readonly createdAtMs?: number | undefined
  /** Lifted, and yet in the way: only where lifting does not do what it should. */
  readonly lifted: boolean
}

/** The organization's posture; one row with the id `settings`. */
export interface SettingsRow extends Row {
  /** Absent: the platform's default. */
  readonly dailyQuota: number | undefined
  readonly paused: boolean
  readonly pausedAt: string | undefined
  readonly pauseReason: string | undefined
}

export interface Counts {
  readonly accepted: number
  readonly sent: number
  readonly hardBounces: number
  readonly softBounces: number
  readonly complaints: number
}

/** The counts of one hour; the id is the number of the hour, and so is its place among them. */
export interface TrafficRow extends Row, Counts {}
