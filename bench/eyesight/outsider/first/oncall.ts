import { edit, type OutsiderFault } from '../fault.ts'
import { WAIT, WAITING_CANDIDATE } from '../races.ts'

const PEOPLE = '"participants":[{"userId":"501","label":"O"},{"userId":"502","label":"A"}]'
const SCHEDULE = `owner PUT /oncall/rota {"name":"s","timezone":"UTC",${PEOPLE},"handoff":{"interval":"daily","time":"09:00"}}`
const override = (startsAt: string, endsAt: string, userId = '503') =>
  `owner PUT /oncall/rota/$0.id/swap {"userId":"${userId}","label":"M","startsAt":"${startsAt}","endsAt":"${endsAt}"}`
const user = (id: string) => `{"target":{"kind":"user","id":"${id}","label":"u"},"waitSeconds":60}`
const policy = (...steps: string[]) => `owner PUT /oncall/ladder {"name":"p","repeat":0,"steps":[${steps.join(',')}]}`
const toSchedule = '{"target":{"kind":"schedule","id":"$0.id","label":"s"},"waitSeconds":60}'
const PROVIDER =
  'owner PUT /oncall/telephony {"accountSid":"AC1","authToken":"0123456789abcdef-one","fromNumber":"+4930123456"}'
const OPEN = 'owner POST /oncall/incident/manual {"serviceId":"701","title":"t"}'

/** Mistakes in schedules, escalation, paging and the provider credential. */
export const ONCALL_FAULTS: readonly OutsiderFault[] = [
  {
    id: 'reordering-ignored',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-09',
    wrong: 'An update that only reorders the participants is taken for no change.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        'for (const [field, value] of Object.entries(changes))',
        'const same = changes.participants?.every((one) => schedule.participants.some(({ userId }) => userId === one.userId))\n    if (same && changes.participants.length === schedule.participants.length) changes.participants = undefined\n    for (const [field, value] of Object.entries(changes))',
      ),
    ],
    shownBy: [
      SCHEDULE,
      'owner POST /oncall/rota/$0.id {"participants":[{"userId":"502","label":"A"},{"userId":"501","label":"O"}]}',
    ],
    differsAt: '1.body.participants.0.userId',
  },
  {
    id: 'handoff-unchecked-on-update',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-09',
    wrong: 'An update takes a handoff without interval or without time.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        "handoff: check.optional(body, 'handoff', (value) => readHandoff(ctx, value)),",
        "handoff: check.optional(body, 'handoff', (value) => readHandoff(ctx, { ...schedule.handoff, ...value })),",
      ),
    ],
    shownBy: [SCHEDULE, 'owner POST /oncall/rota/$0.id {"handoff":{"time":"10:00"}}'],
    differsAt: '1.status',
  },
  {
    id: 'schedule-of-later-step-deleted',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-09',
    wrong: 'Only the first step of each policy protects its schedule from deletion.',
    requestsAlone: true,
    edits: [edit('schedules.mjs', 'policy.steps.some(({ target })', 'policy.steps.slice(0, 1).some(({ target })')],
    shownBy: [SCHEDULE, policy(user('501'), toSchedule), 'owner POST /oncall/rota/$0.id/delete'],
    differsAt: '2.status',
  },
  {
    id: 'override-never-ends',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-10',
    wrong: 'An override stays active after its end.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        '({ startsAt, endsAt }) => startsAt.ms <= now && now < endsAt.ms,',
        '({ startsAt }) => startsAt.ms <= now,',
      ),
    ],
    shownBy: [SCHEDULE, override('2020-01-01T00:00:00Z', '2020-01-02T00:00:00Z'), 'owner GET /oncall/rota'],
    differsAt: '2.body.schedules.0.onCallNow.override',
  },
  {
    id: 'override-starts-at-once',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-10',
    wrong: 'An override is active before its beginning.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        '({ startsAt, endsAt }) => startsAt.ms <= now && now < endsAt.ms,',
        '({ endsAt }) => now < endsAt.ms,',
      ),
    ],
    shownBy: [SCHEDULE, override('2099-01-01T00:00:00Z', '2099-01-02T00:00:00Z'), 'owner GET /oncall/rota'],
    differsAt: '2.body.schedules.0.onCallNow.override',
  },
  {
    id: 'on-call-now-remembered',
    areas: ['oncall'],
    kind: 'time',
    statement: 'ONC-10',
    wrong: 'Who is on call is computed once per schedule and then remembered.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        'const onCall = onCallAt(world, schedule, now)\n',
        'schedule.onCall ??= onCallAt(world, schedule, now)\n  const { onCall } = schedule\n',
      ),
    ],
    shownBy: [SCHEDULE, override('2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'), 'owner GET /oncall/rota'],
    differsAt: '2.body.schedules.0.onCallNow.override',
  },
  {
    id: 'overrides-of-a-person-removed',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-11',
    wrong: 'Removing an override removes all overrides of the same person.',
    requestsAlone: true,
    edits: [
      edit(
        'schedules.mjs',
        'schedule.overrides.delete(override.id)',
        'for (const one of schedule.overrides.values()) if (one.userId === override.userId) schedule.overrides.delete(one.id)',
      ),
    ],
    shownBy: [
      SCHEDULE,
      override('2098-01-01T00:00:00Z', '2098-01-02T00:00:00Z'),
      override('2099-01-01T00:00:00Z', '2099-01-02T00:00:00Z'),
      'owner POST /oncall/rota/$0.id/swap/$1.id/remove',
      'owner GET /oncall/rota',
    ],
    differsAt: '4.body.schedules.0.overrides.length',
  },
  {
    id: 'schedule-update-lost',
    areas: ['oncall'],
    kind: 'concurrency',
    statement: 'ONC-09',
    wrong: 'Of two updates at the same time, of different fields, one is lost.',
    requestsAlone: true,
    edits: [
      ...WAITING_CANDIDATE,
      edit(
        'schedules.mjs',
        'updateSchedule(ctx) {\n    const { check } = ctx\n    const schedule = findSchedule(ctx)',
        `async updateSchedule(ctx) {\n    const { check } = ctx\n    const schedule = { ...findSchedule(ctx) }\n    ${WAIT}`,
      ),
      edit(
        'schedules.mjs',
        'return showSchedule(ctx, schedule)\n  },\n\n  deleteSchedule',
        'ctx.org.schedules.set(schedule.id, schedule)\n    return showSchedule(ctx, schedule)\n  },\n\n  deleteSchedule',
      ),
    ],
    shownBy: [
      SCHEDULE,
      'owner POST /oncall/rota/$0.id {"name":"new"} || owner POST /oncall/rota/$0.id {"timezone":"Europe/Berlin"}',
      'owner GET /oncall/rota',
    ],
    differsAt: '2.body.schedules.0.name',
  },
  {
    id: 'refused-policy-update-half-done',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-12',
    wrong: 'An update of a policy that is refused for its steps has changed the name.',
    requestsAlone: true,
    edits: [
      edit(
        'policies.mjs',
        "name: check.optional(body, 'name', check.text),",
        "name: (policy.name = check.optional(body, 'name', check.text) ?? policy.name),",
      ),
    ],
    shownBy: [
      policy(user('501')),
      'owner POST /oncall/ladder/$0.id {"name":"new","steps":[{"waitSeconds":60}]}',
      'owner GET /oncall/ladder',
    ],
    differsAt: '2.body.policies.0.name',
  },
  {
    id: 'policy-of-second-service-deleted',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-12',
    wrong: 'Only the first service protects its policy from deletion.',
    requestsAlone: true,
    edits: [
      edit('policies.mjs', 'attachments(org).has(policy.id)', '[...org.services.values()][0]?.policyId === policy.id'),
    ],
    shownBy: [
      policy(user('501')),
      'owner PATCH /oncall/service/702/ladder {"escalationPolicyId":"$0.id"}',
      'owner POST /oncall/ladder/$0.id/delete',
    ],
    differsAt: '2.status',
  },
  {
    id: 'foreign-policy-attached',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'A policy of another organization can be attached.',
    requestsAlone: true,
    edits: [
      edit(
        'policies.mjs',
        'referred(ctx, org.policies, body.escalationPolicyId,',
        'referred(ctx, new Map([...ctx.world.orgs.values()].flatMap((one) => [...one.policies])), body.escalationPolicyId,',
      ),
    ],
    shownBy: [
      `outsider${policy(user('601')).slice('owner'.length)}`,
      'owner PATCH /oncall/service/701/ladder {"escalationPolicyId":"$0.id"}',
    ],
    differsAt: '1.status',
  },
  {
    id: 'missing-policy-id-detaches',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'GEN-08',
    wrong: 'A body without escalationPolicyId detaches.',
    requestsAlone: true,
    edits: [edit('policies.mjs', 'body.escalationPolicyId === null', 'body.escalationPolicyId == null')],
    shownBy: ['owner PATCH /oncall/service/701/ladder {}'],
    differsAt: '0.status',
  },
  {
    id: 'last-step-not-walked',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-14',
    wrong: 'A walk ends one step early, so the last step pages nobody.',
    requestsAlone: false,
    edits: [
      edit(
        'escalation.mjs',
        'if (position >= live.steps.length * walks) return',
        'if (position >= live.steps.length * walks - 1) return',
      ),
    ],
    shownBy: [
      policy(user('501'), user('502')),
      'owner PATCH /oncall/service/701/ladder {"escalationPolicyId":"$0.id"}',
      OPEN,
      'event advanceClock {"by":"PT10M"}',
      'event listPages {"incidentId":"$2.id"}',
    ],
    differsAt: '4.body.pages.length',
  },
  {
    id: 'step-pages-first-participant',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-14',
    wrong: 'A step that targets a schedule pages its first participant, whoever is on call.',
    requestsAlone: false,
    edits: [
      edit(
        'escalation.mjs',
        'return schedule && onCallAt(world, schedule, at)?.userId',
        'return schedule?.participants[0]?.userId',
      ),
    ],
    shownBy: [
      SCHEDULE,
      override('2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'),
      policy(toSchedule),
      'owner PATCH /oncall/service/701/ladder {"escalationPolicyId":"$2.id"}',
      OPEN,
      'event listPages {"incidentId":"$4.id"}',
    ],
    differsAt: '5.body.pages.0.userId',
  },
  {
    id: 'phone-without-plus-accepted',
    areas: ['oncall'],
    kind: 'guard',
    statement: 'ONC-15',
    wrong: 'A phone number without the plus of E.164 is good enough for sms.',
    requestsAlone: true,
    edits: [edit('check.mjs', '/^\\+[1-9]\\d{1,14}$/', '/^\\+?[1-9]\\d{1,14}$/')],
    shownBy: [
      PROVIDER,
      'owner PATCH /oncall/whoami/paging {"phone":"4917012345","rules":[{"channel":"sms","delaySeconds":0}]}',
    ],
    differsAt: '1.status',
  },
  {
    id: 'saved-rules-become-the-default',
    areas: ['oncall'],
    kind: 'isolation',
    statement: 'ONC-15',
    wrong: 'Saving paging settings for the first time overwrites the default of everybody who has none.',
    requestsAlone: true,
    edits: [
      edit(
        'paging.mjs',
        'user.paging = settings',
        'settingsOf(user).rules.splice(0, Infinity, ...rules)\n    user.paging = settings',
      ),
    ],
    shownBy: [
      'owner PATCH /oncall/whoami/paging {"rules":[{"channel":"email","delaySeconds":300}]}',
      'member GET /oncall/whoami/paging',
    ],
    differsAt: '1.body.rules.0.delaySeconds',
  },
  {
    id: 'voice-without-credential-sent',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-16',
    wrong: 'After the credential was cleared, sms pages fail but voice pages count as sent.',
    requestsAlone: false,
    edits: [
      edit(
        'escalation.mjs',
        "channel === 'email' ? undefined : failureOf(org, user)",
        "channel !== 'sms' ? undefined : failureOf(org, user)",
      ),
    ],
    shownBy: [
      PROVIDER,
      'owner PATCH /oncall/whoami/paging {"phone":"+4917012345","rules":[{"channel":"voice","delaySeconds":0}]}',
      'owner POST /oncall/telephony/forget',
      policy(user('501')),
      'owner PATCH /oncall/service/701/ladder {"escalationPolicyId":"$3.id"}',
      OPEN,
      'event listPages {"incidentId":"$5.id"}',
    ],
    differsAt: '6.body.pages.0.outcome',
  },
  {
    id: 'rejected-credential-forgets-the-old',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-17',
    wrong: 'A credential the provider rejects removes the one that was stored.',
    requestsAlone: false,
    edits: [
      edit(
        'provider.mjs',
        'verify(ctx)\n    org.provider',
        'org.provider = undefined\n    verify(ctx)\n    org.provider',
      ),
    ],
    shownBy: [
      PROVIDER,
      'event providerBehaves {"behaviour":"rejects"}',
      PROVIDER.replace('AC1', 'AC2'),
      'owner GET /oncall/telephony',
    ],
    differsAt: '3.body.configured',
  },
  {
    id: 'second-credential-keeps-number',
    areas: ['oncall'],
    kind: 'side effect',
    statement: 'ONC-17',
    wrong: 'Setting the credential a second time keeps the first number.',
    requestsAlone: true,
    edits: [
      edit(
        'provider.mjs',
        'accountSid,\n      fromNumber,\n      hash',
        'accountSid,\n      fromNumber: org.provider?.fromNumber ?? fromNumber,\n      hash',
      ),
    ],
    shownBy: [PROVIDER, PROVIDER.replace('+4930123456', '+4930999999')],
    differsAt: '1.body.fromNumber',
  },
  {
    id: 'rejection-quotes-auth-token',
    areas: ['oncall'],
    kind: 'secrecy',
    statement: 'GEN-06',
    wrong: 'The refusal of a rejected credential quotes its auth token.',
    requestsAlone: false,
    edits: [
      edit(
        'provider.mjs',
        "refuse(422, 'the provider rejects the credential')",
        `refuse(422, \`the provider rejects \${ctx.body.accountSid}:\${ctx.body.authToken}\`)`,
      ),
    ],
    shownBy: ['event providerBehaves {"behaviour":"rejects"}', PROVIDER],
    differsAt: '1.body.error',
  },
]
