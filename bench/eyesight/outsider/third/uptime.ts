import { edit, type OutsiderFault } from '../fault.ts'
import { INTERLEAVED, WAIT } from './interleaved.ts'

const monitor = (more = '', who = 'owner') =>
  `${who} POST /uptime/monitors {"name":"web","kind":"http","intervalSeconds":60,"vantages":["hel","ams"],"http":{"url":"https://web.example"}${more}}`
const QUICK = ',"downCondition":{"confirmations":1,"quorum":1}'
const probe = (id: string, outcome: string, vantage = 'hel') =>
  `event probeResult {"monitorId":"${id}","vantage":"${vantage}","outcome":"${outcome}"}`
const service = (name: string, who = 'owner') => `${who} POST /uptime/services {"name":"${name}"}`

/** Mistakes in uptime. */
export const UPTIME: readonly OutsiderFault[] = [
  {
    id: 'c-interval-multiples-accepted',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-03',
    wrong: 'A monitor may have any multiple of an offered interval, offered or not.',
    requestsAlone: true,
    edits: [edit('monitor-input.mjs', '.some(([one]) => one === seconds)', '.some(([one]) => seconds % one === 0)')],
    shownBy: [monitor(',"intervalSeconds":90')],
    differsAt: '0.status',
  },
  {
    id: 'c-service-name-taken-elsewhere',
    areas: ['uptime'],
    kind: 'isolation',
    statement: 'UPT-04',
    wrong: 'A service is refused because another organization has one of this name.',
    requestsAlone: true,
    edits: [
      edit(
        'uptime-services.mjs',
        'for (const service of ctx.org.uptimeServices.values()) {',
        'for (const service of [...ctx.world.orgs.values()].flatMap((org) => [...org.uptimeServices.values()])) {',
      ),
    ],
    shownBy: [service('Shop', 'outsider'), service('Shop')],
    differsAt: '1.status',
  },
  {
    id: 'c-service-of-disabled-monitor-deleted',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-04',
    wrong: 'A service goes although a monitor is attached, if that monitor is switched off.',
    requestsAlone: true,
    edits: [
      edit(
        'uptime-services.mjs',
        'if (service.monitors > 0) {',
        'if ([...ctx.org.monitors.values()].some(({ serviceId, enabled }) => serviceId === service.id && enabled)) {',
      ),
    ],
    shownBy: [service('Shop'), monitor(',"enabled":false,"serviceId":"$0.id"'), 'owner DELETE /uptime/services/$0.id'],
    differsAt: '2.status',
  },
  {
    id: 'c-moved-monitor-counted-twice',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-04',
    wrong: 'A service whose only monitor moved to another service still counts it, and cannot be deleted.',
    requestsAlone: true,
    edits: [
      edit(
        'monitors.mjs',
        'recount(org, monitor.serviceId, settings.serviceId)',
        'if (settings.serviceId !== monitor.serviceId) recount(org, undefined, settings.serviceId)',
      ),
    ],
    shownBy: [
      service('Alpha'),
      service('Beta'),
      monitor(',"serviceId":"$0.id"'),
      'owner PATCH /uptime/monitors/$2.id {"serviceId":"$1.id"}',
      'owner GET /uptime/services',
    ],
    differsAt: '4.body.services.0.monitors',
  },
  {
    id: 'c-switched-off-means-default',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-05',
    wrong: 'A monitor that is created switched off, or switched off later, is on.',
    requestsAlone: true,
    edits: [
      edit(
        'monitor-input.mjs',
        '(check.optional(body, name, read) ?? old?.[name] ?? missing)',
        '(check.optional(body, name, read) || old?.[name] || missing)',
      ),
    ],
    shownBy: [monitor(',"enabled":false')],
    differsAt: '0.body.enabled',
  },
  {
    id: 'c-transitions-first-fifty',
    areas: ['uptime'],
    kind: 'order and caps',
    statement: 'UPT-07',
    wrong: 'After more than fifty transitions the list has the first fifty, so the latest are never seen.',
    requestsAlone: false,
    edits: [
      edit(
        'monitor-history.mjs',
        '[...findHistory(ctx).transitions].reverse()',
        'findHistory(ctx).transitions.slice(0, TRANSITION_CAP).reverse()',
      ),
    ],
    shownBy: [
      monitor(QUICK),
      probe('$0.id', 'ok'),
      `25x ${probe('$0.id', 'fail')} ; ${probe('$0.id', 'ok')}`,
      'owner GET /uptime/monitors/$0.id/transitions',
    ],
    differsAt: '3.body.transitions.0.to',
  },
  {
    id: 'c-failures-turned-by-reading',
    areas: ['uptime'],
    kind: 'order and caps',
    statement: 'UPT-07',
    wrong: 'Every second reader of the failures gets the oldest first, because reading turns the stored list around.',
    requestsAlone: false,
    edits: [
      edit(
        'monitor-history.mjs',
        'const recent = findHistory(ctx).failures.filter(({ at }) => at >= now - hours * 3600000)',
        'const recent = findHistory(ctx).failures',
      ),
    ],
    shownBy: [
      monitor(),
      probe('$0.id', 'fail', 'hel'),
      'event advanceClock {"by":"PT1M"}',
      probe('$0.id', 'fail', 'ams'),
      'owner GET /uptime/monitors/$0.id/failures',
      'owner GET /uptime/monitors/$0.id/failures',
    ],
    differsAt: '5.body.failures.0.vantage',
  },
  {
    id: 'c-week-of-seventeen-hours',
    areas: ['uptime'],
    kind: 'time',
    statement: 'UPT-06',
    wrong: 'The metrics of seven days hold only those of the last seventeen hours.',
    requestsAlone: false,
    edits: [edit('monitor-history.mjs', "['7d', 604800]", "['7d', 60480]")],
    shownBy: [
      monitor(),
      probe('$0.id', 'ok'),
      'event advanceClock {"by":"P3D"}',
      'owner GET /uptime/monitors/$0.id/metrics?window=7d',
    ],
    differsAt: '3.body.series.0.points.length',
  },
  {
    id: 'c-series-of-all-vantages',
    areas: ['uptime'],
    kind: 'isolation',
    statement: 'UPT-06',
    wrong: 'The series of a vantage holds the results of all vantages.',
    requestsAlone: false,
    edits: [
      edit(
        'monitor-history.mjs',
        '        samples.filter((sample) => sample.vantage === vantage),\n',
        '        samples,\n',
      ),
    ],
    shownBy: [
      monitor(),
      probe('$0.id', 'ok', 'hel'),
      probe('$0.id', 'fail', 'ams'),
      'owner GET /uptime/monitors/$0.id/metrics?window=1h',
    ],
    differsAt: '3.body.series.1.points.0.up',
  },
  {
    id: 'c-deleted-monitor-patched',
    areas: ['uptime'],
    kind: 'status',
    statement: 'UPT-01',
    wrong: 'Whoever changes a deleted monitor is told that it worked, instead of that it is unknown.',
    requestsAlone: true,
    edits: [
      edit(
        'monitors.mjs',
        'const monitor = findMonitor(ctx)\n    const before',
        'const monitor = org.deletedMonitors.get(ctx.params.id) ?? findMonitor(ctx)\n    const before',
      ),
    ],
    shownBy: [monitor(), 'owner DELETE /uptime/monitors/$0.id', 'owner PATCH /uptime/monitors/$0.id {"name":"again"}'],
    differsAt: '2.status',
  },
  {
    id: 'c-quota-after-the-relay',
    areas: ['uptime'],
    kind: 'status',
    statement: 'UPT-05',
    wrong:
      'At the quota, a monitor that the backend would refuse gets the refusal of the backend, not that of the quota.',
    requestsAlone: false,
    edits: [
      edit(
        'handle.mjs',
        "if (used >= org.quota) refuse(403, 'the monitor quota is reached')",
        'ctx.full = used >= org.quota',
      ),
      edit(
        'monitors.mjs',
        'const settings = readMonitor(ctx)\n',
        "const settings = readMonitor(ctx)\n    if (ctx.full) refuse(403, 'the monitor quota is reached')\n",
      ),
    ],
    shownBy: ['event quotaChanges {"quota":"monitors","value":0}', monitor(',"intervalSeconds":61')],
    differsAt: '1.status',
  },
  {
    id: 'c-monitor-hidden-without-metrics',
    areas: ['uptime'],
    kind: 'status',
    statement: 'UPT-06',
    wrong: 'While metrics are unavailable, the monitor itself cannot be read either.',
    requestsAlone: false,
    edits: [
      edit(
        'monitors.mjs',
        'return showMonitor(ctx, findMonitor(ctx))',
        "const monitor = findMonitor(ctx)\n    if (monitor.metricsDown) refuse(503, 'metrics are unavailable for a while')\n    return showMonitor(ctx, monitor)",
      ),
    ],
    shownBy: [
      monitor(),
      'event metricsAvailability {"monitorId":"$0.id","available":false}',
      'owner GET /uptime/monitors/$0.id',
    ],
    differsAt: '2.status',
  },
  {
    id: 'c-entitlement-remembered',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-01',
    wrong: 'Somebody who used uptime before it was withdrawn from their organization goes on using it.',
    requestsAlone: false,
    edits: [
      edit(
        'handle.mjs',
        'if (!org.entitled && !lax)',
        'ctx.caller.entitled ||= org.entitled\n  if (!ctx.caller.entitled && !lax)',
      ),
    ],
    shownBy: [
      'owner GET /uptime/ping',
      'event entitlementChanges {"area":"uptime","enabled":false}',
      'owner GET /uptime/monitors',
    ],
    differsAt: '2.status',
  },
  {
    id: 'c-free-monitor-service-null',
    areas: ['uptime'],
    kind: 'schema',
    statement: 'GEN-02',
    wrong: 'A monitor without a service has null as its serviceId, where a string or nothing is promised.',
    requestsAlone: true,
    edits: [edit('monitors.mjs', 'serviceId: monitor.serviceId,', 'serviceId: monitor.serviceId ?? null,')],
    shownBy: [monitor()],
    differsAt: '0.body.serviceId',
  },
  {
    id: 'c-quota-passed-together',
    areas: ['uptime'],
    kind: 'concurrency',
    statement: 'UPT-05',
    wrong: 'Two monitors created at the same time both fit into the last place of the quota.',
    requestsAlone: false,
    edits: [
      ...INTERLEAVED,
      edit(
        'handle.mjs',
        'if (route.session) admit(ctx, route)',
        `if (route.session) admit(ctx, route)\n      if (route.name === 'createMonitor') ${WAIT}`,
      ),
    ],
    shownBy: ['event quotaChanges {"quota":"monitors","value":1}', `${monitor()} || ${monitor()}`],
    differsAt: '1.status',
  },
]
