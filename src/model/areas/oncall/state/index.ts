import { spelledAlike } from '../../../request/same-name.ts'
import { byId, type Row, type TableDefinition, within } from '../../../table/table.ts'
import { placeInTime } from '../../../values/place-in-time.ts'
import type { AlertRow, AlertSourceRow } from './alerts.ts'
import type { IncidentRow, TimelineRow, UpdateRow } from './incidents.ts'
import type { CredentialRow, PageRow, PagingRow, PolicyRow, ProviderRow, ServiceRow, WalkRow } from './paging.ts'
import type { OverrideRow, ScheduleRow } from './schedules.ts'

export type * from './alerts.ts'
export type * from './incidents.ts'
export type * from './paging.ts'
export type * from './schedules.ts'

/** The id of rows that exist once per organization. */
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

const byName = ({ org, name }: Row & { readonly name: string }): string[] => [org, spelledAlike(name)]

/** Incidents are in order of when they opened, even where that was told later (On-call, operation 4). */
const openedOf = ({ openedAtMs, openedAt }: IncidentRow): string => placeInTime(openedAtMs, openedAt)

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
    service: (row) => [row.org, row.serviceId, openedOf(row)],
    status: (row) => [row.org, row.status, openedOf(row)],
    working: (row) => (row.status === 'resolved' ? undefined : [row.org, openedOf(row)]),
    unresolved: (row) => (row.status === 'resolved' ? undefined : [row.org, row.serviceId, openedOf(row)]),
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
