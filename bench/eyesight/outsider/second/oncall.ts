import { edit, type OutsiderFault } from '../fault.ts'

const OLGA = '{"userId":"501","label":"Olga Owner"}'
const ADAM = '{"userId":"502","label":"Adam Admin"}'
const NOON = 'event setClock {"mode":"set","now":"2030-03-01T12:00:00Z"}'
const schedule = (participants: readonly string[], timezone = 'UTC') =>
  `owner PUT /oncall/rota {"name":"s","timezone":"${timezone}","participants":[${participants.join(',')}],"handoff":{"interval":"daily","time":"09:00"}}`
const override = (path: string, startsAt: string, endsAt: string) =>
  `owner PUT /oncall/rota/${path}/swap {"userId":"503","label":"Mia Member","startsAt":"${startsAt}","endsAt":"${endsAt}"}`
const step = (kind: string, id: string, waitSeconds: number) =>
  `{"target":{"kind":"${kind}","id":"${id}","label":"l"},"waitSeconds":${waitSeconds}}`
const policy = (...steps: readonly string[]) =>
  `owner PUT /oncall/ladder {"name":"p","repeat":0,"steps":[${steps.join(',')}]}`
const attach = (service: string, id: string) =>
  `owner PATCH /oncall/service/${service}/ladder {"escalationPolicyId":"${id}"}`
const incident = (title = 't') => `owner POST /oncall/incident/manual {"serviceId":"701","title":"${title}"}`
const CREDENTIAL = '{"accountSid":"AC1","authToken":"secret","fromNumber":"+4930123456"}'

/** Mistakes of a third person, in the on-call area of the candidate. */
export const SECOND_ONCALL: readonly OutsiderFault[] = [
  {
    id: 'b-override-hidden-by-later-one',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-10',
    wrong: 'Only the override added last is looked at, so planning one for next year puts the active one out of force.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        'const active = [...schedule.overrides.values()].filter(',
        'const active = [...schedule.overrides.values()].slice(-1).filter(',
      ),
    ],
    shownBy: [
      schedule([OLGA]),
      override('$0.id', '2020-01-01T00:00:00Z', '2098-01-01T00:00:00Z'),
      override('$0.id', '2099-01-01T00:00:00Z', '2099-01-02T00:00:00Z'),
      'owner GET /oncall/rota',
    ],
    differsAt: '3.body.schedules.0.onCallNow.override',
  },
  {
    id: 'b-override-id-from-its-start',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-11',
    wrong:
      'Overrides are numbered by the moment they start, so one that starts with another takes its place in the schedule.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        'const override = { id: world.newId(), ...person',
        'const override = { id: String(startsAt.ms), ...person',
      ),
    ],
    shownBy: [
      schedule([OLGA]),
      override('$0.id', '2099-01-01T00:00:00Z', '2099-01-02T00:00:00Z'),
      override('$0.id', '2099-01-01T00:00:00Z', '2099-01-03T00:00:00Z'),
      'owner GET /oncall/rota',
    ],
    differsAt: '3.body.schedules.0.overrides.length',
  },
  {
    id: 'b-schedule-of-second-step-deleted',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-09',
    wrong: 'A schedule can be deleted while the second step of a policy targets it: only first steps are looked at.',
    requestsAlone: true,
    edits: [edit('schedules.mjs', 'policy.steps.some(', 'policy.steps.slice(0, 1).some(')],
    shownBy: [
      schedule([OLGA]),
      policy(step('user', '502', 60), step('schedule', '$0.id', 60)),
      'owner POST /oncall/rota/$0.id/delete',
    ],
    differsAt: '2.status',
  },
  {
    id: 'b-rotation-remembered-through-update',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-09',
    wrong:
      'Who is on call is remembered until the next handoff, so reordering the participants shifts nothing before that.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        'const turn = turnAt(plan, now)',
        'if (schedule.shift && now < schedule.shift.until) return schedule.shift\n  const turn = turnAt(plan, now)',
      ),
      edit(
        'schedules.mjs',
        'return { ...person, until, override: false }',
        'schedule.shift = { ...person, until, override: false }\n  return schedule.shift',
      ),
    ],
    shownBy: [NOON, schedule([OLGA, ADAM]), `owner POST /oncall/rota/$1.id {"participants":[${ADAM},${OLGA}]}`],
    differsAt: '2.body.onCallNow.userId',
  },
  {
    id: 'b-handoff-ignores-summer-time',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-10',
    wrong: "Handoffs use the time zone's offset of winter all year, so in summer people are relieved an hour late.",
    requestsAlone: false,
    edits: [
      edit(
        'rotation.mjs',
        'const offset = (ms) => wallOf(ms, zone) - Math.floor(ms / 1000) * 1000',
        'const offset = () => wallOf(0, zone)',
      ),
    ],
    shownBy: ['event setClock {"mode":"set","now":"2030-07-01T07:30:00Z"}', schedule([OLGA, ADAM], 'Europe/Berlin')],
    differsAt: '1.body.onCallNow.userId',
  },
  {
    id: 'b-until-as-number',
    areas: ['oncall'],
    kind: 'schema',
    statement: 'GEN-02',
    wrong: 'The until of onCallNow goes out as the number of milliseconds it is kept as, not as a string.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        'onCallNow: onCall && { ...onCall, until: when(choice, onCall.until) },',
        'onCallNow: onCall,',
      ),
    ],
    shownBy: [NOON, schedule([OLGA])],
    differsAt: '1.body.onCallNow.until',
  },
  {
    id: 'b-responder-of-the-opening',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-14',
    wrong:
      'A later step pages whoever was on call when the incident opened, not the substitute who has taken over since.',
    requestsAlone: false,
    edits: [
      edit(
        'escalation.mjs',
        'const userId = responder(world, org, step.target, at)',
        'const userId = responder(world, org, step.target, incident.openedAt)',
      ),
    ],
    shownBy: [
      NOON,
      schedule([OLGA]),
      override('$1.id', '2030-03-01T12:05:00Z', '2030-03-01T13:00:00Z'),
      policy(step('user', '502', 600), step('schedule', '$1.id', 60)),
      attach('701', '$3.id'),
      incident(),
      'event advanceClock {"by":"PT11M"}',
      'event listPages {"incidentId":"$5.id"}',
    ],
    differsAt: '7.body.pages.1.userId',
  },
  {
    id: 'b-incident-without-title',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-01',
    wrong: 'An incident can be opened without a title: one is made up instead of refusing.',
    requestsAlone: true,
    edits: [
      edit(
        'incidents.mjs',
        "const title = check.text(body.title, 'title')",
        "const title = check.text(body.title ?? 'Manual incident', 'title')",
      ),
    ],
    shownBy: ['owner POST /oncall/incident/manual {"serviceId":"701"}'],
    differsAt: '0.status',
  },
  {
    id: 'b-cap-before-filter',
    areas: ['oncall'],
    kind: 'order and caps',
    statement: 'ONC-06',
    wrong:
      'The newest hundred incidents are taken before the status is looked at, so an open one behind a hundred resolved is lost from sight.',
    requestsAlone: true,
    edits: [
      edit('incidents.mjs', 'i >= 0 && found.length < cap; i -= 1', 'i >= 0 && history.length - i <= cap; i -= 1'),
    ],
    shownBy: [
      incident('old'),
      `100x ${incident()} ; owner PUT /oncall/incident/$last.id/state/done`,
      'owner GET /oncall/incident',
    ],
    differsAt: '2.body.incidents.length',
  },
  {
    id: 'b-foreign-incident-resolved',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: "Anybody can resolve another organization's incident by its id.",
    requestsAlone: true,
    edits: [
      edit(
        'incidents.mjs',
        "  resolve(ctx) {\n    const { choice, now } = ctx\n    const incident = known(ctx, ctx.org.incidents, ctx.params.id, 'incident')",
        "  resolve(ctx) {\n    const { choice, now } = ctx\n    const org = [...ctx.world.orgs.values()].find((one) => one.incidents.has(ctx.params.id)) ?? ctx.org\n    const incident = known(ctx, org.incidents, ctx.params.id, 'incident')",
      ),
      edit(
        'incidents.mjs',
        "changeStatus(ctx.org, incident, 'resolved', now, ctx.user)",
        "changeStatus(org, incident, 'resolved', now, ctx.user)",
      ),
    ],
    shownBy: [incident(), 'outsider PUT /oncall/incident/$0.id/state/done'],
    differsAt: '1.status',
  },
  {
    id: 'b-alert-less-incident-resolves',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-01',
    wrong:
      'When an alert of a service is over, an incident that somebody opened there by hand resolves too, though it has no alerts.',
    requestsAlone: false,
    edits: [
      edit(
        'alerts.mjs',
        'const alert = incident.alerts.get(fingerprint)',
        'const alert = incident.alerts.get(fingerprint) ?? { title: fingerprint, firing: true }',
      ),
    ],
    shownBy: [
      'event alertFires {"serviceId":"701","alert":"disk"}',
      incident(),
      'event alertResolves {"serviceId":"701","alert":"disk"}',
      'owner GET /oncall/incident',
    ],
    differsAt: '3.body.incidents.length',
  },
  {
    id: 'b-wrong-update-retracted',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-07',
    wrong: 'Retracting an update takes the newest one off the public page, whichever was named.',
    requestsAlone: false,
    edits: [
      edit(
        'updates.mjs',
        'else incident.updates.delete(update.id)',
        'else incident.updates.delete([...incident.updates.keys()].at(-1))',
      ),
    ],
    shownBy: [
      incident(),
      'owner POST /oncall/incident/$0.id/notice {"body":"first"}',
      'owner POST /oncall/incident/$0.id/notice {"body":"second"}',
      'owner POST /oncall/incident/$0.id/notice/$1.id/retract',
      'event statusPageViewed {"serviceIds":["701"]}',
    ],
    differsAt: '4.body.incidents.0.updates.0.body',
  },
  {
    id: 'b-update-signed-by-acknowledger',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-07',
    wrong: 'A public update bears the name of whoever acknowledged the incident, not of the person who wrote it.',
    requestsAlone: true,
    edits: [
      edit(
        'updates.mjs',
        'given.byLabel : ctx.user.label',
        'given.byLabel : (incident.acknowledgedBy ?? ctx.user).label',
      ),
    ],
    shownBy: [
      incident(),
      'admin PUT /oncall/incident/$0.id/state/ack',
      'owner POST /oncall/incident/$0.id/notice {"body":"b"}',
    ],
    differsAt: '2.body.byLabel',
  },
  {
    id: 'b-phone-with-trailing-text',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-15',
    wrong: 'A phone that only begins like an E.164 number is taken for sms rules.',
    requestsAlone: true,
    edits: [edit('check.mjs', '/^\\+[1-9]\\d{1,14}$/', '/^\\+[1-9]\\d{1,14}/')],
    shownBy: [
      `owner PUT /oncall/telephony ${CREDENTIAL}`,
      'owner PATCH /oncall/whoami/paging {"phone":"+4917012345 ext. 9","rules":[{"channel":"sms","delaySeconds":0}]}',
    ],
    differsAt: '1.status',
  },
  {
    id: 'b-sms-on-another-credential',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'ONC-16',
    wrong:
      'After an organization has cleared its credential its sms go out all the same, as long as any other organization has one.',
    requestsAlone: false,
    edits: [
      edit('escalation.mjs', 'undefined : failureOf(org, user)', 'undefined : failureOf(world, org, user)'),
      edit('escalation.mjs', 'function failureOf(org, user) {', 'function failureOf(world, org, user) {'),
      edit(
        'escalation.mjs',
        "if (!org.provider) return 'no-credential'",
        "if (![...world.orgs.values()].some(({ provider }) => provider)) return 'no-credential'",
      ),
    ],
    shownBy: [
      `outsider PUT /oncall/telephony ${CREDENTIAL}`,
      `owner PUT /oncall/telephony ${CREDENTIAL}`,
      'owner PATCH /oncall/whoami/paging {"phone":"+4917012345","rules":[{"channel":"sms","delaySeconds":0}]}',
      'owner POST /oncall/telephony/forget',
      policy(step('user', '501', 60)),
      attach('701', '$4.id'),
      incident(),
      'event listPages {}',
    ],
    differsAt: '7.body.pages.0.outcome',
  },
  {
    id: 'b-unreachable-provider-504',
    areas: ['oncall'],
    kind: 'status',
    statement: 'ONC-17',
    wrong:
      'A provider that cannot be reached is answered with 504, so a client that waits for 502 does not know why the credential was not stored.',
    requestsAlone: false,
    edits: [
      edit(
        'provider.mjs',
        "refuse(502, 'the provider cannot be reached')",
        "refuse(504, 'the provider cannot be reached')",
      ),
    ],
    shownBy: ['event providerBehaves {"behaviour":"unreachable"}', `owner PUT /oncall/telephony ${CREDENTIAL}`],
    differsAt: '1.status',
  },
  {
    id: 'b-rejected-credential-clears-the-old',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-17',
    wrong: 'An organization that tries a credential the provider rejects loses the one it had.',
    requestsAlone: false,
    edits: [
      edit(
        'provider.mjs',
        '    verify(ctx)\n    org.provider = provider',
        '    org.provider = undefined\n    verify(ctx)\n    org.provider = provider',
      ),
    ],
    shownBy: [
      `owner PUT /oncall/telephony ${CREDENTIAL}`,
      'event providerBehaves {"behaviour":"rejects"}',
      `owner PUT /oncall/telephony ${CREDENTIAL}`,
      'owner GET /oncall/telephony',
    ],
    differsAt: '3.body.configured',
  },
  {
    id: 'b-rejected-token-in-the-error',
    areas: ['oncall'],
    kind: 'secrecy',
    statement: 'GEN-06',
    wrong:
      'When the provider rejects a credential the error repeats its auth token, which then stands in logs and on screens.',
    requestsAlone: false,
    edits: [
      edit(
        'provider.mjs',
        "refuse(422, 'the provider rejects the credential')",
        "refuse(422, 'the provider rejects the credential ' + JSON.stringify(ctx.body))",
      ),
    ],
    shownBy: ['event providerBehaves {"behaviour":"rejects"}', `owner PUT /oncall/telephony ${CREDENTIAL}`],
    differsAt: '1.body.error',
  },
]
