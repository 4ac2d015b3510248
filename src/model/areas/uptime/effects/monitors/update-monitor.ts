import { sameJson } from '../../../../../contract/json.ts'
import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect } from '../../../area.ts'
import { checksKept, serviceNamed, vantagesKept } from '../../queries/kept-fields.ts'
import { monitorView } from '../../queries/views.ts'
import type { UptimeMonitorRow } from '../../state/index.ts'
import { kindImmutable, patchOnlyNamed } from '../../statements/index.ts'
import { awaitFirstProbe } from '../probing/first-probe.ts'
import { continueSpans } from '../probing/probing-spans.ts'
import { awaitRecovery } from '../probing/recovery.ts'
import { afterChange } from '../probing/state-after-change.ts'
import { defaultCondition } from './create-monitor.ts'

type Context = EffectContext<'updateMonitor'>

export const updateMonitor: Effect<'updateMonitor'> = (context) => {
  const before = context.the('UptimeMonitor')
  const changed = changedFields(context, before)
  const after = afterChange(context, before, { ...changed, updatedAt: updatedAt(context, before, changed) })
  const probed = { ...after, spans: continueSpans(after, context.nowMs) }
  const waits = probed.state === 'pending' && (before.state !== 'pending' || before.enabled !== probed.enabled)
  const kept = waits || !probed.enabled ? awaitFirstProbe(context, probed) : probed
  const changedRow = context.put('UptimeMonitor', kept)
  // What failed is probed anew as soon as it is probed at all, in the rhythm that it has now.
  const restarts = changedRow.state !== 'pending' && changedRow.spans !== before.spans
  return monitorView(context, restarts ? awaitRecovery(context, changedRow) : changedRow)
}

/** The monitor with what the PATCH names, everything else as it was. */
function changedFields(context: Context, before: UptimeMonitorRow): UptimeMonitorRow {
  const { body } = context
  context.cite(patchOnlyNamed)
  context.cite(kindImmutable)
  return {
    ...before,
    name: body.name ?? before.name,
    serviceId: body.serviceId === undefined ? before.serviceId : serviceNamed(context, body.serviceId),
    enabled: body.enabled ?? before.enabled,
    intervalSeconds: body.intervalSeconds ?? before.intervalSeconds,
    vantages: body.vantages ? vantagesKept(context, body.vantages) : before.vantages,
    timeoutMs: body.timeoutMs ?? before.timeoutMs,
    ...changedCondition(context, before),
    ...changedChecks(context, before),
  }
}

/** One that nobody has given may be made for the vantages, such as a majority of them. */
function changedCondition(
  context: Context,
  { downCondition, conditionByDefault }: UptimeMonitorRow,
): Pick<UptimeMonitorRow, 'downCondition' | 'conditionByDefault'> {
  const { body } = context
  if (body.downCondition) return { downCondition: body.downCondition, conditionByDefault: undefined }
  const isMadeAnew = conditionByDefault && body.vantages
  return { downCondition: isMadeAnew ? defaultCondition(context) : downCondition, conditionByDefault }
}

function changedChecks(context: Context, before: UptimeMonitorRow): Pick<UptimeMonitorRow, 'http' | 'tcp'> {
  const given = checksKept(context, before.kind, context.body)
  const merges = (given.http ?? given.tcp) !== undefined && context.gap('uptime.patch-check') === 'merge'
  const http = given.http && merges ? { ...before.http, ...given.http } : given.http
  const tcp = given.tcp && merges ? { ...before.tcp, ...given.tcp } : given.tcp
  return { http: http ?? before.http, tcp: tcp ?? before.tcp }
}

function updatedAt(context: Context, before: UptimeMonitorRow, changed: UptimeMonitorRow): string {
  if (sameJson(changed, before) && context.gap('uptime.updated-at') !== 'writes') return before.updatedAt
  return context.fresh.time(context.nowMs)
}
