import type { components } from '../../../../contract/generated/api.ts'
import type { Row } from '../../../table/table.ts'

type Schemas = components['schemas']

export type Person = Readonly<Schemas['OncallParticipant']>

export type Handoff = Readonly<Schemas['OncallHandoff']>

export interface ScheduleRow extends Row {
  readonly name: string
  readonly timezone: string
  readonly participants: readonly Person[]
  readonly handoff: Handoff
  readonly createdAt: string
  /** From when on shifts are counted. */
  readonly startMs: number
  readonly changedAtMs: number
}

export interface OverrideRow extends Row {
  readonly scheduleId: string
  readonly userId: string
  readonly label: string
  readonly startsAt: string
  readonly endsAt: string
  /** Unset where the times could not be read: never active then. */
  readonly span: { readonly fromMs: number; readonly toMs: number } | undefined
}
