import { type Edit, edit, type OutsiderFault } from '../fault.ts'

const monitor = (more = '') =>
  `{"name":"m","intervalSeconds":60,"vantages":["hel"],"kind":"http","http":{"url":"https://shop.example/"}${more}}`

/** The server waits for a body that is still being made. */
const AWAITED: Edit = edit(
  'server.mjs',
  "send(response, handle({ method, url, headers, payload: Buffer.concat(chunks).toString('utf8') }))",
  "const answered = handle({ method, url, headers, payload: Buffer.concat(chunks).toString('utf8') })\n        Promise.resolve(answered.body).then((body) => send(response, { ...answered, body }))",
)

/** Mistakes of a third person, in the uptime area of the candidate. */
export const SECOND_UPTIME: readonly OutsiderFault[] = [
  {
    id: 'b-renamed-service-blocks-old-name',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-04',
    wrong: 'The name a service had before it was renamed stays taken, so nobody in the organization can use it again.',
    requestsAlone: true,
    edits: [
      edit(
        'uptime-services.mjs',
        'service.name = name',
        'service.formerNames = [...(service.formerNames ?? []), service.name]\n    service.name = name',
      ),
      edit(
        'uptime-services.mjs',
        "if (service !== self && fold(service.name) === wanted) refuse(409, 'a service with this name exists')",
        "const names = [service.name, ...(service.formerNames ?? [])]\n    if (service !== self && names.some((one) => fold(one) === wanted)) refuse(409, 'a service with this name exists')",
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"one"}',
      'owner PATCH /uptime/services/$0.id {"name":"two"}',
      'owner POST /uptime/services {"name":"one"}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'b-monitor-patch-uncounts',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-04',
    wrong: 'A PATCH that does not name the service lowers its live count, so a service with a monitor can be deleted.',
    requestsAlone: true,
    edits: [
      edit(
        'monitors.mjs',
        'recount(org, monitor.serviceId, settings.serviceId)',
        'recount(org, monitor.serviceId, ctx.body.serviceId)',
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"one"}',
      `owner POST /uptime/monitors ${monitor(',"serviceId":"$0.id"')}`,
      'owner PATCH /uptime/monitors/$1.id {"name":"n"}',
      'owner DELETE /uptime/services/$0.id',
    ],
    differsAt: '3.status',
  },
  {
    id: 'b-unavailable-vantage-by-patch',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-03',
    wrong: 'An unavailable vantage is refused when a monitor is created, but a PATCH brings it in.',
    requestsAlone: true,
    edits: [
      edit(
        'monitor-input.mjs',
        "if (!available && !ctx.fault('unavailable-vantage-accepted'))",
        'if (!available && ctx.params.id === undefined)',
      ),
    ],
    shownBy: [
      `owner POST /uptime/monitors ${monitor()}`,
      'owner PATCH /uptime/monitors/$0.id {"vantages":["hel","gru"]}',
    ],
    differsAt: '1.status',
  },
  {
    id: 'b-monitor-quota-after-validation',
    areas: ['uptime'],
    kind: 'status',
    statement: 'UPT-05',
    wrong:
      'An organization at its quota is told about its interval first: the quota is looked at only after the backend has validated.',
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
    shownBy: [
      'event quotaChanges {"quota":"monitors","value":0}',
      `owner POST /uptime/monitors ${monitor().replace('60', '45')}`,
    ],
    differsAt: '1.status',
  },
  {
    id: 'b-series-mix-vantages',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-06',
    wrong: "The series of each vantage is made of every vantage's results, so a place that works looks half down.",
    requestsAlone: false,
    edits: [edit('monitor-history.mjs', 'samples.filter((sample) => sample.vantage === vantage),', 'samples,')],
    shownBy: [
      'event setClock {"mode":"set","now":"2030-01-01T12:00:10Z"}',
      `owner POST /uptime/monitors ${monitor().replace('["hel"]', '["hel","ams"]')}`,
      'event probeResult {"monitorId":"$1.id","vantage":"hel","outcome":"ok"}',
      'event probeResult {"monitorId":"$1.id","vantage":"ams","outcome":"fail"}',
      'owner GET /uptime/monitors/$1.id/metrics?window=1h',
    ],
    differsAt: '4.body.series.0.points.0.up',
  },
  {
    id: 'b-week-of-metrics-cut-short',
    areas: ['uptime'],
    kind: 'time',
    statement: 'LIM-01',
    wrong: 'The window 7d reaches back not even a day, since its seconds lack a digit.',
    requestsAlone: false,
    edits: [edit('monitor-history.mjs', "['7d', 604800],", "['7d', 60480],")],
    shownBy: [
      'event setClock {"mode":"set","now":"2030-01-01T12:00:00Z"}',
      `owner POST /uptime/monitors ${monitor()}`,
      'event probeResult {"monitorId":"$1.id","outcome":"ok"}',
      'event advanceClock {"by":"P2D"}',
      'event probeResult {"monitorId":"$1.id","outcome":"ok"}',
      'owner GET /uptime/monitors/$1.id/metrics?window=7d',
    ],
    differsAt: '5.body.series.0.points.length',
  },
  {
    id: 'b-newest-failures-cut-off',
    areas: ['uptime'],
    kind: 'order and caps',
    statement: 'UPT-07',
    wrong:
      'The list of failures is cut before it is turned round, so after many failures the newest are the ones missing.',
    requestsAlone: false,
    edits: [edit('monitor-history.mjs', 'recent.reverse().slice(0, max)', 'recent.slice(0, max).reverse()')],
    shownBy: [
      `owner POST /uptime/monitors ${monitor()}`,
      'event probeResult {"monitorId":"$0.id","outcome":"fail","errorKind":"old","times":200}',
      'event probeResult {"monitorId":"$0.id","outcome":"fail","errorKind":"new"}',
      'owner GET /uptime/monitors/$0.id/failures',
    ],
    differsAt: '3.body.failures.0.errorKind',
  },
  {
    id: 'b-transitions-keep-the-oldest',
    areas: ['uptime'],
    kind: 'order and caps',
    statement: 'UPT-07',
    wrong: 'Of more than fifty state changes the first fifty ever are shown, newest first, instead of the last fifty.',
    requestsAlone: false,
    edits: [edit('monitor-history.mjs', 'newest.slice(0, TRANSITION_CAP)', 'newest.slice(-TRANSITION_CAP)')],
    shownBy: [
      `owner POST /uptime/monitors ${monitor(',"downCondition":{"confirmations":1,"quorum":1}')}`,
      'event probeResult {"monitorId":"$0.id","outcome":"ok"}',
      '30x event probeResult {"monitorId":"$0.id","outcome":"fail"} ; event probeResult {"monitorId":"$0.id","outcome":"ok"}',
      'owner GET /uptime/monitors/$0.id/transitions',
    ],
    differsAt: '3.body.transitions.0.to',
  },
  {
    id: 'b-transition-from-itself',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-07',
    wrong:
      'The new state is set before the change is written down, so every transition goes from a state to the same state.',
    requestsAlone: false,
    edits: [
      edit(
        'probe.mjs',
        'keep(monitor.transitions, { at: now, from: monitor.state, to, failingVantages: failing })\n  monitor.state = to',
        'monitor.state = to\n  keep(monitor.transitions, { at: now, from: monitor.state, to, failingVantages: failing })',
      ),
    ],
    shownBy: [
      `owner POST /uptime/monitors ${monitor()}`,
      'event probeResult {"monitorId":"$0.id","outcome":"ok"}',
      'owner GET /uptime/monitors/$0.id/transitions',
    ],
    differsAt: '2.body.transitions.0.from',
  },
  {
    id: 'b-export-namesake-revoked',
    areas: ['uptime'],
    kind: 'isolation',
    statement: 'UPT-08',
    wrong: "Revoking an export token also shuts out every other organization's token of the same name.",
    requestsAlone: false,
    edits: [
      edit(
        'export-tokens.mjs',
        "if (!ctx.fault('revoked-export-works')) world.exportTokens.delete(token.hash)",
        'for (const [hash, one] of world.exportTokens) if (one.name === token.name) world.exportTokens.delete(hash)',
      ),
    ],
    shownBy: [
      'owner POST /uptime/export-tokens {"name":"prometheus"}',
      'outsider POST /uptime/export-tokens {"name":"prometheus"}',
      'owner DELETE /uptime/export-tokens/$0.id',
      'event credentialUsed {"kind":"export-token","secret":"$1.token"}',
    ],
    differsAt: '3.body.accepted',
  },
  {
    id: 'b-ping-remembered',
    areas: ['uptime'],
    kind: 'isolation',
    statement: 'UPT-02',
    wrong: 'The answer to the first ping is kept for all, so another organization is told the name of that one.',
    requestsAlone: true,
    edits: [
      edit(
        'uptime-services.mjs',
        "return { service: 'uptime', org: ctx.org.slug, schemaEpoch: ctx.choice.schemaEpoch, time }",
        "ctx.world.pinged ??= { service: 'uptime', org: ctx.org.slug, schemaEpoch: ctx.choice.schemaEpoch, time }\n    return ctx.world.pinged",
      ),
    ],
    shownBy: ['owner GET /uptime/ping', 'outsider GET /uptime/ping'],
    differsAt: '1.body.org',
  },
  {
    id: 'b-foreign-service-attached',
    areas: ['uptime'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong:
      "A monitor can be hung on another organization's service, because the service is looked up without its owner.",
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
      `owner POST /uptime/monitors ${monitor(',"serviceId":"$0.id"')}`,
    ],
    differsAt: '1.status',
  },
  {
    id: 'b-service-name-race',
    areas: ['uptime'],
    kind: 'concurrency',
    statement: 'UPT-04',
    wrong:
      'Two people who create a service of the same name at the same time both succeed: the name is checked a moment before it is stored.',
    requestsAlone: true,
    edits: [
      AWAITED,
      edit(
        'uptime-services.mjs',
        '    ctx.org.uptimeServices.set(service.id, service)\n    return showService(ctx, service)',
        '    return new Promise((done) => setTimeout(done, 50)).then(() => {\n      ctx.org.uptimeServices.set(service.id, service)\n      return showService(ctx, service)\n    })',
      ),
    ],
    shownBy: ['owner POST /uptime/services {"name":"one"} || admin POST /uptime/services {"name":"one"}'],
    differsAt: '0.status',
  },
  {
    id: 'b-monitor-update-lost',
    areas: ['uptime'],
    kind: 'concurrency',
    statement: 'UPT-05',
    wrong:
      'Of PATCHes that arrive together only the last stays, since each writes back the whole monitor as it had read it.',
    requestsAlone: true,
    edits: [
      AWAITED,
      edit(
        'monitors.mjs',
        '    recount(org, monitor.serviceId, settings.serviceId)\n    Object.assign(monitor, settings)',
        '    return new Promise((done) => setTimeout(done, 50)).then(() => {\n    recount(org, monitor.serviceId, settings.serviceId)\n    Object.assign(monitor, settings)',
      ),
      edit(
        'monitors.mjs',
        "return ctx.fault('patch-answers-old') ? before : showMonitor(ctx, monitor)",
        'return showMonitor(ctx, monitor)\n    })',
      ),
    ],
    shownBy: [
      `owner POST /uptime/monitors ${monitor()}`,
      'owner PATCH /uptime/monitors/$0.id {"name":"n"} || owner PATCH /uptime/monitors/$0.id {"timeoutMs":5000} || owner PATCH /uptime/monitors/$0.id {"intervalSeconds":300} || owner PATCH /uptime/monitors/$0.id {"enabled":false}',
      'owner GET /uptime/monitors/$0.id',
    ],
    differsAt: '2.body.name',
  },
]
