import { edit, type OutsiderFault } from '../fault.ts'
import { WAIT, WAITING_CANDIDATE } from '../races.ts'

const TCP = '"kind":"tcp","intervalSeconds":60,"vantages":["hel"],"tcp":{"host":"a.example","port":80}'
const MONITOR = `owner POST /uptime/monitors {"name":"m",${TCP}}`
const TWO_VANTAGES = `owner POST /uptime/monitors {"name":"m",${TCP.replace('"hel"', '"hel","ams"')}}`

/** Mistakes in uptime. */
export const UPTIME_FAULTS: readonly OutsiderFault[] = [
  {
    id: 'service-names-race',
    areas: ['uptime'],
    kind: 'concurrency',
    statement: 'UPT-04',
    wrong: 'Two services of one name created at the same time both come to be.',
    requestsAlone: true,
    edits: [
      ...WAITING_CANDIDATE,
      edit(
        'uptime-services.mjs',
        "createService(ctx) {\n    const name = readName(ctx)\n    if (!ctx.fault('duplicate-service-created')) refuseDuplicate(ctx, name)",
        `async createService(ctx) {\n    const name = readName(ctx)\n    refuseDuplicate(ctx, name)\n    ${WAIT}`,
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"s"} || owner POST /uptime/services {"name":"s"}',
      'owner GET /uptime/services',
    ],
    differsAt: '1.body.services.length',
  },
  {
    id: 'service-with-disabled-monitor-deleted',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-04',
    wrong: 'A service whose monitors are all disabled can be deleted.',
    requestsAlone: true,
    edits: [
      edit(
        'uptime-services.mjs',
        'if (service.monitors > 0) {',
        'if ([...ctx.org.monitors.values()].some((one) => one.serviceId === service.id && one.enabled)) {',
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"s"}',
      `owner POST /uptime/monitors {"name":"m","serviceId":"$0.id","enabled":false,${TCP}}`,
      'owner DELETE /uptime/services/$0.id',
    ],
    differsAt: '2.status',
  },
  {
    id: 'monitor-attached-later-not-counted',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-04',
    wrong: 'A monitor that gets its first service by an update is not in the live count of that service.',
    requestsAlone: true,
    edits: [
      edit(
        'monitors.mjs',
        'recount(org, monitor.serviceId, settings.serviceId)',
        'if (monitor.serviceId !== undefined) recount(org, monitor.serviceId, settings.serviceId)',
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"s"}',
      MONITOR,
      'owner PATCH /uptime/monitors/$1.id {"serviceId":"$0.id"}',
      'owner GET /uptime/services',
    ],
    differsAt: '3.body.services.0.monitors',
  },
  {
    id: 'vantages-unchecked-on-update',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-03',
    wrong: 'An update takes a vantage that is not available.',
    requestsAlone: true,
    edits: [
      edit(
        'monitor-input.mjs',
        "vantages: field('vantages', (value) => readVantages(ctx, value)),",
        "vantages: field('vantages', (value) => (old ? check.array(value, 'vantages', check.string) : readVantages(ctx, value))),",
      ),
    ],
    shownBy: [MONITOR, 'owner PATCH /uptime/monitors/$0.id {"vantages":["gru"]}'],
    differsAt: '1.status',
  },
  {
    id: 'second-vantage-unchecked',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-03',
    wrong: 'Only the first of the vantages has to be available.',
    requestsAlone: true,
    edits: [edit('monitor-input.mjs', 'for (const wanted of list) {', 'for (const wanted of list.slice(0, 1)) {')],
    shownBy: [`owner POST /uptime/monitors {"name":"m",${TCP.replace('"hel"', '"hel","gru"')}}`],
    differsAt: '0.status',
  },
  {
    id: 'interval-multiples-accepted',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-03',
    wrong: 'Every multiple of an offered interval is taken.',
    requestsAlone: true,
    edits: [edit('monitor-input.mjs', 'some(([one]) => one === seconds)', 'some(([one]) => seconds % one === 0)')],
    shownBy: [`owner POST /uptime/monitors {"name":"m",${TCP.replace('60', '90')}}`],
    differsAt: '0.status',
  },
  {
    id: 'monitor-false-taken-for-missing',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-05',
    wrong: 'A monitor cannot be created or made disabled: false counts as not given.',
    requestsAlone: true,
    edits: [
      edit(
        'monitor-input.mjs',
        '(check.optional(body, name, read) ?? old?.[name] ?? missing)',
        '(check.optional(body, name, read) || old?.[name] || missing)',
      ),
    ],
    shownBy: [`owner POST /uptime/monitors {"name":"m","enabled":false,${TCP}}`],
    differsAt: '0.body.enabled',
  },
  {
    id: 'transitions-keep-the-oldest',
    areas: ['uptime'],
    kind: 'order and caps',
    statement: 'UPT-07',
    wrong: 'Past fifty transitions the newest are the ones left out.',
    requestsAlone: false,
    edits: [edit('monitor-history.mjs', 'newest.slice(0, TRANSITION_CAP)', 'newest.slice(-TRANSITION_CAP)')],
    shownBy: [
      `owner POST /uptime/monitors {"name":"m","downCondition":{"confirmations":1,"quorum":1},${TCP}}`,
      '25x event probeResult {"monitorId":"$0.id","outcome":"ok"} ; event probeResult {"monitorId":"$0.id","outcome":"fail"}',
      'event probeResult {"monitorId":"$0.id","outcome":"ok"}',
      'owner GET /uptime/monitors/$0.id/transitions',
    ],
    differsAt: '3.body.transitions.0.to',
  },
  {
    id: 'failures-by-vantage',
    areas: ['uptime'],
    kind: 'order and caps',
    statement: 'UPT-07',
    wrong: 'Failures are grouped by vantage, newest first only within each.',
    requestsAlone: false,
    edits: [
      edit(
        'monitor-history.mjs',
        'const newest = recent.reverse().slice(0, max)',
        'const newest = recent.reverse().slice(0, max).sort((x, y) => (x.vantage < y.vantage ? -1 : 1))',
      ),
    ],
    shownBy: [
      TWO_VANTAGES,
      'event probeResult {"monitorId":"$0.id","vantage":"ams","outcome":"fail"}',
      'event advanceClock {"by":"PT1M"}',
      'event probeResult {"monitorId":"$0.id","vantage":"hel","outcome":"fail"}',
      'owner GET /uptime/monitors/$0.id/failures',
    ],
    differsAt: '4.body.failures.0.vantage',
  },
  {
    id: 'metrics-of-first-vantage-only',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-06',
    wrong: 'The metrics have the series of the first vantage only.',
    requestsAlone: false,
    edits: [
      edit(
        'monitor-history.mjs',
        'const series = monitor.vantages.map(',
        'const series = monitor.vantages.slice(0, 1).map(',
      ),
    ],
    shownBy: [
      TWO_VANTAGES,
      'event probeResult {"monitorId":"$0.id","outcome":"ok"}',
      'owner GET /uptime/monitors/$0.id/metrics?window=1h',
    ],
    differsAt: '2.body.series.length',
  },
  {
    id: 'metrics-outage-hides-monitor',
    areas: ['uptime'],
    kind: 'status',
    statement: 'UPT-06',
    wrong: 'While its metrics are unavailable the monitor itself answers 503.',
    requestsAlone: false,
    edits: [
      edit(
        'monitors.mjs',
        "const monitor = ctx.org.monitors.get(ctx.params.id) ?? refuse(404, 'unknown monitor')",
        "const monitor = ctx.org.monitors.get(ctx.params.id) ?? refuse(404, 'unknown monitor')\n  if (ctx.org.metricsDown || monitor.metricsDown) refuse(503, 'metrics are unavailable for a while')",
      ),
    ],
    shownBy: [
      MONITOR,
      'event metricsAvailability {"monitorId":"$0.id","available":false}',
      'owner GET /uptime/monitors/$0.id',
    ],
    differsAt: '2.status',
  },
  {
    id: 'quota-after-the-relay',
    areas: ['uptime'],
    kind: 'order and caps',
    statement: 'UPT-05',
    wrong: 'The monitor quota is looked at only after the backend was reached.',
    requestsAlone: false,
    edits: [
      edit(
        'handle.mjs',
        "  if (route.name === 'createMonitor') {\n    const used = org.monitors.size - (ctx.fault('quota-off-by-one') ? 1 : 0)\n    if (used >= org.quota) refuse(403, 'the monitor quota is reached')\n  }\n  if (world.backendDown && !(ctx.fault('outage-hidden-in-list') && route.name === 'listMonitors'))\n    refuse(502, 'the uptime backend is unreachable')",
        "  if (world.backendDown) refuse(502, 'the uptime backend is unreachable')\n  if (route.name === 'createMonitor' && org.monitors.size >= org.quota) refuse(403, 'the monitor quota is reached')",
      ),
    ],
    shownBy: [
      'event quotaChanges {"quota":"monitors","value":0}',
      'event backendBehaves {"backend":"uptime","reachable":false}',
      MONITOR,
    ],
    differsAt: '2.status',
  },
  {
    id: 'export-tokens-without-entitlement',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-01',
    wrong: 'An organization that is not enabled for uptime may list export tokens.',
    requestsAlone: true,
    edits: [
      edit(
        'handle.mjs',
        'if (!org.entitled && !lax) refuse(',
        "if (!org.entitled && !lax && route.name !== 'listExportTokens') refuse(",
      ),
    ],
    shownBy: ['eastOwner GET /uptime/export-tokens'],
    differsAt: '0.status',
  },
  {
    id: 'monitor-in-foreign-service',
    areas: ['uptime'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'A monitor can be put into a service of another organization.',
    requestsAlone: true,
    edits: [
      edit(
        'monitor-input.mjs',
        'if (!org.uptimeServices.has(id)) refuse(',
        'if (![...ctx.world.orgs.values()].some((one) => one.uptimeServices.has(id))) refuse(',
      ),
    ],
    shownBy: [
      'outsider POST /uptime/services {"name":"theirs"}',
      `owner POST /uptime/monitors {"name":"m","serviceId":"$0.id",${TCP}}`,
    ],
    differsAt: '1.status',
  },
  {
    id: 'foreign-service-renamed',
    areas: ['uptime'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'A service is looked up in every organization when it is renamed or deleted.',
    requestsAlone: true,
    edits: [
      edit(
        'uptime-services.mjs',
        "const service = ctx.org.uptimeServices.get(ctx.params.id) ?? refuse(404, 'unknown service')",
        "const all = new Map([...ctx.world.orgs.values()].flatMap((org) => [...org.uptimeServices]))\n  const service = all.get(ctx.params.id) ?? refuse(404, 'unknown service')",
      ),
    ],
    shownBy: ['outsider POST /uptime/services {"name":"theirs"}', 'owner PATCH /uptime/services/$0.id {"name":"ours"}'],
    differsAt: '1.status',
  },
  {
    id: 'monitor-deletion-answers-200',
    areas: ['uptime'],
    kind: 'status',
    statement: 'GEN-09',
    wrong: 'Deleting a monitor answers 200.',
    requestsAlone: true,
    edits: [
      edit(
        'routes.mjs',
        "deleteMonitor: ['DELETE', '/api/v1/uptime/monitors/{id}', 204]",
        "deleteMonitor: ['DELETE', '/api/v1/uptime/monitors/{id}', 200]",
      ),
    ],
    shownBy: [MONITOR, 'owner DELETE /uptime/monitors/$0.id'],
    differsAt: '1.status',
  },
  {
    id: 'unavailable-vantage-says-nothing',
    areas: ['uptime'],
    kind: 'schema',
    statement: 'GEN-02',
    wrong: 'A vantage that is not available lacks the field available.',
    requestsAlone: true,
    edits: [
      edit('uptime-services.mjs', '({ id, label, available })', '({ id, label, available: available || undefined })'),
    ],
    shownBy: ['owner GET /uptime/catalog'],
    differsAt: '0.body.vantages.3.available',
  },
  {
    id: 'refused-rename-stays',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-04',
    wrong: 'A rename to a name in use is refused with 409, and done.',
    requestsAlone: true,
    edits: [
      edit(
        'uptime-services.mjs',
        "if (!ctx.fault('duplicate-rename-accepted')) refuseDuplicate(ctx, name, service)\n    service.name = name",
        'service.name = name\n    refuseDuplicate(ctx, name, service)',
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"one"}',
      'owner POST /uptime/services {"name":"two"}',
      'owner PATCH /uptime/services/$1.id {"name":"one"}',
      'owner GET /uptime/services',
    ],
    differsAt: '3.body.services.1.name',
  },
]
