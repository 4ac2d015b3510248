import type { components } from '../../../../contract/generated/api.ts'
import { byId, type Row, type TableDefinition, within } from '../../../table/table.ts'

type Schemas = components['schemas']

export type IncidentStatus = Schemas['OncallIncident']['status']
export type Person = Readonly<Schemas['OncallParticipant']>
export type Handoff = Readonly<Schemas['OncallHandoff']>
export type Step = Readonly<Schemas['OncallEscalationStep']>
export type NotificationRule = Readonly<Schemas['OncallNotificationRule']>
export type Channel = NotificationRule['channel']

export interface ServiceRow extends Row {
  readonly name: string
  readonly createdAt: string
  readonly escalationPolicyId: string | undefined
}

export interface IncidentRow extends Row {
  readonly serviceId: string
  readonly serviceName: string
  readonly title: string
  readonly description: string | undefined
  readonly status: IncidentStatus
  readonly openedAt: string
  readonly acknowledgedAt: string | undefined
  readonly resolvedAt: string | undefined
  readonly resolvedAtMs: number | undefined
  readonly acknowledgedBy: Person | undefined
  /** Opened by a person, not by an alert. */
  readonly manual: boolean
  /** How many alerts fired when it was resolved. */
  readonly firingAtEnd: number
  readonly everPublished: boolean
  /** The timer that will resolve it, while none of its alerts fires. */
  readonly resolutionDue: string | undefined
}

export interface AlertRow extends Row {
  readonly incidentId: string
  readonly serviceId: string
  /** What tells it from other alerts of the service. */
  readonly identity: string
  readonly fingerprint: string
  readonly status: 'firing' | 'resolved'
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly startsAt: string | undefined
  readonly endsAt: string | undefined
}

export type TimelineKind =
  | 'opened'
  | 'alertAttached'
  | 'alertResolved'
  | 'paged'
  | 'pageFailed'
  | 'acknowledged'
  | 'resolved'
  | 'updatePublished'
  | 'updateRetracted'

export interface TimelineRow extends Row {
  readonly incidentId: string
  readonly at: string
  readonly kind: TimelineKind
  readonly byLabel: string | undefined
  readonly detail: string | undefined
}

export interface UpdateRow extends Row {
  readonly incidentId: string
  readonly at: string
  readonly body: string
  readonly byLabel: string
}

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

/** How a user is paged; id is the user's. */
export interface PagingRow extends Row {
  readonly email: string
  readonly phone: string | undefined
  readonly rules: readonly NotificationRule[]
}

export interface AlertSourceRow extends Row {
  readonly name: string
  readonly serviceId: string
  readonly createdAt: string
  readonly lastEventAt: string | undefined
  readonly token: string
  readonly revoked: boolean
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

/** How the provider treats the organization; one row with the id `provider`. */
export interface ProviderRow extends Row {
  readonly verification: Behaviour
  readonly pages: Behaviour
}

/** The id of rows of which an organization has one. */
export const ONLY = 'provider'

export interface OncallRows {
  readonly OncallService: ServiceRow
  readonly OncallIncident: IncidentRow
  readonly OncallAlert: AlertRow
  readonly OncallTimelineEntry: TimelineRow
  readonly PublicUpdate: UpdateRow
  readonly OncallSchedule: ScheduleRow
  readonly OncallOverride: OverrideRow
  readonly OncallEscalationPolicy: PolicyRow
  readonly OncallWalk: WalkRow
  readonly Page: PageRow
  readonly PagingSettings: PagingRow
  readonly OncallAlertSource: AlertSourceRow
  readonly ProviderCredential: CredentialRow
  readonly OncallProvider: ProviderRow
}

const byName = ({ org, name }: Row & { readonly name: string }): string[] => [org, name]

declare module '../../../world/rows.ts' {
  interface Rows extends OncallRows {}
}

export const ONCALL_TABLES: { readonly [Name in keyof OncallRows]: TableDefinition<OncallRows[Name]> } = {
  OncallService: byId<ServiceRow>({
    name: byName,
    // A status page is public: it is found without knowing the organization.
    anywhere: (row) => [row.id],
    policy: (row) => (row.escalationPolicyId === undefined ? undefined : [row.org, row.escalationPolicyId]),
  }),
  OncallIncident: byId<IncidentRow>({
    service: (row) => [row.org, row.serviceId],
    status: (row) => [row.org, row.status],
    working: (row) => (row.status === 'resolved' ? undefined : [row.org]),
    unresolved: (row) => (row.status === 'resolved' ? undefined : [row.org, row.serviceId]),
  }),
  OncallAlert: within<AlertRow>((row) => row.incidentId, {
    firing: (row) => (row.status === 'firing' ? [row.org, row.incidentId] : undefined),
    identity: (row) => [row.org, row.serviceId, row.identity],
  }),
  OncallTimelineEntry: within((row) => row.incidentId),
  PublicUpdate: within((row) => row.incidentId),
  OncallSchedule: byId<ScheduleRow>({ name: byName }),
  OncallOverride: within((row) => row.scheduleId),
  OncallEscalationPolicy: byId<PolicyRow>({ name: byName }),
  OncallWalk: byId(),
  Page: byId<PageRow>({ incident: (row) => [row.org, row.incidentId] }),
  PagingSettings: byId(),
  OncallAlertSource: byId<AlertSourceRow>({
    name: byName,
    // A delivery brings a token and no organization (Authentication, point 6).
    token: (row) => [row.token],
  }),
  ProviderCredential: byId(),
  OncallProvider: byId(),
}
