import type { components } from '../../../../contract/generated/api.ts'
import type { Reader } from '../../../world/reader.ts'
import type {
  UptimeExportTokenRow,
  UptimeFailureRow,
  UptimeMonitorRow,
  UptimeServiceRow,
  UptimeTransitionRow,
} from '../state/index.ts'
import { exportTokenOnce } from '../statements/index.ts'
import { shownMonitors } from './attached.ts'

type Schemas = components['schemas']

export function serviceView(reader: Reader, service: UptimeServiceRow): Schemas['UptimeService'] {
  const { id, name, createdAt } = service
  return { id, name, monitors: shownMonitors(reader, service), createdAt }
}

export function monitorView(reader: Reader, monitor: UptimeMonitorRow): Schemas['UptimeMonitor'] {
  const { id, name, serviceId, enabled, intervalSeconds, vantages, timeoutMs, downCondition, kind, http, tcp } = monitor
  return {
    id,
    name,
    ...(serviceId !== undefined && { serviceId }),
    enabled,
    intervalSeconds,
    vantages: [...vantages],
    timeoutMs,
    downCondition,
    kind,
    ...stateView(reader, monitor),
    createdAt: monitor.createdAt,
    updatedAt: monitor.updatedAt,
    ...(http && { http }),
    ...(tcp && { tcp }),
  }
}

/** state and stateSince are optional; when they are there is open (Resources, UptimeMonitor). */
function stateView(reader: Reader, { state, stateSince, enabled }: UptimeMonitorRow) {
  const shown = reader.gap('uptime.state-shown')
  if (shown === 'never' || (shown === 'once-known' && state === 'pending')) return {}
  if (!enabled && reader.gap('uptime.state-while-disabled') === 'absent') return {}
  return { state, ...(stateSince !== undefined && { stateSince }) }
}

export function exportTokenView(reader: Reader, row: UptimeExportTokenRow): Schemas['UptimeExportToken'] {
  const { id, name, createdAt, lastUsedAt } = row
  reader.cite(exportTokenOnce)
  return { id, name, createdAt, lastUsedAt }
}

export function failureView(row: UptimeFailureRow): Schemas['UptimeFailure'] {
  const { at, vantage, attempt, outcome, errorKind, errorDetail, responseSnippet } = row
  return { at, vantage, attempt, outcome, errorKind, errorDetail, responseSnippet }
}

export function transitionView({ at, from, to, failingVantages }: UptimeTransitionRow): Schemas['UptimeTransition'] {
  return { at, from, to, failingVantages: [...failingVantages] }
}
