import type { components } from '../../../../contract/generated/api.ts'
import type { Json } from '../../../../contract/json.ts'
import type { Row } from '../../../table/table.ts'
import type { Announced } from './messages.ts'

type Schemas = components['schemas']

export type DeliveryState = Schemas['EmailDelivery']['state']

/** An endpoint's answer to an attempt. */
export type EndpointAnswer =
  | { readonly status: number; readonly afterMs: number }
  | { readonly failure: string; readonly afterMs: number }

export interface Script {
  readonly answers: readonly EndpointAnswer[]
  /** The answer to attempts after the end of the script; absent: a real request is sent. */
  readonly last: EndpointAnswer | undefined
}

export interface WebhookRow extends Row {
  readonly url: string
  readonly eventTypes: readonly string[]
  readonly disabled: boolean
  readonly createdAt: string
  readonly signingSecret: string
  readonly formerSecret: string | undefined
  readonly script: Script | undefined
}

/** A value of eventTypes that the platform offers. */
export interface EventTypeRow extends Row {
  /** Absent where nobody said what it is about. */
  readonly announces: Announced | undefined
}

export interface DeliveryRow extends Row {
  /** The id as the API shows it. */
  readonly number: number
  readonly endpointId: string
  readonly eventType: string
  readonly messageId: string | undefined
  readonly state: DeliveryState
  readonly attempts: number
  readonly lastStatus: number | undefined
  readonly lastError: string | undefined
  readonly deliveredAt: string | undefined
  readonly createdAt: string
  /** The payload, as it was when the event happened. */
  readonly payload: Readonly<Record<string, Json>>
  /** Attempts so far, over all records where each has its own. */
  readonly tries: number
  readonly finished: boolean
  /** An attempt is out and has no answer yet. */
  readonly awaiting: boolean
  readonly due: string | undefined
}

/** An attempt at a delivery, as whoever looks at the wire would have seen it. The API does not show it. */
export interface AttemptRow extends Row {
  readonly deliveryId: string
  readonly endpointId: string
  readonly attempt: number
  readonly atMs: number
  readonly url: string
  readonly payload: DeliveryRow['payload']
  readonly secret: string
  /** A script answered; nothing was really sent. */
  readonly scripted: boolean
  /** The time of signing, if it was really sent: the receiver lives in real time. */
  readonly signedAtMs: number | undefined
  readonly status: number | undefined
  readonly error: string | undefined
}
