import { edit, type OutsiderFault } from '../fault.ts'

export const FOURTH_UPTIME: readonly OutsiderFault[] = [
  {
    id: 'd-any-interval-within-the-range',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-03',
    wrong:
      'Every interval between the shortest and the longest offered one is taken, so monitors run at intervals nobody offers.',
    requestsAlone: true,
    edits: [
      edit(
        'monitor-input.mjs',
        'ctx.choice.catalog.intervals.some(([one]) => one === seconds)',
        'ctx.choice.catalog.intervals.some(([one]) => one <= seconds) && ctx.choice.catalog.intervals.some(([one]) => one >= seconds)',
      ),
    ],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":61,"vantages":["hel"],"http":{"url":"https://a.example/"}}',
    ],
    differsAt: '0.status',
  },
  {
    id: 'd-vantages-of-a-paused-monitor-not-checked',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-03',
    wrong:
      'A monitor created switched off may name a vantage that is not available, and keeps it when it is switched on.',
    requestsAlone: true,
    edits: [
      edit(
        'monitor-input.mjs',
        "if (!available && !ctx.fault('unavailable-vantage-accepted'))",
        'if (!available && ctx.body.enabled !== false)',
      ),
    ],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","enabled":false,"intervalSeconds":60,"vantages":["gru"],"http":{"url":"https://a.example/"}}',
    ],
    differsAt: '0.status',
  },
  {
    id: 'd-false-in-a-target-is-nothing-given',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-05',
    wrong: 'A monitor told not to follow redirects follows them: false counts as not given, and the default wins.',
    requestsAlone: true,
    edits: [
      edit('monitor-input.mjs', 'filter(([, value]) => value !== undefined)', 'filter(([, value]) => Boolean(value))'),
    ],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":60,"vantages":["hel"],"http":{"url":"https://a.example/","followRedirects":false}}',
    ],
    differsAt: '0.body.http.followRedirects',
  },
  {
    id: 'd-single-expected-status-as-a-number',
    areas: ['uptime'],
    kind: 'schema',
    statement: 'GEN-02',
    wrong: 'Expected statuses that are plain numbers come back as numbers among strings.',
    requestsAlone: true,
    edits: [
      edit(
        'monitor-input.mjs',
        'check.array(list, what, status)),',
        "check.array(list, what, status).map((text) => (text.includes('x') || text.includes('-') ? text : Number(text)))),",
      ),
    ],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":60,"vantages":["hel"],"http":{"url":"https://a.example/","expectStatus":["2xx","301"]}}',
    ],
    differsAt: '0.body.http.expectStatus',
  },
  {
    id: 'd-monitor-change-without-service-lowers-the-count',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-04',
    wrong:
      'Each change of a monitor that does not name its service takes one off the count of that service, which can then be deleted.',
    requestsAlone: true,
    edits: [
      edit(
        'monitors.mjs',
        'recount(org, monitor.serviceId, settings.serviceId)',
        'recount(org, monitor.serviceId, ctx.body.serviceId)',
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"s"}',
      'owner POST /uptime/monitors {"name":"m","serviceId":"$0.id","kind":"http","intervalSeconds":60,"vantages":["hel"],"http":{"url":"https://a.example/"}}',
      'owner PATCH /uptime/monitors/$1.id {"timeoutMs":4000}',
      'owner DELETE /uptime/services/$0.id',
    ],
    differsAt: '3.status',
  },
  {
    id: 'd-rename-looks-only-at-older-services',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'UPT-04',
    wrong: 'A service may be renamed to the name of a service that was created after it.',
    requestsAlone: true,
    edits: [
      edit(
        'uptime-services.mjs',
        'if (service !== self && fold(service.name) === wanted)',
        'if (service === self) return\n    if (fold(service.name) === wanted)',
      ),
    ],
    shownBy: [
      'owner POST /uptime/services {"name":"older"}',
      'owner POST /uptime/services {"name":"younger"}',
      'owner PATCH /uptime/services/$0.id {"name":"younger"}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-quota-counts-only-running-monitors',
    areas: ['uptime'],
    kind: 'guard',
    statement: 'LIM-03',
    wrong:
      'Monitors that are switched off do not count for the quota, so an organization can have more than its quota.',
    requestsAlone: false,
    edits: [
      edit(
        'handle.mjs',
        "org.monitors.size - (ctx.fault('quota-off-by-one') ? 1 : 0)",
        '[...org.monitors.values()].filter(({ enabled }) => enabled).length',
      ),
    ],
    shownBy: [
      'event quotaChanges {"quota":"monitors","value":1}',
      'owner POST /uptime/monitors {"name":"m","kind":"http","enabled":false,"intervalSeconds":60,"vantages":["hel"],"http":{"url":"https://a.example/"}}',
      'owner POST /uptime/monitors {"name":"n","kind":"http","intervalSeconds":60,"vantages":["hel"],"http":{"url":"https://a.example/"}}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-week-of-metrics-too-short',
    areas: ['uptime'],
    kind: 'time',
    statement: 'UPT-06',
    wrong: 'The metrics of seven days leave out what is older than seventeen hours: the week has a digit too few.',
    requestsAlone: false,
    edits: [edit('monitor-history.mjs', "['7d', 604800]", "['7d', 60480]")],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":60,"vantages":["hel"],"http":{"url":"https://a.example/"}}',
      'event probeResult {"monitorId":"$0.id","outcome":"ok"}',
      'event advanceClock {"by":"P3D"}',
      'owner GET /uptime/monitors/$0.id/metrics?window=7d',
    ],
    differsAt: '3.body.series.0.points.length',
  },
  {
    id: 'd-series-of-a-vantage-mixes-all',
    areas: ['uptime'],
    kind: 'isolation',
    statement: 'UPT-06',
    wrong: 'The series of a vantage averages the results of all vantages, so a place that fails looks half well.',
    requestsAlone: false,
    edits: [
      edit(
        'monitor-history.mjs',
        `        samples.filter((sample) => sample.vantage === vantage),
        step,`,
        `        samples,
        step,`,
      ),
    ],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":60,"vantages":["hel","ams"],"http":{"url":"https://a.example/"}}',
      'event probeResult {"monitorId":"$0.id","vantage":"hel","outcome":"ok","latencyMs":20}',
      'event probeResult {"monitorId":"$0.id","vantage":"ams","outcome":"fail","latencyMs":900}',
      'owner GET /uptime/monitors/$0.id/metrics?window=24h',
    ],
    differsAt: '3.body.series.0.points.0.latencyMs',
  },
  {
    id: 'd-failures-grouped-by-vantage',
    areas: ['uptime'],
    kind: 'order and caps',
    statement: 'UPT-07',
    wrong: 'Failures are newest first only within a vantage: a later failure elsewhere stands below earlier ones.',
    requestsAlone: false,
    edits: [
      edit(
        'monitor-history.mjs',
        'const newest = recent.reverse().slice(0, max)',
        'const newest = recent.reverse().sort((x, y) => x.vantage.localeCompare(y.vantage)).slice(0, max)',
      ),
    ],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":60,"vantages":["hel","ams"],"http":{"url":"https://a.example/"}}',
      'event probeResult {"monitorId":"$0.id","vantage":"ams","outcome":"fail"}',
      'event advanceClock {"by":"PT1M"}',
      'event probeResult {"monitorId":"$0.id","vantage":"hel","outcome":"fail"}',
      'owner GET /uptime/monitors/$0.id/failures',
    ],
    differsAt: '4.body.failures.0.vantage',
  },
  {
    id: 'd-prober-keeps-the-first-down-condition',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-07',
    wrong:
      'A changed down condition is shown but not used: the monitor goes on being judged by the one it was created with.',
    requestsAlone: false,
    edits: [
      edit(
        'monitors.mjs',
        '      metricsDown: false,',
        '      metricsDown: false,\n      judgedBy: settings.downCondition,',
      ),
      edit(
        'probe.mjs',
        'const { confirmations, quorum } = monitor.downCondition',
        'const { confirmations, quorum } = monitor.judgedBy',
      ),
    ],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":60,"vantages":["hel"],"downCondition":{"confirmations":1,"quorum":1},"http":{"url":"https://a.example/"}}',
      'owner PATCH /uptime/monitors/$0.id {"downCondition":{"confirmations":4,"quorum":1}}',
      'event probeResult {"monitorId":"$0.id","outcome":"ok"}',
      'event probeResult {"monitorId":"$0.id","outcome":"fail"}',
      'owner GET /uptime/monitors/$0.id',
    ],
    differsAt: '4.body.state',
  },
  {
    id: 'd-export-token-takes-the-place-of-another',
    areas: ['uptime'],
    kind: 'side effect',
    statement: 'UPT-08',
    wrong:
      'Ids of export tokens are counted from how many there are, so after a revocation a new token takes the place of the newest one, which can no longer be seen or revoked.',
    requestsAlone: true,
    edits: [
      edit(
        'export-tokens.mjs',
        `      id: world.newId(),
      name,
      createdAt: now,`,
        `      id: \`\${org.slug}-\${org.exportTokens.size + 1}\`,
      name,
      createdAt: now,`,
      ),
    ],
    shownBy: [
      'owner POST /uptime/export-tokens {"name":"first"}',
      'owner POST /uptime/export-tokens {"name":"second"}',
      'owner DELETE /uptime/export-tokens/$0.id',
      'owner POST /uptime/export-tokens {"name":"third"}',
      'owner GET /uptime/export-tokens',
    ],
    differsAt: '4.body.tokens.length',
  },
  {
    id: 'd-monitor-changes-at-once-lose-one',
    areas: ['uptime'],
    kind: 'concurrency',
    statement: 'UPT-05',
    wrong:
      'Of two changes of a monitor sent at once, each of another field, the later write puts the first field back as it was.',
    requestsAlone: true,
    edits: [
      edit(
        'server.mjs',
        "send(response, handle({ method, url, headers, payload: Buffer.concat(chunks).toString('utf8') }))",
        "Promise.resolve(handle({ method, url, headers, payload: Buffer.concat(chunks).toString('utf8') })).then((answer) => send(response, answer))",
      ),
      edit(
        'handle.mjs',
        'return { status: route.status, body: finish(choice, route, route.run(ctx)) }',
        'const done = route.run(ctx)\n      if (done instanceof Promise) return done.then((body) => ({ status: route.status, body }))\n      return { status: route.status, body: finish(choice, route, done) }',
      ),
      edit(
        'monitors.mjs',
        `    recount(org, monitor.serviceId, settings.serviceId)
    Object.assign(monitor, settings)
    for (const vantage of monitor.streaks.keys())
      if (!monitor.vantages.includes(vantage)) monitor.streaks.delete(vantage)
    const changed = !isDeepStrictEqual(before, showMonitor(ctx, monitor))
    if (changed || choice.updatedAtMoves === 'always') monitor.updatedAt = now
    return ctx.fault('patch-answers-old') ? before : showMonitor(ctx, monitor)`,
        `    return new Promise((resolve) => setTimeout(resolve, 10)).then(() => {
      recount(org, monitor.serviceId, settings.serviceId)
      Object.assign(monitor, settings)
      for (const vantage of monitor.streaks.keys())
        if (!monitor.vantages.includes(vantage)) monitor.streaks.delete(vantage)
      const changed = !isDeepStrictEqual(before, showMonitor(ctx, monitor))
      if (changed || choice.updatedAtMoves === 'always') monitor.updatedAt = now
      return showMonitor(ctx, monitor)
    })`,
      ),
    ],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":60,"vantages":["hel"],"timeoutMs":1000,"http":{"url":"https://a.example/"}}',
      'owner PATCH /uptime/monitors/$0.id {"timeoutMs":2000} || owner PATCH /uptime/monitors/$0.id {"intervalSeconds":300} || owner PATCH /uptime/monitors/$0.id {"enabled":false}',
      'owner GET /uptime/monitors/$0.id',
    ],
    differsAt: '2.body.timeoutMs',
  },
  {
    id: 'd-monitor-unreadable-without-metrics',
    areas: ['uptime'],
    kind: 'status',
    statement: 'UPT-06',
    wrong: 'While metrics are unavailable, the monitor itself cannot be read or changed either.',
    requestsAlone: false,
    edits: [
      edit(
        'monitors.mjs',
        "  const monitor = ctx.org.monitors.get(ctx.params.id) ?? refuse(404, 'unknown monitor')\n",
        "  const monitor = ctx.org.monitors.get(ctx.params.id) ?? refuse(404, 'unknown monitor')\n  if (ctx.org.metricsDown || monitor.metricsDown) refuse(503, 'metrics are unavailable for a while')\n",
      ),
    ],
    shownBy: [
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":60,"vantages":["hel"],"http":{"url":"https://a.example/"}}',
      'event metricsAvailability {"monitorId":"$0.id","available":false}',
      'owner GET /uptime/monitors/$0.id',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-invalid-monitor-refused-before-the-quota',
    areas: ['uptime'],
    kind: 'status',
    statement: 'UPT-05',
    wrong:
      'At the quota, a monitor with an unavailable vantage is refused for the vantage: the backend is asked before the quota.',
    requestsAlone: false,
    edits: [
      edit(
        'handle.mjs',
        `  if (route.name === 'createMonitor') {
    const used = org.monitors.size - (ctx.fault('quota-off-by-one') ? 1 : 0)
    if (used >= org.quota) refuse(403, 'the monitor quota is reached')
  }
`,
        '',
      ),
      edit(
        'monitors.mjs',
        '    const settings = readMonitor(ctx)\n',
        "    const settings = readMonitor(ctx)\n    if (org.monitors.size >= org.quota) refuse(403, 'the monitor quota is reached')\n",
      ),
    ],
    shownBy: [
      'event quotaChanges {"quota":"monitors","value":0}',
      'owner POST /uptime/monitors {"name":"m","kind":"http","intervalSeconds":60,"vantages":["gru"],"http":{"url":"https://a.example/"}}',
    ],
    differsAt: '1.status',
  },
]
