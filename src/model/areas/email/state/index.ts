import { byId, type TableDefinition, within } from '../../../table/table.ts'
import { placeInTime } from '../../../values/place-in-time.ts'
import type { ClaimRow, DomainRow, RouteRow } from './domains.ts'
import type { CursorRow, MessageEventRow, MessageRow } from './messages.ts'
import type { SendKeyRow, SettingsRow, SuppressionRow, TrafficRow } from './sending.ts'
import type { AttemptRow, DeliveryRow, EventTypeRow, WebhookRow } from './webhooks.ts'

export type * from './domains.ts'
export type * from './messages.ts'
export type * from './sending.ts'
export type * from './webhooks.ts'

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
  EmailSuppression: byId({
    address: (row) => [row.org, row.address.toLowerCase()],
    // By when it came on the list, also where that was told later.
    made: (row) => [row.org, placeInTime(row.createdAtMs, row.createdAt)],
  }),
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
