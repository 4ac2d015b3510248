import type { EventContext } from '../../request/contexts.ts'
import type { EventName } from '../../request/operation-types.ts'
import type { Reader } from '../../world/reader.ts'
import type { EventEffect } from '../area.ts'
import { eventAnswer, ImpossibleEvent } from '../event-answer.ts'
import { instantSaid } from '../event-instant.ts'
import { saysOrganization } from '../event-organization.ts'
import { changeSettings } from './effects/change-settings.ts'
import { noteScrape } from './effects/note-scrape.ts'
import { recordProbes } from './effects/probing/probe.ts'
import { awaitRecovery } from './effects/probing/recovery.ts'
import { exportTokenOf } from './queries/export-token-of.ts'
import { revokedScrape } from './rules/access.ts'
import type { UptimeMonitorRow } from './state/index.ts'

/** The monitor an event is about; its id alone tells, where the event does not say in which organization it happens. */
function monitorCalled<Name extends EventName>(context: EventContext<Name>, id: string): UptimeMonitorRow {
  const [anywhere] = saysOrganization(context) ? [] : context.newest('UptimeMonitor', 'id', id)
  const monitor = context.get('UptimeMonitor', context.org, id) ?? anywhere
  if (!monitor || monitor.deleted) throw new ImpossibleEvent('unknown', `there is no monitor ${id}`)
  return monitor
}

export const probeResult: EventEffect<'probeResult'> = (context) => {
  const { monitorId, vantage, outcome, times = 1, latencyMs, at, ...texts } = context.body
  const before = monitorCalled(context, monitorId)
  if (!before.enabled) throw new ImpossibleEvent('not-possible', `the monitor ${monitorId} is disabled`)
  if (vantage !== undefined && !before.vantages.includes(vantage))
    throw new ImpossibleEvent('unknown', `the monitor ${monitorId} has no vantage ${vantage}`)
  const vantages = vantage === undefined ? before.vantages : [vantage]
  const probedAtMs = instantSaid(context, at, { what: `the monitor ${monitorId}`, createdAt: before.createdAt })
  let monitor = before
  let moves = 0
  for (const atMs of instants(context, before, times, probedAtMs)) {
    const next = recordProbes(context, monitor, vantages, { atMs, outcome, latencyMs, ...texts })
    if (next.state !== monitor.state) moves++
    monitor = next
  }
  if (outcome !== 'ok') monitor = awaitRecovery(context, monitor)
  const changed = eventAnswer(context, { entity: 'UptimeMonitor', id: monitorId, change: 'changed' })
  return { ...changed, state: monitor.state, transitions: moves }
}

/** The times of several probes in a row, at the monitor's interval or closer, so that none comes before a known one. */
function instants(context: Reader, monitor: UptimeMonitorRow, times: number, lastMs: number): number[] {
  if (times === 1) return [lastMs]
  const [last] = context.newest('UptimeProbe', 'parent', monitor.org, monitor.id)
  const knownMs = Math.max(last?.atMs ?? 0, monitor.spans.at(-1)?.fromMs ?? 0)
  const step = Math.max(0, Math.min(monitor.intervalSeconds * 1000, Math.floor((lastMs - knownMs) / times)))
  return Array.from({ length: times }, (_, index) => lastMs - (times - 1 - index) * step)
}

export const metricsAvailability: EventEffect<'metricsAvailability'> = (context) => {
  const { monitorId, available } = context.body
  const metricsHidden = !available
  if (monitorId !== undefined) {
    context.put('UptimeMonitor', { ...monitorCalled(context, monitorId), metricsHidden })
    return eventAnswer(context, { entity: 'MetricsView', id: monitorId, change: 'changed' })
  }
  changeSettings(context, context.org, { metricsHidden })
  for (const monitor of [...context.oldest('UptimeMonitor', 'live', context.org)])
    context.put('UptimeMonitor', { ...monitor, metricsHidden })
  return eventAnswer(context, { entity: 'MetricsView', id: context.org, change: 'changed' })
}

export const quotaChanges: EventEffect<'quotaChanges'> = (context) => {
  const { quota, value } = context.body
  if (quota !== 'monitors') return undefined
  changeSettings(context, context.org, { monitorQuota: value })
  return eventAnswer(context, { entity: 'Organization', id: context.org, change: 'changed' })
}

/** Somebody scrapes with an export token (Authentication, point 7). */
export const credentialUsed: EventEffect<'credentialUsed'> = (context) => {
  const { kind, id, secret, at } = context.body
  if (kind !== 'export-token') return undefined
  const token =
    exportTokenOf(context, secret) ?? (id === undefined ? undefined : context.get('UptimeExportToken', context.org, id))
  if (!token) return { ...eventAnswer(context), accepted: false, reason: 'no such token' }
  if (token.revoked) {
    context.cite(revokedScrape)
    return { ...eventAnswer(context), accepted: false, reason: 'revoked' }
  }
  const atMs = instantSaid(context, at, { what: `the token ${token.id}`, createdAt: token.createdAt })
  const noted = noteScrape(context, token, atMs)
  const changed = noted ? [{ entity: 'UptimeExportToken', id: token.id, change: 'changed' } as const] : []
  return { ...eventAnswer(context, ...changed), accepted: true }
}
