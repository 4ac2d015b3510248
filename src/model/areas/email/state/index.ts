import type { components } from '../../../../contract/generated/api.ts'
import type { Json } from '../../../../contract/json.ts'
import { byId, type Row, type TableDefinition, within } from '../../../table/table.ts'

type Schemas = components['schemas']
export type DnsRecord = Schemas['EmailDnsRecord']
export type Capability = DnsRecord['capability']
export type ReceiveState = Schemas['EmailDomain']['receiveState']
export type SendState = Schemas['EmailDomain']['sendState']
export type DeliveryState = Schemas['EmailDelivery']['state']
export type EventKind = Schemas['EmailMessageEvent']['kind']
export type SuppressionReason = Schemas['EmailSuppression']['reason']
/** What endpoints can be told of. */
export type Announced = EventKind | 'received'

export interface SendKeyRow extends Row {
  readonly name: string
  readonly keyId: string
  readonly domainIds: readonly string[]
  readonly createdAt: string
  readonly lastUsedAt: string | undefined
  readonly secret: string
  readonly orgWide: boolean
  /** A tombstone: it is known, and sends no more. */
  readonly revoked: boolean
}

export interface RouteRow extends Row {
  readonly domainId: string
  readonly pattern: string
  readonly endpointId: string
  readonly createdAt: string
}

export interface DomainRow extends Row {
  readonly name: string
  readonly sendState: SendState
  readonly receiveState: ReceiveState
  readonly createdAt: string
  readonly dnsRecords: DnsRecord[]
  /** A value of its own that goes into its records. */
  readonly token: string
  /** What lookups find, by record. */
  readonly published: Readonly<Record<string, string>>
  readonly sendSinceMs: number
  readonly receiveSinceMs: number
  /** The timers of the pass that somebody forced, and of the one that comes by itself. */
  readonly forcedDue: string | undefined
  readonly unaskedDue: string | undefined
  /** After so many more reads of it a pass comes, where reads decide. */
  readonly readsLeft: number | undefined
}

/** Who holds a name at the mail provider, over all organizations; id is the name in lower case. */
export interface ClaimRow extends Row {
  /** Absent: an organization outside this world. */
  readonly holder: string | undefined
}

/** How an endpoint meets an attempt. */
export type EndpointAnswer =
  | { readonly status: number; readonly afterMs: number }
  | { readonly failure: string; readonly afterMs: number }

export interface Script {
  readonly answers: readonly EndpointAnswer[]
  /** What attempts past the end meet; absent: a real request. */
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
  /** What state means, whatever it is called. */
  readonly stage: MessageStage
  readonly createdAtMs: number
  readonly text: string | undefined
  readonly askedBytes: number | undefined
  /** Recipients that it really goes to. */
  readonly reached: readonly string[]
  /** It came after the day's quota was used up, and counts on the day it goes out. */
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

export interface SuppressionRow extends Row {
  readonly address: string
  readonly reason: SuppressionReason
  readonly createdAt: string
  /** Lifted, and yet in the way: only where lifting does not do what it should. */
  readonly lifted: boolean
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
  /** What is sent, as it was when the event happened. */
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
  /** When it was signed, for one that was really sent: its receiver lives in real time. */
  readonly signedAtMs: number | undefined
  readonly status: number | undefined
  readonly error: string | undefined
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

/** What happened in one hour; id is the number of the hour. */
export interface TrafficRow extends Row, Counts {}

/** A cursor whose meaning cannot be read off it, because a target made it up. */
export interface CursorRow extends Row {
  readonly afterMs: number
  readonly afterSeq: number
}

export interface EmailRows {
  readonly EmailSendKey: SendKeyRow
  readonly EmailRoute: RouteRow
  readonly EmailDomain: DomainRow
  readonly EmailClaim: ClaimRow
  readonly EmailWebhook: WebhookRow
  readonly EmailEventType: EventTypeRow
  readonly EmailMessage: MessageRow
  readonly EmailMessageEvent: MessageEventRow
  readonly EmailSuppression: SuppressionRow
  readonly EmailDelivery: DeliveryRow
  readonly EmailAttempt: AttemptRow
  readonly EmailSettings: SettingsRow
  readonly EmailTraffic: TrafficRow
  readonly EmailCursor: CursorRow
}

const DAY_MS = 86_400_000
export const dayOf = (atMs: number): string => String(Math.floor(atMs / DAY_MS)).padStart(8, '0')
const instantOf = (atMs: number): string => String(atMs).padStart(15, '0')

declare module '../../../world/rows.ts' {
  interface Rows extends EmailRows {}
}

export const EMAIL_TABLES: { readonly [Name in keyof EmailRows]: TableDefinition<EmailRows[Name]> } = {
  EmailSendKey: byId({ secret: (row) => [row.secret], live: (row) => (row.revoked ? undefined : [row.org]) }),
  EmailRoute: byId({
    domain: (row) => [row.org, row.domainId],
    pattern: (row) => [row.org, row.domainId, row.pattern.toLowerCase()],
    endpoint: (row) => [row.org, row.endpointId],
  }),
  EmailDomain: byId({ name: (row) => [row.org, row.name.toLowerCase()] }),
  EmailClaim: byId(),
  EmailWebhook: byId({ url: (row) => [row.org, row.url] }),
  EmailEventType: byId(),
  EmailMessage: byId({
    // Day by day and then by the instant, so that the log can be entered in the middle.
    log: (row) => [row.org, dayOf(row.createdAtMs), instantOf(row.createdAtMs)],
    domain: (row) => [row.org, row.domainId],
    queued: (row) => (row.stage === 'queued' ? [row.org] : undefined),
  }),
  EmailMessageEvent: within((row) => row.messageId),
  EmailSuppression: byId({ address: (row) => [row.org, row.address.toLowerCase()] }),
  EmailDelivery: byId({
    endpoint: (row) => [row.org, row.endpointId],
    message: (row) => (row.messageId === undefined ? undefined : [row.org, row.messageId]),
    unfinished: (row) => (row.finished ? undefined : [row.org, row.endpointId]),
    awaiting: (row) => (row.awaiting ? [row.org] : undefined),
  }),
  EmailAttempt: within<AttemptRow>((row) => row.deliveryId, { log: (row) => [row.org, instantOf(row.atMs)] }),
  EmailSettings: byId(),
  EmailTraffic: byId(),
  EmailCursor: byId(),
}
