import type { Mistakes } from './mistake.ts'

export const UPTIME: Mistakes = {
  'uptime.quota-before-relay': [
    {
      file: 'src/model/areas/uptime/rules/by-backend.ts',
      right: 'return quotaReached(context)',
      wrong: 'return false',
    },
    {
      file: 'src/model/areas/uptime/rules/monitors.ts',
      right: "return 'the monitor quota is reached'",
      wrong:
        "return BACKEND_RULES.some((rule) => rule.when(context) !== undefined) ? undefined : 'the monitor quota is reached'",
      needs: `import { rulesIn } from '../../../rules/rules-in.ts'
import * as catalog from './catalog.ts'
import * as check from './check.ts'
import * as condition from './condition.ts'
const BACKEND_RULES = rulesIn(catalog, condition, check)`,
    },
  ],
  'uptime.ping-acting-organization': [
    {
      file: 'src/model/areas/uptime/effects/platform.ts',
      within: 'org: own,',
      right: 'own',
      wrong: 'EVERYWHERE',
    },
  ],
  'uptime.catalog-tells-availability': [
    {
      file: 'src/model/areas/uptime/effects/platform.ts',
      right: "[...context.oldest('UptimeVantage', 'all', org)]",
      wrong: "[...context.oldest('UptimeVantage', 'all', org)].map((vantage) => ({ ...vantage, available: true }))",
    },
  ],
  'uptime.live-count': [
    {
      file: 'src/model/areas/uptime/queries/attached.ts',
      right: 'return attachedMonitors(reader, service)',
      wrong:
        "return [...reader.newest('UptimeMonitor', 'all', service.org)].filter(({ serviceId }) => serviceId === service.id).length",
    },
  ],
  'uptime.fields-as-given': [
    {
      file: 'src/model/areas/uptime/effects/monitors/create-monitor.ts',
      within: 'const given: MonitorFields = context.body',
      right: 'context.body',
      wrong: '{}',
    },
  ],
  'uptime.patch-only-named': [
    {
      file: 'src/model/areas/uptime/effects/monitors/update-monitor.ts',
      right: 'changedFields(context, before)',
      wrong: 'changedFields(context, reset(context, before))',
      needs: `// A server that treats a PATCH as a replacement: missing fields get their defaults.
function reset(context: Context, before: UptimeMonitorRow): UptimeMonitorRow {
  return {
    ...before,
    serviceId: undefined,
    enabled: context.fill('uptime.default-enabled'),
    timeoutMs: context.fill('uptime.default-timeout-ms'),
    downCondition: defaultCondition(context),
  }
}`,
    },
  ],
  'uptime.kind-immutable': [
    {
      file: 'src/model/areas/uptime/effects/monitors/update-monitor.ts',
      right: 'changedChecks(context, before)',
      wrong: '{ kind: kindNamed(context.given) ?? before.kind, ...changedChecks(context, before) }',
      needs: `const kindNamed = (body: unknown) =>
  typeof body === 'object' && body !== null && 'kind' in body && (body.kind === 'tcp' || body.kind === 'http') ? body.kind : undefined`,
    },
  ],
  'uptime.deleted-not-listed': [
    {
      file: 'src/model/areas/uptime/effects/monitors/monitors.ts',
      within: "context.oldest('UptimeMonitor', 'live', context.caller.org)",
      right: "'live'",
      wrong: "'all'",
    },
  ],
  'uptime.metrics-window': [
    {
      file: 'src/model/areas/uptime/effects/metrics/metrics.ts',
      right: "const known = window === '1h'",
      wrong: "return context.gap('uptime.default-window')",
    },
  ],
  'uptime.metrics-per-vantage': [
    {
      file: 'src/model/areas/uptime/effects/metrics/metrics.ts',
      right: 'context.cite(metricsPerVantage)',
      wrong:
        'return { window, stepSeconds, uptimePct: percentages(context, monitor, byVantage) as Record<string, never>, series: series.slice(0, 1) }',
    },
    {
      file: 'src/model/areas/uptime/effects/metrics/percentages.ts',
      right: 'reader.cite(metricsPerVantage)',
      wrong: 'return {}',
    },
  ],
  'uptime.metrics-agree-with-probes': [
    {
      file: 'src/model/areas/uptime/effects/metrics/metrics.ts',
      right: 'samples.filter(({ atMs }) => atMs > fromMs && atMs <= context.nowMs)',
      wrong:
        'samples.filter(({ atMs }) => atMs > fromMs && atMs <= context.nowMs).map((sample) => ({ ...sample, ok: true }))',
    },
  ],
  'uptime.failures-newest-first': [
    {
      file: 'src/model/areas/uptime/effects/monitors/history.ts',
      right: 'newest.map(failureView)',
      wrong: 'newest.toReversed().map(failureView)',
    },
  ],
  'uptime.transitions-cap': [
    {
      file: 'src/model/areas/uptime/effects/monitors/history.ts',
      right: 'all.slice(0, MOST_TRANSITIONS)',
      wrong: 'all',
    },
  ],
  'uptime.transitions-newest-first': [
    {
      file: 'src/model/areas/uptime/effects/monitors/history.ts',
      right: 'newest.map(transitionView)',
      wrong: 'newest.toReversed().map(transitionView)',
    },
  ],
  'uptime.transitions-recorded': [
    {
      file: 'src/model/areas/uptime/effects/probing/move-state.ts',
      right: 'context.cite(transitionsRecorded)',
      wrong: 'return false',
    },
  ],
  'uptime.snippets-cut': [
    {
      file: 'src/model/areas/uptime/effects/probing/probe.ts',
      right: "snippet?.slice(0, context.gap('uptime.snippet-length'))",
      wrong: 'snippet',
    },
  ],
  'uptime.down-needs-condition': [
    {
      file: 'src/model/areas/uptime/queries/condition.ts',
      right: 'const { confirmations } = downCondition',
      wrong: 'return 1',
    },
    {
      file: 'src/model/areas/uptime/queries/condition.ts',
      right: 'const { quorum } = downCondition',
      wrong: 'return 1',
    },
  ],
  'uptime.export-token-once': [
    {
      file: 'src/model/areas/uptime/queries/views.ts',
      right: 'reader.cite(exportTokenOnce)',
      wrong: 'return { id, name, createdAt, lastUsedAt, ...{ token: row.token } }',
    },
  ],
  'uptime.revoked-scrape': [
    {
      file: 'src/model/areas/uptime/events.ts',
      within: 'if (token.revoked) {',
      right: 'token.revoked',
      wrong: 'false',
    },
  ],
}
