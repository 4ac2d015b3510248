import { edit, type OutsiderFault } from '../fault.ts'
import { INTERLEAVED, WAIT } from './interleaved.ts'

const NOON = 'event setClock {"mode":"set","now":"2026-07-08T12:00:00Z"}'
const OLGA = '{"userId":"501","label":"Olga"}'
const ADAM = '{"userId":"502","label":"Adam"}'
const rota = (name: string, handoff: string, zone = 'UTC', people = `${OLGA},${ADAM}`) =>
  `owner PUT /oncall/rota {"name":"${name}","timezone":"${zone}","participants":[${people}],"handoff":${handoff}}`
const DAILY = '{"interval":"daily","time":"09:00"}'
const ladder = (...steps: string[]) => `owner PUT /oncall/ladder {"name":"ladder","repeat":0,"steps":[${steps}]}`
const step = (kind: string, id: string, waitSeconds = 3600) =>
  `{"target":{"kind":"${kind}","id":"${id}","label":"x"},"waitSeconds":${waitSeconds}}`
const open = (title: string, service = '701') =>
  `owner POST /oncall/incident/manual {"serviceId":"${service}","title":"${title}"}`
const attach = (policy: string) => `owner PATCH /oncall/service/701/ladder {"escalationPolicyId":"${policy}"}`
const credential = (authToken: string) =>
  `owner PUT /oncall/telephony {"accountSid":"AC1","authToken":"${authToken}","fromNumber":"+4930123456"}`

/** Mistakes in on-call. */
export const ONCALL: readonly OutsiderFault[] = [
  {
    id: 'c-rotation-without-summer-time',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-10',
    wrong: 'In summer the wrong person is on call for an hour, because the offset of the zone is that of the winter.',
    requestsAlone: false,
    edits: [
      edit(
        'rotation.mjs',
        'const offset = (ms) => wallOf(ms, zone) - Math.floor(ms / 1000) * 1000',
        'const offset = () => wallOf(0, zone)',
      ),
    ],
    shownBy: ['event setClock {"mode":"set","now":"2026-07-08T07:30:00Z"}', rota('summer', DAILY, 'Europe/Berlin')],
    differsAt: '1.body.onCallNow.userId',
  },
  {
    id: 'c-rotation-cache-mixes-intervals',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-10',
    wrong: 'Nobody is relieved day by day in a daily schedule that has zone and time in common with a weekly one.',
    requestsAlone: false,
    edits: [edit('rotation.mjs', '{plan.weekly} $', '')],
    shownBy: [
      'event setClock {"mode":"set","now":"2026-07-09T12:00:00Z"}',
      rota('weekly', '{"interval":"weekly","dow":1,"time":"09:00"}'),
      rota('daily', DAILY),
      'event setClock {"mode":"set","now":"2026-07-10T12:00:00Z"}',
      'owner GET /oncall/rota',
    ],
    differsAt: '4.body.schedules.0.onCallNow.userId',
  },
  {
    id: 'c-override-compared-as-text',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-10',
    wrong: 'An override whose times were written with an offset does not win while it is active.',
    requestsAlone: false,
    edits: [
      edit(
        'schedules.mjs',
        '({ startsAt, endsAt }) => startsAt.ms <= now && now < endsAt.ms,',
        '({ startsAt, endsAt }) => startsAt.text <= new Date(now).toISOString() && new Date(now).toISOString() < endsAt.text,',
      ),
    ],
    shownBy: [
      NOON,
      rota('one', DAILY, 'UTC', OLGA),
      'owner PUT /oncall/rota/$1.id/swap {"userId":"502","label":"Adam","startsAt":"2026-07-08T13:00:00+02:00","endsAt":"2026-07-08T15:00:00+02:00"}',
      'owner GET /oncall/rota',
    ],
    differsAt: '3.body.schedules.0.onCallNow.override',
  },
  {
    id: 'c-override-latest-removed',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-11',
    wrong: 'Whoever removes one of several overrides loses the one added last instead.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        'schedule.overrides.delete(override.id)',
        'schedule.overrides.delete([...schedule.overrides.keys()].at(-1))',
      ),
    ],
    shownBy: [
      rota('one', DAILY),
      'owner PUT /oncall/rota/$0.id/swap {"userId":"502","label":"Adam","startsAt":"2030-01-01T00:00:00Z","endsAt":"2030-01-02T00:00:00Z"}',
      'owner PUT /oncall/rota/$0.id/swap {"userId":"503","label":"Mia","startsAt":"2030-02-01T00:00:00Z","endsAt":"2030-02-02T00:00:00Z"}',
      'owner POST /oncall/rota/$0.id/swap/$1.id/remove',
      'owner GET /oncall/rota',
    ],
    differsAt: '4.body.schedules.0.overrides.0.userId',
  },
  {
    id: 'c-schedule-of-idle-policy-deleted',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-09',
    wrong: 'A schedule is deleted although a step targets it, if no service has that policy at the moment.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        '[...ctx.org.policies.values()].some((policy) =>',
        '[...ctx.org.services.values()].map(({ policyId }) => ctx.org.policies.get(policyId)).some((policy) =>',
      ),
      edit('schedules.mjs', 'policy.steps.some(', 'policy?.steps.some('),
    ],
    shownBy: [rota('one', DAILY), ladder(step('schedule', '$0.id')), 'owner POST /oncall/rota/$0.id/delete'],
    differsAt: '2.status',
  },
  {
    id: 'c-forgotten-policy-detaches',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-13',
    wrong: 'A request that leaves out the required escalationPolicyId detaches the service, so that nobody is paged.',
    requestsAlone: true,
    edits: [edit('policies.mjs', 'body.escalationPolicyId === null', 'body.escalationPolicyId == null')],
    shownBy: [
      ladder(step('user', '501')),
      attach('$0.id'),
      'owner PATCH /oncall/service/701/ladder {}',
      'owner GET /oncall/ladder',
    ],
    differsAt: '3.body.policies.0.services',
  },
  {
    id: 'c-walk-follows-rotation-only',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-14',
    wrong: 'An escalation step pages the person of the rotation though an override has somebody else on call.',
    requestsAlone: false,
    edits: [
      edit(
        'escalation.mjs',
        'onCallAt(world, schedule, at)',
        'onCallAt(world, { ...schedule, overrides: new Map() }, at)',
      ),
    ],
    shownBy: [
      NOON,
      rota('one', DAILY, 'UTC', OLGA),
      'owner PUT /oncall/rota/$1.id/swap {"userId":"502","label":"Adam","startsAt":"2026-07-08T11:00:00Z","endsAt":"2026-07-08T18:00:00Z"}',
      ladder(step('schedule', '$1.id')),
      attach('$3.id'),
      open('down'),
      'event listPages {}',
    ],
    differsAt: '6.body.pages.0.userId',
  },
  {
    id: 'c-delay-counted-from-opening',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-16',
    wrong: 'A responder of a later step is paged at once, as their delay counts from the opening of the incident.',
    requestsAlone: false,
    edits: [edit('escalation.mjs', 'later(world, at, delay, {', 'later(world, incident.openedAt, delay, {')],
    shownBy: [
      'owner PATCH /oncall/whoami/paging {"rules":[{"channel":"email","delaySeconds":120}]}',
      ladder(step('user', '502', 600), step('user', '501')),
      attach('$1.id'),
      open('down'),
      'event advanceClock {"by":"PT11M"}',
      'event listPages {}',
    ],
    differsAt: '5.body.pages.length',
  },
  {
    id: 'c-clearing-provider-drops-rules',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-16',
    wrong: 'Clearing the provider credential takes away the sms and voice rules of all, so their pages drop silently.',
    requestsAlone: true,
    edits: [
      edit(
        'provider.mjs',
        'org.provider = undefined',
        "org.provider = undefined\n    for (const { id, paging } of ctx.world.users.values())\n      if (org.people.has(id) && paging) paging.rules = paging.rules.filter(({ channel }) => channel === 'email')",
      ),
    ],
    shownBy: [
      credential('secret'),
      'owner PATCH /oncall/whoami/paging {"phone":"+4917012345","rules":[{"channel":"sms","delaySeconds":0}]}',
      'owner POST /oncall/telephony/forget',
      'owner GET /oncall/whoami/paging',
    ],
    differsAt: '3.body.rules.length',
  },
  {
    id: 'c-known-account-not-verified',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-17',
    wrong: 'A new auth token of the account already set is stored without asking the provider, which rejects it.',
    requestsAlone: false,
    edits: [
      edit('provider.mjs', '    verify(ctx)\n', '    if (org.provider?.accountSid !== accountSid) verify(ctx)\n'),
    ],
    shownBy: [credential('good'), 'event providerBehaves {"behaviour":"rejects"}', credential('bad')],
    differsAt: '2.status',
  },
  {
    id: 'c-rejection-repeats-auth-token',
    areas: ['oncall'],
    kind: 'secrecy',
    statement: 'GEN-06',
    wrong: 'When the provider rejects a credential, the error text holds what was sent, with the auth token.',
    requestsAlone: false,
    edits: [
      edit(
        'provider.mjs',
        "refuse(422, 'the provider rejects the credential')",
        "refuse(422, 'the provider rejects ' + JSON.stringify(ctx.body))",
      ),
    ],
    shownBy: ['event providerBehaves {"behaviour":"rejects"}', credential('very-secret')],
    differsAt: '1.body.error',
  },
  {
    id: 'c-paging-default-overwritten',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'ONC-15',
    wrong: 'The first person to save paging settings changes those of all who have none, their phone number included.',
    requestsAlone: true,
    edits: [
      edit(
        'paging.mjs',
        "const DEFAULT_RULES = [{ channel: 'email', delaySeconds: 0 }]",
        "const DEFAULT = { phone: '', rules: [{ channel: 'email', delaySeconds: 0 }] }",
      ),
      edit('paging.mjs', "user.paging ?? { phone: '', rules: DEFAULT_RULES }", 'user.paging ?? DEFAULT'),
      edit('paging.mjs', 'user.paging = settings', 'user.paging = Object.assign(settingsOf(user), settings)'),
    ],
    shownBy: [
      'owner PATCH /oncall/whoami/paging {"phone":"+4917012345","rules":[{"channel":"email","delaySeconds":900}]}',
      'member GET /oncall/whoami/paging',
    ],
    differsAt: '1.body.rules.0.delaySeconds',
  },
  {
    id: 'c-cap-before-status',
    areas: ['oncall'],
    kind: 'order and caps',
    statement: 'ONC-06',
    wrong: 'An incident still open is not in the list once a hundred newer ones exist, even if those are all resolved.',
    requestsAlone: true,
    edits: [
      edit('incidents.mjs', 'i >= 0 && found.length < cap; i -= 1)', 'i >= Math.max(0, history.length - cap); i -= 1)'),
    ],
    shownBy: [
      open('old'),
      `100x ${open('new')} ; owner PUT /oncall/incident/$last.id/state/done`,
      'owner GET /oncall/incident',
    ],
    differsAt: '2.body.incidents.length',
  },
  {
    id: 'c-alert-joins-any-incident',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'ONC-05',
    wrong: "An alert of one service disappears into another service's incident, and its own people are not paged.",
    requestsAlone: false,
    edits: [
      edit(
        'alerts.mjs',
        'const unresolved = [...(org.working.get(service.id) ?? [])]',
        'const unresolved = [...org.working.values()].flatMap((incidents) => [...incidents])',
      ),
    ],
    shownBy: [open('checkout'), 'event alertFires {"serviceId":"702","alert":"disk"}', 'owner GET /oncall/incident'],
    differsAt: '2.body.incidents.length',
  },
  {
    id: 'c-alert-end-resolves-manual',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-01',
    wrong: 'A manual incident without alerts resolves by itself when an alert of another incident of its service ends.',
    requestsAlone: false,
    edits: [
      edit(
        'alerts.mjs',
        'if (!alert?.firing) continue\n    touched ??= incident\n    alert.firing = false',
        'if (alert?.firing) touched ??= incident\n    if (alert) alert.firing = false',
      ),
      edit('alerts.mjs', 'note(incident, now, `alert resolved:', 'if (alert) note(incident, now, `alert resolved:'),
    ],
    shownBy: [
      'event alertFires {"serviceId":"701","alert":"disk"}',
      open('by hand'),
      'event alertResolves {"serviceId":"701","alert":"disk"}',
      'owner GET /oncall/incident',
    ],
    differsAt: '3.body.incidents.length',
  },
  {
    id: 'c-status-page-of-another-service',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'ONC-07',
    wrong: 'The public sees an incident also on status pages that do not show its service.',
    requestsAlone: false,
    edits: [
      edit(
        'updates.mjs',
        '!serviceIds.includes(incident.service.id)',
        '!serviceIds.some((id) => org.services.has(id))',
      ),
    ],
    shownBy: [
      open('down'),
      'owner POST /oncall/incident/$0.id/notice {"body":"We are looking."}',
      'event statusPageViewed {"serviceIds":["702"]}',
    ],
    differsAt: '2.body.incidents.length',
  },
  {
    id: 'c-update-on-foreign-incident',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: "Somebody of another organization publishes an update on an organization's incident.",
    requestsAlone: true,
    edits: [
      edit(
        'updates.mjs',
        "const { check, choice, world, now } = ctx\n    const incident = known(ctx, ctx.org.incidents, ctx.params.id, 'incident')",
        "const { check, choice, world, now } = ctx\n    const all = new Map([...world.orgs.values()].flatMap((org) => [...org.incidents]))\n    const incident = known(ctx, all, ctx.params.id, 'incident')",
      ),
    ],
    shownBy: [open('down'), 'outsider POST /oncall/incident/$0.id/notice {"body":"Ha."}'],
    differsAt: '1.status',
  },
  {
    id: 'c-repeat-of-zero-ignored',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-12',
    wrong: 'Whoever sets the repeat of a policy to 0 finds it unchanged.',
    requestsAlone: true,
    edits: [edit('policies.mjs', 'if (value !== undefined) policy[field] = value', 'if (value) policy[field] = value')],
    shownBy: [
      `owner PUT /oncall/ladder {"name":"ladder","repeat":2,"steps":[${step('user', '501')}]}`,
      'owner POST /oncall/ladder/$0.id {"repeat":0}',
    ],
    differsAt: '1.body.repeat',
  },
  {
    id: 'c-policy-attached-while-deleted',
    areas: ['oncall'],
    kind: 'concurrency',
    statement: 'ONC-12',
    wrong: 'A service that gets a policy while it is being deleted ends up with one that does not exist.',
    requestsAlone: true,
    edits: [
      ...INTERLEAVED,
      edit('policies.mjs', '  deletePolicy(ctx) {', '  async deletePolicy(ctx) {'),
      edit('policies.mjs', 'org.policies.delete(policy.id)', `${WAIT}\n    org.policies.delete(policy.id)`),
    ],
    shownBy: [ladder(step('user', '501')), `owner POST /oncall/ladder/$0.id/delete || ${attach('$0.id')}`],
    differsAt: '1.status',
  },
]
