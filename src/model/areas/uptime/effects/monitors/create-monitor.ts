import type { EffectContext } from '../../../../request/contexts.ts'
import type { Effect } from '../../../area.ts'
import type { MonitorFields } from '../../queries/asked-monitor.ts'
import { checksKept, serviceNamed, vantagesKept } from '../../queries/kept-fields.ts'
import { monitorView } from '../../queries/views.ts'
import type { DownCondition, UptimeMonitorRow } from '../../state/index.ts'
import { fieldsAsGiven } from '../../statements/index.ts'
import { awaitFirstProbe } from '../probing/first-probe.ts'
import { continueSpans } from '../probing/probing-spans.ts'

type Context = EffectContext<'createMonitor'>

export const createMonitor: Effect<'createMonitor'> = (context) => {
  const { body, caller, fresh, nowMs } = context
  const monitor: UptimeMonitorRow = {
    id: fresh.id('UptimeMonitor'),
    org: caller.org,
    seq: context.serial(),
    name: body.name,
    serviceId: serviceNamed(context, body.serviceId),
    intervalSeconds: body.intervalSeconds,
    vantages: vantagesKept(context, body.vantages),
    kind: body.kind,
    ...checksKept(context, body.kind, body),
    ...optionalFields(context),
    state: 'pending',
    stateSince: context.gap('uptime.pending-since') === 'time' ? fresh.time(nowMs) : undefined,
    createdAt: fresh.time(nowMs),
    updatedAt: fresh.time(nowMs),
    deleted: false,
    metricsHidden: false,
    standing: {},
    spans: [],
    broughtDownBy: [],
    dueId: undefined,
  }
  const probed = awaitFirstProbe(context, { ...monitor, spans: continueSpans(monitor, nowMs) })
  return monitorView(context, context.put('UptimeMonitor', probed))
}

function optionalFields(
  context: Context,
): Pick<UptimeMonitorRow, 'enabled' | 'timeoutMs' | 'downCondition' | 'conditionByDefault'> {
  context.cite(fieldsAsGiven)
  const given: MonitorFields = context.body
  return {
    enabled: given.enabled ?? context.fill('uptime.default-enabled'),
    timeoutMs: given.timeoutMs ?? context.fill('uptime.default-timeout-ms'),
    downCondition: given.downCondition ?? defaultCondition(context),
    conditionByDefault: given.downCondition ? undefined : true,
  }
}

export function defaultCondition(context: Pick<Context, 'fill'>): DownCondition {
  return {
    confirmations: context.fill('uptime.default-confirmations'),
    quorum: context.fill('uptime.default-quorum'),
  }
}
