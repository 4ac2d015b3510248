import type { components } from '../../../../contract/generated/api.ts'
import type { Row } from '../../../table/table.ts'

type Schemas = components['schemas']

export type EventKind = Schemas['EmailMessageEvent']['kind']

/** The events that endpoints can subscribe to. */
export type Announced = EventKind | 'received'

export type MessageStage = 'queued' | 'failed' | 'received' | EventKind

export interface MessageRow extends Row {
  readonly direction: 'send' | 'receive'
  readonly state: string
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[] | undefined
  readonly subject: string | undefined
  readonly sizeBytes: number
  readonly door: string | undefined
  readonly domainId: string
  readonly lastError: string | undefined
  readonly createdAt: string
  readonly sentAt: string | undefined
  readonly stateAt: string
  /** The stage behind `state`, whatever name that has. */
  readonly stage: MessageStage
  readonly createdAtMs: number
  readonly text: string | undefined
  readonly askedBytes: number | undefined
  /** Recipients that it really goes to. */
  readonly reached: readonly string[]
  /** Queued after the daily quota was used up; it counts on the day it is sent. */
  readonly overQuota: boolean
}

export interface MessageEventRow extends Row {
  readonly messageId: string
  readonly kind: EventKind
  readonly bounceType: string | undefined
  readonly recipient: string | undefined
  readonly detail: Schemas['EmailMessageEvent']['detail']
  readonly occurredAt: string
}

/** A cursor whose meaning cannot be read off it, because a target made it up. */
export interface CursorRow extends Row {
  readonly afterMs: number
  readonly afterSeq: number
}
