import { isObject } from '../../../../../contract/json.ts'
import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect } from '../../../area.ts'
import { checksKept, serviceNamed, vantagesKept } from '../../queries/kept-fields.ts'
import { monitorView } from '../../queries/views.ts'
import type { UptimeMonitorRow } from '../../state/index.ts'
import { kindImmutable, patchOnlyNamed } from '../../statements/index.ts'
import { continueSpans } from '../probing/probing-spans.ts'
import { afterChange } from '../probing/state-after-change.ts'
import { awaitFirstProbe } from '../probing/unprompted.ts'
import { defaultCondition } from './create-monitor.ts'

type Context = EffectContext<'updateMonitor'>

export const updateMonitor: Effect<'updateMonitor'> = (context) => {
  const before = context.the('UptimeMonitor')
  const changed = { ...changedFields(context, before), updatedAt: updatedAt(context, before) }
  const after = afterChange(context, before, changed)
  const probed = { ...after, spans: continueSpans(after, context.nowMs) }
  const waits = probed.state === 'pending' && (before.state !== 'pending' || before.enabled !== probed.enabled)
  const kept = waits || !probed.enabled ? awaitFirstProbe(context, probed) : probed
  return monitorView(context, context.put('UptimeMonitor', kept))
}

/** The monitor with what the PATCH names, everything else as it was. */
function changedFields(context: Context, before: UptimeMonitorRow): UptimeMonitorRow {
  const { body } = context
  const rest = context.follow(patchOnlyNamed) ? before : reset(context, before)
  return {
    ...rest,
    name: body.name ?? rest.name,
    serviceId: body.serviceId === undefined ? rest.serviceId : serviceNamed(context, body.serviceId),
    enabled: body.enabled ?? rest.enabled,
    intervalSeconds: body.intervalSeconds ?? rest.intervalSeconds,
    vantages: body.vantages ? vantagesKept(context, body.vantages) : rest.vantages,
    timeoutMs: body.timeoutMs ?? rest.timeoutMs,
    downCondition: body.downCondition ?? rest.downCondition,
    kind: context.follow(kindImmutable) ? rest.kind : kindNamed(body, rest.kind),
    ...changedChecks(context, rest),
  }
}

/** What a server does that takes a PATCH for a whole new monitor: what is not named falls back. */
function reset(context: Context, before: UptimeMonitorRow): UptimeMonitorRow {
  return {
    ...before,
    serviceId: undefined,
    enabled: context.fill('uptime.default-enabled'),
    timeoutMs: context.fill('uptime.default-timeout-ms'),
    downCondition: defaultCondition(context),
  }
}

function kindNamed(body: unknown, kind: 'tcp' | 'http'): 'tcp' | 'http' {
  if (!isObject(body)) return kind
  return body.kind === 'tcp' || body.kind === 'http' ? body.kind : kind
}

function changedChecks(context: Context, before: UptimeMonitorRow): Pick<UptimeMonitorRow, 'http' | 'tcp'> {
  const given = checksKept(context, before.kind, context.body)
  const merges = (given.http ?? given.tcp) !== undefined && context.gap('uptime.patch-check') === 'merge'
  const http = given.http && merges ? { ...before.http, ...given.http } : given.http
  const tcp = given.tcp && merges ? { ...before.tcp, ...given.tcp } : given.tcp
  return { http: http ?? before.http, tcp: tcp ?? before.tcp }
}

function updatedAt(context: Context, before: UptimeMonitorRow): string {
  const empty = Object.keys(context.body).length === 0
  if (empty && context.gap('uptime.updated-at') !== 'writes') return before.updatedAt
  return context.fresh.time(context.nowMs)
}
