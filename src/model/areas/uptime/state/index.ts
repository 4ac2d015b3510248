import type { components } from '../../../../contract/generated/api.ts'
import { spelledAlike } from '../../../request/same-name.ts'
import { byId, type Row, type TableDefinition, within } from '../../../table/table.ts'

type Schemas = components['schemas']
export type MonitorState = 'pending' | 'up' | 'down'
export type DownCondition = Schemas['UptimeDownCondition']
export type HttpCheck = Schemas['UptimeHttpCheck']
export type TcpCheck = Schemas['UptimeTcpCheck']

export interface UptimeIntervalRow extends Row {
  readonly seconds: number
  readonly label: string
}

export interface UptimeVantageRow extends Row {
  readonly label: string
  readonly available: boolean
}

export interface UptimeServiceRow extends Row {
  readonly name: string
  readonly createdAt: string
}

/** A monitor's target as seen from one vantage: its failures or successes in a row. */
export interface Standing {
  readonly failures: number
  readonly successes: number
  /** As of the last report; undefined: as usual. */
  readonly latencyMs: number | undefined
  /** The time of the last report. */
  readonly atMs?: number
}

/** A stretch of time in which a monitor was probed in one rhythm from the same vantages. */
export interface ProbingSpan {
  readonly fromMs: number
  readonly toMs: number | undefined
  readonly intervalSeconds: number
  readonly vantages: readonly string[]
}

export interface UptimeMonitorRow extends Row {
  readonly name: string
  readonly serviceId: string | undefined
  readonly enabled: boolean
  readonly intervalSeconds: number
  readonly vantages: readonly string[]
  readonly timeoutMs: number
  readonly downCondition: DownCondition
  /** Nobody has ever given one, so what stands there may follow the vantages. */
  readonly conditionByDefault: true | undefined
  readonly kind: 'tcp' | 'http'
  readonly http: HttpCheck | undefined
  readonly tcp: TcpCheck | undefined
  readonly state: MonitorState
  readonly stateSince: string | undefined
  readonly createdAt: string
  readonly updatedAt: string
  /** Gone for the API, kept by the backend (Endpoints, Uptime, row 11). */
  readonly deleted: boolean
  readonly metricsHidden: boolean
  readonly standing: Readonly<Record<string, Standing>>
  readonly spans: readonly ProbingSpan[]
  /** The vantages that brought it down last. */
  readonly broughtDownBy: readonly string[]
  /** The timer of its first probe. */
  readonly dueId: string | undefined
}

/** One recorded result of one probe. */
export interface UptimeProbeRow extends Row {
  readonly monitorId: string
  readonly vantage: string
  readonly atMs: number
  readonly ok: boolean
  /** Undefined: as usual. */
  readonly latencyMs: number | undefined
}

export interface UptimeFailureRow extends Row {
  readonly monitorId: string
  readonly atMs: number
  readonly at: string
  readonly vantage: string
  readonly attempt: number
  readonly outcome: 'fail' | 'error'
  readonly errorKind: string
  readonly errorDetail: string
  readonly responseSnippet: string
}

export interface UptimeTransitionRow extends Row {
  readonly monitorId: string
  readonly atMs: number
  readonly at: string
  readonly from: MonitorState
  readonly to: MonitorState
  readonly failingVantages: readonly string[]
}

export interface UptimeExportTokenRow extends Row {
  readonly name: string
  readonly token: string
  readonly createdAt: string
  readonly lastUsedAt: string
  readonly revoked: boolean
}

/** The settings that staff or an outage made for an organization's monitors; one row each, called `settings`. */
export interface UptimeSettingsRow extends Row {
  /** Absent: the platform's default. */
  readonly monitorQuota: number | undefined
  readonly metricsHidden: boolean
}

export interface UptimeRows {
  readonly UptimeInterval: UptimeIntervalRow
  readonly UptimeVantage: UptimeVantageRow
  readonly UptimeService: UptimeServiceRow
  readonly UptimeMonitor: UptimeMonitorRow
  readonly UptimeProbe: UptimeProbeRow
  readonly UptimeFailure: UptimeFailureRow
  readonly UptimeTransition: UptimeTransitionRow
  readonly UptimeExportToken: UptimeExportTokenRow
  readonly UptimeSettings: UptimeSettingsRow
}

const ofMonitor = (row: { readonly monitorId: string }) => row.monitorId

declare module '../../../world/rows.ts' {
  interface Rows extends UptimeRows {}
}

export const UPTIME_TABLES: { readonly [Name in keyof UptimeRows]: TableDefinition<UptimeRows[Name]> } = {
  UptimeInterval: byId(),
  UptimeVantage: byId(),
  UptimeService: byId({ name: (row) => [row.org, spelledAlike(row.name)] }),
  UptimeMonitor: byId({
    id: (row) => [row.id],
    live: (row) => (row.deleted ? undefined : [row.org]),
    service: (row) => (row.deleted || row.serviceId === undefined ? undefined : [row.org, row.serviceId]),
  }),
  UptimeProbe: within<UptimeProbeRow>(ofMonitor),
  UptimeFailure: within<UptimeFailureRow>(ofMonitor),
  UptimeTransition: within<UptimeTransitionRow>(ofMonitor),
  UptimeExportToken: byId({ secret: (row) => [row.token], live: (row) => (row.revoked ? undefined : [row.org]) }),
  UptimeSettings: byId(),
}
