import { edit, type OutsiderFault } from '../fault.ts'

export const FOURTH_ONCALL: readonly OutsiderFault[] = [
  {
    id: 'd-incident-list-cut-before-filtering',
    areas: ['oncall'],
    kind: 'order and caps',
    statement: 'ONC-06',
    wrong:
      'The list looks at the hundred newest incidents only and filters those, so an old incident that is still open disappears behind resolved ones.',
    requestsAlone: true,
    edits: [
      edit('incidents.mjs', 'i >= 0 && found.length < cap; i -= 1)', 'i >= Math.max(0, history.length - cap); i -= 1)'),
    ],
    shownBy: [
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"still open"}',
      '100x owner POST /oncall/incident/manual {"serviceId":"701","title":"short"} ; owner PUT /oncall/incident/$last.id/state/done',
      'owner GET /oncall/incident',
    ],
    differsAt: '2.body.incidents.length',
  },
  {
    id: 'd-acknowledged-incident-moves-to-the-top',
    areas: ['oncall'],
    kind: 'order and caps',
    statement: 'ONC-06',
    wrong: 'The list is ordered by the last change, so an old incident that is acknowledged stands above newer ones.',
    requestsAlone: true,
    edits: [
      edit(
        'incidents.mjs',
        "    if (ctx.fault('incidents-oldest-first')) found.reverse()",
        '    found.sort((x, y) => (y.acknowledgedAt ?? y.openedAt) - (x.acknowledgedAt ?? x.openedAt))',
      ),
    ],
    shownBy: [
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"older"}',
      'pause',
      'owner POST /oncall/incident/manual {"serviceId":"702","title":"newer"}',
      'pause',
      'owner PUT /oncall/incident/$0.id/state/ack',
      'owner GET /oncall/incident',
    ],
    differsAt: '5.body.incidents.0.title',
  },
  {
    id: 'd-resolving-one-resolves-all-of-the-service',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-03',
    wrong: 'Resolving an incident also resolves the other unresolved incidents of the same service.',
    requestsAlone: true,
    edits: [
      edit(
        'incidents.mjs',
        `    changeStatus(ctx.org, incident, 'resolved', now, ctx.user)
`,
        `    for (const one of [...ctx.org.working.get(incident.service.id)]) {
      changeStatus(ctx.org, one, 'resolved', now, ctx.user)
      one.resolvedAt = now
    }
`,
      ),
    ],
    shownBy: [
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"one"}',
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"two"}',
      'owner PUT /oncall/incident/$0.id/state/done',
      'owner GET /oncall/incident/$1.id/full',
    ],
    differsAt: '3.body.incident.status',
  },
  {
    id: 'd-acknowledgement-counts-only-from-those-paged',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-14',
    wrong:
      'When somebody acknowledges who was not paged for the incident, the escalation goes on paging the next ones.',
    requestsAlone: false,
    edits: [
      edit(
        'escalation.mjs',
        "(incident.status === 'acknowledged' && world.fault('walk-ignores-acknowledge'))",
        "(incident.status === 'acknowledged' && !world.pages.some(({ incidentId, userId }) => incidentId === incident.id && userId === incident.acknowledgedBy?.id))",
      ),
    ],
    shownBy: [
      'owner PUT /oncall/ladder {"name":"p","repeat":0,"steps":[{"target":{"kind":"user","id":"502","label":"Adam"},"waitSeconds":60},{"target":{"kind":"user","id":"503","label":"Mia"},"waitSeconds":60}]}',
      'owner PATCH /oncall/service/701/ladder {"escalationPolicyId":"$0.id"}',
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"t"}',
      'owner PUT /oncall/incident/$2.id/state/ack',
      'event advanceClock {"by":"PT2M"}',
      'event listPages {"incidentId":"$2.id"}',
    ],
    differsAt: '5.body.pages.length',
  },
  {
    id: 'd-unused-policies-do-not-hold-a-schedule',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-09',
    wrong:
      'A schedule can be deleted although an escalation step targets it, as long as no service uses that policy yet.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        `some((policy) =>
      policy.steps.some(`,
        `some((policy) =>
      [...ctx.org.services.values()].some(({ policyId }) => policyId === policy.id) && policy.steps.some(`,
      ),
    ],
    shownBy: [
      'owner PUT /oncall/rota {"name":"r","timezone":"UTC","participants":[{"userId":"501","label":"O"}],"handoff":{"interval":"daily","time":"09:00"}}',
      'owner PUT /oncall/ladder {"name":"p","repeat":0,"steps":[{"target":{"kind":"schedule","id":"$0.id","label":"r"},"waitSeconds":60}]}',
      'owner POST /oncall/rota/$0.id/delete',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-fewer-steps-leave-the-old-tail',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-12',
    wrong: 'A policy updated with fewer steps keeps the last of its old ones, and goes on paging those people.',
    requestsAlone: true,
    edits: [
      edit(
        'policies.mjs',
        "    if (ctx.fault('policy-update-resets-repeat')) changes.repeat ??= 0",
        '    if (changes.steps) changes.steps = Object.assign([...policy.steps], changes.steps)',
      ),
    ],
    shownBy: [
      'owner PUT /oncall/ladder {"name":"p","repeat":0,"steps":[{"target":{"kind":"user","id":"501","label":"O"},"waitSeconds":60},{"target":{"kind":"user","id":"502","label":"A"},"waitSeconds":60}]}',
      'owner POST /oncall/ladder/$0.id {"steps":[{"target":{"kind":"user","id":"503","label":"M"},"waitSeconds":30}]}',
    ],
    differsAt: '1.body.steps.length',
  },
  {
    id: 'd-new-participants-drop-overrides-of-others',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-11',
    wrong:
      'Changing the participants of a schedule throws away overrides by people who are not among them, though a stand-in need not be.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        "    if (ctx.fault('schedule-update-resets-zone')) changes.timezone ??= 'UTC'",
        '    for (const { id, userId } of changes.participants ? [...schedule.overrides.values()] : [])\n      if (!changes.participants.some((person) => person.userId === userId)) schedule.overrides.delete(id)',
      ),
    ],
    shownBy: [
      'owner PUT /oncall/rota {"name":"r","timezone":"UTC","participants":[{"userId":"501","label":"O"}],"handoff":{"interval":"daily","time":"09:00"}}',
      'owner PUT /oncall/rota/$0.id/swap {"userId":"503","label":"M","startsAt":"2040-01-01T00:00:00Z","endsAt":"2040-01-02T00:00:00Z"}',
      'owner POST /oncall/rota/$0.id {"participants":[{"userId":"501","label":"O"},{"userId":"502","label":"A"}]}',
    ],
    differsAt: '2.body.overrides.length',
  },
  {
    id: 'd-override-by-an-outsider-of-the-rotation-ignored',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-10',
    wrong: 'An override by somebody who is not a participant is taken, but never puts that person on call.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        '({ startsAt, endsAt }) => startsAt.ms <= now && now < endsAt.ms,',
        '({ userId, startsAt, endsAt }) =>\n      startsAt.ms <= now && now < endsAt.ms && schedule.participants.some((person) => person.userId === userId),',
      ),
    ],
    shownBy: [
      'owner PUT /oncall/rota {"name":"r","timezone":"UTC","participants":[{"userId":"501","label":"O"},{"userId":"502","label":"A"}],"handoff":{"interval":"daily","time":"09:00"}}',
      'owner PUT /oncall/rota/$0.id/swap {"userId":"503","label":"M","startsAt":"2020-01-01T00:00:00Z","endsAt":"2060-01-01T00:00:00Z"}',
      'owner GET /oncall/rota',
    ],
    differsAt: '2.body.schedules.0.onCallNow.override',
  },
  {
    id: 'd-winter-time-all-year',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-10',
    wrong: "Handoffs use the zone's offset of January, so in summer they come an hour late.",
    requestsAlone: false,
    edits: [
      edit(
        'rotation.mjs',
        '  return fits.length > 0 ? Math.min(...fits) : early',
        '  if (fits.length === 0) return early\n  return wall - offset(Date.UTC(new Date(wall).getUTCFullYear(), 0, 1))',
      ),
    ],
    shownBy: [
      'event setClock {"mode":"set","now":"2027-07-01T07:30:00Z"}',
      'owner PUT /oncall/rota {"name":"r","timezone":"Europe/Berlin","participants":[{"userId":"501","label":"O"},{"userId":"502","label":"A"}],"handoff":{"interval":"daily","time":"09:00"}}',
    ],
    differsAt: '1.body.onCallNow.userId',
  },
  {
    id: 'd-turns-remembered-without-the-zone',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'ONC-10',
    wrong:
      'Two schedules that hand over at the same wall-clock time in different zones share the turn of whichever was read first.',
    requestsAlone: false,
    edits: [
      edit(
        'rotation.mjs',
        `\`\${plan.zone} \${plan.weekly} \${plan.sundayDow} \${plan.timeMs}\``,
        `\`\${plan.weekly} \${plan.sundayDow} \${plan.timeMs}\``,
      ),
    ],
    shownBy: [
      'event setClock {"mode":"set","now":"2027-01-10T03:00:00Z"}',
      'owner PUT /oncall/rota {"name":"utc","timezone":"UTC","participants":[{"userId":"501","label":"O"},{"userId":"502","label":"A"}],"handoff":{"interval":"daily","time":"09:00"}}',
      'owner PUT /oncall/rota {"name":"tokyo","timezone":"Asia/Tokyo","participants":[{"userId":"501","label":"O"},{"userId":"502","label":"A"}],"handoff":{"interval":"daily","time":"09:00"}}',
    ],
    differsAt: '2.body.onCallNow.userId',
  },
  {
    id: 'd-delays-of-rules-add-up',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-16',
    wrong: "Each of a responder's rules waits for the delays of the rules before it too, so later pages come too late.",
    requestsAlone: false,
    edits: [
      edit(
        'escalation.mjs',
        '  for (const { channel, delaySeconds } of settingsOf(user).rules) {',
        '  let waited = 0\n  for (const { channel, delaySeconds } of settingsOf(user).rules) {\n    waited += delaySeconds',
      ),
      edit(
        'escalation.mjs',
        "const delay = world.fault('page-delay-ignored') ? 0 : delaySeconds",
        'const delay = waited',
      ),
    ],
    shownBy: [
      'owner PATCH /oncall/whoami/paging {"rules":[{"channel":"email","delaySeconds":60},{"channel":"email","delaySeconds":120}]}',
      'owner PUT /oncall/ladder {"name":"p","repeat":0,"steps":[{"target":{"kind":"user","id":"501","label":"O"},"waitSeconds":3600}]}',
      'owner PATCH /oncall/service/701/ladder {"escalationPolicyId":"$1.id"}',
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"t"}',
      'event advanceClock {"by":"PT150S"}',
      'event listPages {"incidentId":"$3.id"}',
    ],
    differsAt: '5.body.pages.length',
  },
  {
    id: 'd-failed-page-ends-the-other-rules',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-16',
    wrong:
      'When a text message cannot be sent for want of a credential, the later email of the same person is given up too.',
    requestsAlone: false,
    edits: [
      edit(
        'escalation.mjs',
        "      if (error === 'no-credential' && world.fault('no-credential-silent')) return",
        '      if (page.failed) return\n      if (error) page.failed = true',
      ),
    ],
    shownBy: [
      'owner PUT /oncall/telephony {"accountSid":"AC1","authToken":"secret","fromNumber":"+4930123456"}',
      'owner PATCH /oncall/whoami/paging {"phone":"+4917012345","rules":[{"channel":"sms","delaySeconds":0},{"channel":"email","delaySeconds":60}]}',
      'owner POST /oncall/telephony/forget {}',
      'owner PUT /oncall/ladder {"name":"p","repeat":0,"steps":[{"target":{"kind":"user","id":"501","label":"O"},"waitSeconds":3600}]}',
      'owner PATCH /oncall/service/701/ladder {"escalationPolicyId":"$3.id"}',
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"t"}',
      'event advanceClock {"by":"PT2M"}',
      'event listPages {"incidentId":"$5.id"}',
    ],
    differsAt: '7.body.pages.length',
  },
  {
    id: 'd-known-account-not-verified-again',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-17',
    wrong:
      'A new auth token for an account that is set already is stored without asking the provider, even one the provider rejects.',
    requestsAlone: false,
    edits: [
      edit('provider.mjs', '    verify(ctx)\n', '    if (org.provider?.accountSid !== accountSid) verify(ctx)\n'),
    ],
    shownBy: [
      'owner PUT /oncall/telephony {"accountSid":"AC1","authToken":"good","fromNumber":"+4930123456"}',
      'event providerBehaves {"behaviour":"rejects"}',
      'owner PUT /oncall/telephony {"accountSid":"AC1","authToken":"mistyped","fromNumber":"+4930123456"}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-rejected-auth-token-in-the-error',
    areas: ['oncall'],
    kind: 'secrecy',
    statement: 'GEN-06',
    wrong: 'When the provider rejects a credential, the error text repeats the auth token.',
    requestsAlone: false,
    edits: [
      edit(
        'provider.mjs',
        "refuse(422, 'the provider rejects the credential')",
        `refuse(422, \`the provider rejects \${ctx.body.accountSid}:\${ctx.body.authToken}\`)`,
      ),
    ],
    shownBy: [
      'event providerBehaves {"behaviour":"rejects"}',
      'owner PUT /oncall/telephony {"accountSid":"AC1","authToken":"hush-hush-4711","fromNumber":"+4930123456"}',
    ],
    differsAt: '1.body.error',
  },
  {
    id: 'd-any-source-token-opens-any-inlet',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'ONC-18',
    wrong:
      "The token of one alert source is taken at the address of another, so a stranger's token raises incidents on our services.",
    requestsAlone: true,
    edits: [
      edit(
        'webhook.mjs',
        `  const source = token && world.sourceTokens.get(hashOf(token))
  if (!source || (params.source !== undefined && params.source !== source.id))`,
        `  const owner = token && world.sourceTokens.get(hashOf(token))
  const source = owner && ([...world.sourceTokens.values()].find(({ id }) => id === params.source) ?? owner)
  if (!source)`,
      ),
    ],
    shownBy: [
      'owner POST /oncall/inlet/mint {"name":"ours","serviceId":"701"}',
      'outsider POST /oncall/inlet/mint {"name":"theirs","serviceId":"703"}',
      'bearer:$1.token POST /oncall/inbound/$0.id {"version":"4","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"x"}}]}',
      'owner GET /oncall/incident',
    ],
    differsAt: '3.body.incidents.length',
  },
  {
    id: 'd-status-of-the-group-for-each-alert',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-05',
    wrong:
      "In a notification with firing and resolved alerts every alert gets the group's status, so resolved ones go on counting as firing.",
    requestsAlone: true,
    edits: [
      edit(
        'webhook.mjs',
        "return { firing: status === 'firing', fingerprint, startsAt, title }",
        "return { firing: (notification.status ?? status) === 'firing', fingerprint, startsAt, title }",
      ),
    ],
    shownBy: [
      'owner POST /oncall/inlet/mint {"name":"s","serviceId":"701"}',
      'bearer:$0.token POST /oncall/inbound/$0.id {"version":"4","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"x"}},{"status":"firing","labels":{"alertname":"y"}}]}',
      'bearer:$0.token POST /oncall/inbound/$0.id {"version":"4","status":"firing","alerts":[{"status":"firing","labels":{"alertname":"x"}},{"status":"resolved","labels":{"alertname":"y"}}]}',
      'owner GET /oncall/incident',
    ],
    differsAt: '3.body.incidents.0.firingAlerts',
  },
  {
    id: 'd-quiet-service-resolves-incidents-without-alerts',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-01',
    wrong:
      'When an alert of a service ends, manual incidents of that service that never had an alert are resolved too: of no alerts, all are over.',
    requestsAlone: false,
    edits: [
      edit(
        'alerts.mjs',
        `    if (!alert?.firing) continue
    touched ??= incident
    alert.firing = false
    note(incident, now, \`alert resolved: \${alert.title}\`)
`,
        `    if (alert?.firing) {
      touched ??= incident
      alert.firing = false
      note(incident, now, \`alert resolved: \${alert.title}\`)
    }
`,
      ),
    ],
    shownBy: [
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"by hand"}',
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"takes the alert"}',
      'event alertFires {"serviceId":"701","alert":"x"}',
      'event alertResolves {"serviceId":"701","alert":"x"}',
      'owner GET /oncall/incident/$0.id/full',
    ],
    differsAt: '4.body.incident.status',
  },
  {
    id: 'd-update-signed-by-who-opened-the-incident',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-07',
    wrong: 'A public update bears the name of whoever opened the incident, not of its author.',
    requestsAlone: true,
    edits: [
      edit(
        'updates.mjs',
        "ctx.fault('update-label-from-body') && typeof given.byLabel === 'string' ? given.byLabel : ctx.user.label",
        'incident.timeline[0].by?.label ?? ctx.user.label',
      ),
    ],
    shownBy: [
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"t"}',
      'member POST /oncall/incident/$0.id/notice {"body":"we are on it"}',
    ],
    differsAt: '1.body.byLabel',
  },
  {
    id: 'd-retraction-takes-the-newest-update',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-07',
    wrong: 'Retracting an update removes the newest update of the incident, and the one meant stays public.',
    requestsAlone: false,
    edits: [
      edit(
        'updates.mjs',
        'else incident.updates.delete(update.id)',
        'else incident.updates.delete([...incident.updates.keys()].at(-1))',
      ),
    ],
    shownBy: [
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"t"}',
      'owner POST /oncall/incident/$0.id/notice {"body":"wrong"}',
      'owner POST /oncall/incident/$0.id/notice {"body":"right"}',
      'owner POST /oncall/incident/$0.id/notice/$1.id/retract',
      'event statusPageViewed {"serviceIds":["701"]}',
    ],
    differsAt: '4.body.incidents.0.updates.0.body',
  },
  {
    id: 'd-post-mortem-not-on-the-status-page',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-07',
    wrong: 'The first update of an incident that is resolved already is taken, but status pages never show it.',
    requestsAlone: false,
    edits: [
      edit(
        'updates.mjs',
        '    incident.updates.set(update.id, update)\n',
        "    incident.updates.set(update.id, update)\n    if (incident.updates.size === 1) incident.shown = incident.status !== 'resolved'\n",
      ),
      edit(
        'updates.mjs',
        'return incident.updates.size >= needed',
        'return incident.updates.size >= needed && incident.shown',
      ),
    ],
    shownBy: [
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"t"}',
      'owner PUT /oncall/incident/$0.id/state/done',
      'owner POST /oncall/incident/$0.id/notice {"body":"what we learnt"}',
      'event statusPageViewed {"serviceIds":["701"]}',
    ],
    differsAt: '3.body.incidents.length',
  },
  {
    id: 'd-acknowledgement-overtakes-resolution',
    areas: ['oncall'],
    kind: 'concurrency',
    statement: 'ONC-03',
    wrong:
      'Acknowledged and resolved at once, an incident ends as acknowledged: the acknowledgement looked at the status before it was resolved.',
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
        'incidents.mjs',
        `    changeStatus(ctx.org, incident, 'acknowledged', now, ctx.user)
    if (!ctx.fault('acknowledge-time-missing')) incident.acknowledgedAt = now
    return showIncident(ctx, incident)`,
        `    return new Promise((resolve) => setTimeout(resolve, 10)).then(() => {
      changeStatus(ctx.org, incident, 'acknowledged', now, ctx.user)
      incident.acknowledgedAt = now
      return showIncident(ctx, incident)
    })`,
      ),
    ],
    shownBy: [
      'owner POST /oncall/incident/manual {"serviceId":"701","title":"t"}',
      'owner PUT /oncall/incident/$0.id/state/ack || admin PUT /oncall/incident/$0.id/state/done',
      'owner GET /oncall/incident/$0.id/full',
    ],
    differsAt: '2.body.incident.status',
  },
  {
    id: 'd-rotation-without-the-override-flag',
    areas: ['oncall'],
    kind: 'schema',
    statement: 'GEN-02',
    wrong: 'Without an override, onCallNow lacks its required field override instead of saying false.',
    requestsAlone: true,
    edits: [edit('schedules.mjs', 'return { ...person, until, override: false }', 'return { ...person, until }')],
    shownBy: [
      'owner PUT /oncall/rota {"name":"r","timezone":"UTC","participants":[{"userId":"501","label":"O"}],"handoff":{"interval":"daily","time":"09:00"}}',
    ],
    differsAt: '0.body.onCallNow.override',
  },
  {
    id: 'd-unreachable-provider-counts-as-rejection',
    areas: ['oncall'],
    kind: 'status',
    statement: 'ONC-17',
    wrong: 'When the provider cannot be reached, the credential is refused as if the provider had rejected it.',
    requestsAlone: false,
    edits: [
      edit('provider.mjs', "if (behaviour === 'rejects') refuse(422,", "if (behaviour !== 'accepts') refuse(422,"),
    ],
    shownBy: [
      'event providerBehaves {"behaviour":"unreachable"}',
      'owner PUT /oncall/telephony {"accountSid":"AC1","authToken":"secret","fromNumber":"+4930123456"}',
    ],
    differsAt: '1.status',
  },
  {
    id: 'd-override-removed-through-another-schedule',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'ONC-11',
    wrong: 'An override can be removed under the id of a schedule it does not belong to.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        '    const schedule = findSchedule(ctx)\n    const override = known(',
        '    findSchedule(ctx)\n    const schedule =\n      [...ctx.org.schedules.values()].find(({ overrides }) => overrides.has(ctx.params.oid)) ?? findSchedule(ctx)\n    const override = known(',
      ),
    ],
    shownBy: [
      'owner PUT /oncall/rota {"name":"r","timezone":"UTC","participants":[{"userId":"501","label":"O"}],"handoff":{"interval":"daily","time":"09:00"}}',
      'owner PUT /oncall/rota {"name":"s","timezone":"UTC","participants":[{"userId":"501","label":"O"}],"handoff":{"interval":"daily","time":"09:00"}}',
      'owner PUT /oncall/rota/$0.id/swap {"userId":"503","label":"M","startsAt":"2040-01-01T00:00:00Z","endsAt":"2040-01-02T00:00:00Z"}',
      'owner POST /oncall/rota/$1.id/swap/$2.id/remove',
    ],
    differsAt: '3.status',
  },
]
