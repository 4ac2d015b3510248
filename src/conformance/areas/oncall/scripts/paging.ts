import { type Drawing, isoTime } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { Goal, Walk } from '../../../script/goal.ts'
import { advance, type Body, type Call, event, type Script, script } from '../../../script/script.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import type { Intent } from '../../../step/step.ts'
import { SOME_PHONE } from '../phones/some-phone.ts'
import { firstService, secondService } from './first-service.ts'
import { activeNow, attach } from './schedules.ts'

const newestIncident = (drawing: Drawing) => {
  const incident = newest(drawing, 'OncallIncident')
  return incident && { id: incident.id }
}

/** Looked at when a pager has had the time for it: how soon somebody is paged is not said (Events, point 4). */
const soonPaged = (incidentIn: (drawing: Drawing) => { readonly id: string } | undefined): Goal[] => [
  advance('PT15S'),
  event('listPages', (drawing) => {
    const incident = incidentIn(drawing)
    return incident && { incidentId: incident.id }
  }),
]

const pages = soonPaged(newestIncident)

const oldestIncident = (drawing: Drawing) => {
  const [incident] = own(drawing, 'OncallIncident')
  return incident && { id: incident.id }
}

const pagesOfOldest = soonPaged(oldestIncident)

const alertOnNewestSource = (name: string): Goal =>
  event('alertFires', (drawing) => {
    const source = newest(drawing, 'OncallAlertSource')
    return source && { sourceId: source.id, alert: `${name}-${drawing.salt}` }
  })

/** The judge's own main actor, so that their paging settings are known. */
const toMe: Body = ({ contract, vocabulary }, plain) => {
  const [me] = Object.values(contract.profile.actors)
  const user = vocabulary.users?.find(({ id }) => id === me?.user)
  const other = vocabulary.users?.find(({ id }) => id !== me?.user)
  const step = (one: typeof user, waitSeconds: number) =>
    one ? [{ target: { kind: 'user', id: one.id, label: one.label }, waitSeconds }] : []
  return { ...plain, repeat: 1, steps: [...step(user, 600), ...step(other, 600)] }
}
/** First somebody else, ten minutes later me. */
const toMeLater: Body = (drawing, plain) => {
  const { steps, ...policy } = toMe(drawing, plain) as { readonly steps: readonly object[] }
  return steps.length < 2 ? undefined : { ...policy, repeat: 0, steps: steps.toReversed() }
}
/** First me, and only after a while somebody else, who does not wait long. */
const toMeForLong: Body = (drawing, plain) => {
  const { steps, ...policy } = toMe(drawing, plain) as { readonly steps: readonly object[] }
  return steps.length < 2 ? undefined : { ...policy, repeat: 0, steps: steps.with(1, { ...steps[1], waitSeconds: 60 }) }
}
/** Everybody in turn. */
const toEverybody: Body = ({ vocabulary: { users = [] } }, plain) =>
  users.length < 3
    ? undefined
    : {
        ...{ ...plain, repeat: 0 },
        steps: users.slice(0, 6).map(({ id, label }) => ({ target: { kind: 'user', id, label }, waitSeconds: 600 })),
      }
const toMeOnce: Body = (drawing, plain) => ({ ...(toMe(drawing, plain) as object), repeat: 0 })
/** At once, whether a wait is before its step or after it; a target may want a longer one. */
const atOnce = (target: object) => ({ repeat: 1, steps: [{ target, waitSeconds: 0 }] })
const toMeAtOnce: Body = ({ contract, vocabulary }, plain) => {
  const [me] = Object.values(contract.profile.actors)
  const user = vocabulary.users?.find(({ id }) => id === me?.user)
  return user && { ...plain, ...atOnce({ kind: 'user', id: user.id, label: user.label }) }
}
/** The first of two or more: the override is for the last. */
const oneOfThem: Body = ({ vocabulary: { users = [] } }, plain) =>
  users.length < 2
    ? undefined
    : { ...plain, participants: users.slice(0, 1).map(({ id, label }) => ({ userId: id, label })) }
const toTheSchedule: Body = (drawing, plain) => {
  const schedule = newest(drawing, 'OncallSchedule')
  return schedule && { ...plain, ...atOnce({ kind: 'schedule', id: schedule.id, label: 'rota' }) }
}
/** First somebody who is neither in the rotation nor stands in for it; ten minutes later the schedule. */
const toTheScheduleLater: Body = (drawing, plain) => {
  const [, other, ...others] = drawing.vocabulary.users ?? []
  const schedule = newest(drawing, 'OncallSchedule')
  if (!other || others.length === 0 || !schedule) return undefined
  const targets = [
    { kind: 'user', id: other.id, label: other.label },
    { kind: 'schedule', id: schedule.id, label: 'rota' },
  ]
  return { ...plain, repeat: 0, steps: targets.map((target) => ({ target, waitSeconds: 600 })) }
}
/** The last person stands in, from five minutes on. */
const soon: Body = ({ vocabulary, shadow }) => {
  const user = vocabulary.users?.at(-1)
  const at = (minutes: number) => isoTime(shadow.world.nowMs + minutes * 60_000)
  return { userId: user?.id, label: user?.label, startsAt: at(5), endsAt: at(240) }
}
/** Somebody who has just joined has never saved any paging settings. */
const newcomer = (salt: string) => `newcomer-${salt}`
const joins: Goal = event('roleChanges', ({ org, salt }) => ({
  organization: org,
  userId: newcomer(salt),
  role: 'member',
}))
const leaves: Goal = event('roleChanges', ({ org, salt }) => ({
  organization: org,
  userId: newcomer(salt),
  role: 'none',
}))
const toTheNewcomer: Body = ({ shadow, salt }, plain) => {
  const id = newcomer(salt)
  const known = rowsOf(shadow.world, 'User').some((row) => row.id === id)
  return known ? { ...plain, ...atOnce({ kind: 'user', id, label: id }) } : undefined
}
/** First the newcomer, ten minutes later me. */
const toTheNewcomerAndMe: Body = (drawing, plain) => {
  const [newcomers, mine] = [toTheNewcomer(drawing, plain), toMeAtOnce(drawing, plain)].map(
    (policy) => (policy as { readonly steps: readonly object[] } | undefined)?.steps,
  )
  return newcomers && mine && { ...plain, repeat: 0, steps: [...newcomers, ...mine] }
}
/** Somebody who seldom saves anything in a run: their settings are those that they came with. */
const toAColleague: Body = ({ contract, vocabulary, cast }, plain) => {
  const id = contract.profile.actors[cast.lesser ?? cast.colleague ?? '']?.user
  const user = vocabulary.users?.find((one) => one.id === id)
  return user && { ...plain, ...atOnce({ kind: 'user', id: user.id, label: user.label }) }
}
/** A colleague who belongs to another organization as well. */
const toWhoBelongsToTwo: Body = ({ contract, vocabulary, cast }, plain) => {
  const { user: id } = contract.profile.actors[cast.dual ?? ''] ?? {}
  const label = vocabulary.users?.find((one) => one.id === id)?.label ?? id
  return id && { ...plain, ...atOnce({ kind: 'user', id, label }) }
}
/** By telephone, and five minutes later by email. */
const pagedBy =
  (channel: string, delaySeconds: number): Body =>
  ({ vocabulary }) => ({
    phone: vocabulary.phone ?? SOME_PHONE,
    rules: [
      { channel, delaySeconds },
      { channel: 'email', delaySeconds: delaySeconds + 300 },
    ],
  })
/** In every way, one after the other: as they are listed, or the other way round. */
const pagedInEveryWay =
  (inOrder: boolean): Body =>
  ({ vocabulary }) => {
    const rules = ['email', 'sms', 'voice'].map((channel, place) => ({ channel, delaySeconds: 60 * place }))
    return { phone: vocabulary.phone ?? SOME_PHONE, rules: inOrder ? rules : rules.toReversed() }
  }
/** Too long, of letters, without its plus. */
const NO_NUMBERS: readonly ((phone: string) => string)[] = [
  (phone) => `${phone}0123456789012345`,
  () => 'no-phone-at-all',
  (phone) => phone.slice(1),
  // What a pattern that ends with the line lets through.
  (phone) => `${phone}\n`,
]
const pagedAt =
  (wrong: (phone: string) => string): Body =>
  ({ vocabulary: { phone = SOME_PHONE } }) => ({
    phone: wrong(phone),
    rules: [{ channel: 'sms', delaySeconds: 0 }],
  })
const atNoNumber: Body = () => ({ rules: [{ channel: 'sms', delaySeconds: 0 }] })
const fromAnotherNumber: Body = (_, plain) => ({
  ...plain,
  fromNumber: String(plain.fromNumber).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
})
/** A number of our own choice may be one that a target does not call. */
const ifCallable = ({ vocabulary }: Drawing): Intent => (vocabulary.phone === undefined ? 'exotic' : 'plain')
const onAttached: Body = (drawing, plain) => ({ ...plain, serviceId: firstService(drawing)?.id })
const onAnother: Body = (drawing, plain) => {
  const serviceId = secondService(drawing)?.id
  return serviceId && { ...plain, serviceId }
}

/** By the policy of its own service, if that has one, whatever an incident of another service is about. */
function besideAnother(call: Call, attached: readonly Goal[], open: Goal): Walk[] {
  const openElsewhere = call('openIncident', { body: onAnother })
  return [
    [
      ...[...attached, call('createEscalationPolicy', { body: toMeLater, intent: 'exotic' })],
      call('setServiceEscalationPolicy', { parameters: secondService, body: attach }),
      ...[open, openElsewhere, advance('PT3H'), ...pages, ...pagesOfOldest],
    ],
    [openElsewhere, ...attached, open, advance('PT3H'), ...pages, ...pagesOfOldest],
  ]
}

/** What it takes to be paged with the provider's credential, and without. */
const WITH_CREDENTIAL = [
  'createEscalationPolicy',
  'setServiceEscalationPolicy',
  'openIncident',
  'savePagingSettings',
  'setProviderCredential',
  'clearProviderCredential',
] as const

export const PAGING_SCRIPTS: readonly Script[] = [
  // The people who are paged (On-call 12 and 19; Events, point 4), by the log of pages.
  script(
    [
      'createEscalationPolicy',
      'setServiceEscalationPolicy',
      'openIncident',
      'acknowledgeIncident',
      'savePagingSettings',
    ],
    (call) => {
      const attached = [
        call('createEscalationPolicy', { body: toMe }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
      ]
      const open = call('openIncident', { body: onAttached })
      return [
        [
          // Without a policy nobody is paged, whatever an incident before went through.
          ...[...attached, open, call('resolveIncident', { parameters: newestIncident })],
          call('setServiceEscalationPolicy', { parameters: firstService, body: () => ({ escalationPolicyId: null }) }),
          open,
          ...pages,
        ],
        [
          ...attached,
          call('savePagingSettings', { body: () => ({ rules: [{ channel: 'email', delaySeconds: 0 }] }) }),
          open,
          ...pages,
        ],
        [...attached, open, call('acknowledgeIncident'), advance('PT3H'), ...pages],
        // Nor are the steps gone through again for whoever acknowledges while the last of them waits.
        [...attached, open, advance('PT15M'), call('acknowledgeIncident'), advance('PT3H'), ...pages],
        // Whoever acknowledges, also somebody who was not paged.
        [...attached, open, call('acknowledgeIncident', { manner: 'manager' }), advance('PT3H'), ...pages],
        // It is theirs, whoever was paged.
        [...attached, open, advance('PT1M'), call('acknowledgeIncident', { manner: 'manager' }), call('getIncident')],
        // Nobody acknowledges, and every step has its turn; when there is nobody left, it is still there for whoever comes.
        [...attached, open, advance('PT3H'), ...pages, call('resolveIncident', { parameters: newestIncident })],
        [
          call('createEscalationPolicy', { body: toMeOnce }),
          call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
          ...[open, advance('PT3H'), ...pages, call('acknowledgeIncident', { parameters: newestIncident })],
        ],
        // However many there are.
        [
          call('createEscalationPolicy', { body: toEverybody, intent: 'exotic' }),
          call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
          open,
          advance('PT3H'),
          ...pages,
        ],
        [
          ...attached,
          call('savePagingSettings', { body: () => ({ rules: [{ channel: 'email', delaySeconds: 600 }] }) }),
          open,
          ...pages,
        ],
        // Each incident on its own, also beside another that is open.
        [...attached, open, open, advance('PT3H'), ...pages, ...pagesOfOldest],
        ...(['acknowledgeIncident', 'resolveIncident'] as const).map((ending) => [
          ...[...attached, open, open, call(ending, { parameters: oldestIncident })],
          ...[advance('PT3H'), ...pages],
        ]),
        ...besideAnother(call, attached, open),
        // By the steps as they are now.
        [
          call('createEscalationPolicy', { body: toMeLater, intent: 'exotic' }),
          call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
          call('updateEscalationPolicy', { body: (drawing) => toMeAtOnce(drawing, {}), intent: 'exotic' }),
          open,
          ...pages,
        ],
        // Steps come in the order in which they are given, however long each waits.
        [
          call('createEscalationPolicy', { body: toMeForLong, intent: 'exotic' }),
          call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
          open,
          ...[...pages, advance('PT3M'), ...pages],
        ],
        // A delay counts from the step that ...pages, not from the incident.
        [
          call('createEscalationPolicy', { body: toMeLater, intent: 'exotic' }),
          call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
          call('savePagingSettings', { body: () => ({ rules: [{ channel: 'email', delaySeconds: 300 }] }) }),
          open,
          ...[advance('PT12M'), ...pages, advance('PT10M'), ...pages],
        ],
      ]
    },
  ),
  script(WITH_CREDENTIAL, (call) =>
    (
      [
        ['sms', 0, 'plain', toMeAtOnce],
        ['voice', 0, 'plain', toMeAtOnce],
        // Each rule has its own delay, counted from the same moment.
        ['sms', 300, 'plain', toMeAtOnce],
        // Nor is it for who belongs to that organization too: it is ours that pages them.
        ['sms', 0, 'dual', toWhoBelongsToTwo],
      ] as const
    ).map(([channel, delaySeconds, manner, body]) => [
      call('createEscalationPolicy', { body, intent: 'exotic' }),
      call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
      // Somebody else's credential is none of ours.
      call('setProviderCredential', { manner: 'neighbour' }),
      call('setProviderCredential'),
      call('savePagingSettings', { manner, body: pagedBy(channel, delaySeconds), intent: ifCallable }),
      call('clearProviderCredential'),
      call('openIncident', { body: onAttached }),
      ...pages,
      // What cannot be sent keeps nobody from being written to.
      advance('PT12M'),
      ...pages,
    ]),
  ),
  // By every rule there is (On-call 8 and 19), in whatever order they are listed.
  script(WITH_CREDENTIAL, (call) =>
    [true, false].map((inOrder) => [
      call('createEscalationPolicy', { body: toMeAtOnce, intent: 'exotic' }),
      call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
      call('setProviderCredential'),
      call('savePagingSettings', { body: pagedInEveryWay(inOrder), intent: ifCallable }),
      call('openIncident', { body: onAttached }),
      ...[advance('PT12M'), ...pages],
    ]),
  ),
  // A rule whose delay is still running goes by the credential that there is when it is over (On-call 3).
  script(WITH_CREDENTIAL, (call) => [
    [
      call('createEscalationPolicy', { body: toMeAtOnce, intent: 'exotic' }),
      call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
      call('setProviderCredential'),
      call('savePagingSettings', { body: pagedBy('sms', 300), intent: ifCallable }),
      call('openIncident', { body: onAttached }),
      call('clearProviderCredential'),
      advance('PT12M'),
      ...pages,
    ],
  ]),
  // A source goes by the policy that its service has now, not by the one it had when the source was made (On-call 12).
  script(['createEscalationPolicy', 'setServiceEscalationPolicy', 'createAlertSource', 'resolveIncident'], (call) => {
    const attached = [
      call('createEscalationPolicy', { body: toMeAtOnce, intent: 'exotic' }),
      call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
    ]
    const made = call('createAlertSource', { body: onAttached })
    const detached = call('setServiceEscalationPolicy', {
      parameters: firstService,
      body: () => ({ escalationPolicyId: null }),
    })
    const over = call('resolveIncident', { parameters: newestIncident })
    return [
      // Nor by the one that an incident before it went through.
      [
        ...[...attached, made, alertOnNewestSource('before'), over, detached],
        ...[alertOnNewestSource('alert'), advance('PT1M'), ...pages],
      ],
      [detached, made, ...attached, alertOnNewestSource('alert'), ...pages],
    ]
  }),
  // What a provider refuses is told without the credential it was asked with (On-call 3).
  script(
    [
      ...(['createEscalationPolicy', 'setServiceEscalationPolicy', 'openIncident', 'getIncident'] as const),
      ...(['savePagingSettings', 'setProviderCredential'] as const),
    ],
    (call) => [
      [
        call('createEscalationPolicy', { body: toMeAtOnce, intent: 'exotic' }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        call('setProviderCredential'),
        call('savePagingSettings', { body: pagedBy('sms', 0), intent: ifCallable }),
        // However it fails, what is said of that has nothing of the credential in it (On-call 3).
        ...['rejects', 'unreachable'].flatMap((behaviour) => [
          event('providerBehaves', () => ({ behaviour, only: 'pages' })),
          call('openIncident', { body: onAttached }),
          advance('PT1M'),
          call('getIncident'),
        ]),
        event('providerBehaves', () => ({ behaviour: 'accepts', only: 'pages' })),
      ],
    ],
  ),
  // Settings are personal: they stay when the organization has no credential any more (On-call 3 and 8).
  script(['setProviderCredential', 'clearProviderCredential', 'savePagingSettings', 'getPagingSettings'], (call) => [
    [
      call('setProviderCredential'),
      call('savePagingSettings', { body: pagedBy('sms', 0), intent: ifCallable }),
      ...[call('clearProviderCredential'), call('getPagingSettings')],
      // Whether they may still be saved is open; but it is answered.
      call('savePagingSettings', { body: pagedBy('sms', 60), intent: 'exotic' }),
    ],
    // Nor is anybody's number taken from them by a colleague who gives the same one.
    [
      call('setProviderCredential'),
      ...(['plain', 'manager'] as const).map((manner) =>
        call('savePagingSettings', { manner, body: pagedBy('sms', 0), intent: ifCallable }),
      ),
      ...(['plain', 'manager'] as const).map((manner) => call('getPagingSettings', { manner })),
    ],
    // Nor do two who save at once get what the other said.
    [
      call('setProviderCredential'),
      call('savePagingSettings', { body: pagedBy('sms', 120), intent: ifCallable, withNext: true }),
      call('savePagingSettings', { manner: 'manager', body: pagedBy('voice', 240), intent: ifCallable }),
      ...(['plain', 'manager'] as const).map((manner) => call('getPagingSettings', { manner })),
    ],
  ]),
  // What could not be verified leaves the credential that there was, all of it (On-call 3).
  script(['setProviderCredential', 'getProviderCredential'], (call) =>
    ['unreachable', 'rejects'].map((behaviour) => [
      call('setProviderCredential'),
      event('providerBehaves', () => ({ behaviour })),
      call('setProviderCredential', { body: fromAnotherNumber, intent: 'exotic' }),
      call('getProviderCredential'),
      event('providerBehaves', () => ({ behaviour: 'accepts' })),
    ]),
  ),
  // Phones in E.164 form, some that are not, and none, also where there was one before (On-call 9).
  script(['setProviderCredential', 'savePagingSettings', 'getPagingSettings'], (call) => [
    [
      call('setProviderCredential'),
      ...[atNoNumber, ...NO_NUMBERS.map(pagedAt), pagedBy('sms', 0), atNoNumber].map((body) =>
        call('savePagingSettings', { body, intent: 'exotic' }),
      ),
      call('getPagingSettings'),
    ],
  ]),
  // An override counts before targets are worked out (On-call 22).
  script(
    ['createSchedule', 'addOverride', 'createEscalationPolicy', 'setServiceEscalationPolicy', 'openIncident'],
    (call) => [
      [
        call('createSchedule', { body: oneOfThem }),
        call('addOverride', { body: activeNow }),
        call('createEscalationPolicy', { body: toTheSchedule, intent: 'exotic' }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        call('openIncident', { body: onAttached }),
        ...pages,
      ],
      // One that is over no longer does.
      [
        ...[call('createSchedule', { body: oneOfThem }), call('addOverride', { body: activeNow })],
        call('createEscalationPolicy', { body: toTheSchedule, intent: 'exotic' }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        ...[advance('PT4H'), call('openIncident', { body: onAttached }), ...pages],
      ],
    ],
  ),
  // So does one that began after the incident, by the time its step comes.
  script(
    ['createSchedule', 'addOverride', 'createEscalationPolicy', 'setServiceEscalationPolicy', 'openIncident'],
    (call) => [
      [
        call('createSchedule', { body: oneOfThem }),
        call('addOverride', { body: soon }),
        call('createEscalationPolicy', { body: toTheScheduleLater, intent: 'exotic' }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        call('openIncident', { body: onAttached }),
        advance('PT45M'),
        ...pages,
      ],
    ],
  ),
  // Unset, the default is email at once (On-call 8).
  script(['createEscalationPolicy', 'setServiceEscalationPolicy', 'openIncident'], (call) => [
    [
      joins,
      call('createEscalationPolicy', { body: toTheNewcomer, intent: 'exotic' }),
      call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
      call('openIncident', { body: onAttached }),
      ...pages,
      leaves,
    ],
  ]),
  // Whoever has left does not keep the next step from its turn (On-call 19).
  script(['createEscalationPolicy', 'setServiceEscalationPolicy', 'openIncident'], (call) => [
    [
      joins,
      call('createEscalationPolicy', { body: toTheNewcomerAndMe, intent: 'exotic' }),
      call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
      leaves,
      call('openIncident', { body: onAttached }),
      ...[advance('PT3H'), ...pages],
    ],
  ]),
  // Whatever it is that somebody is shown, saved or not, they are paged by it; seen while nobody has saved anything yet.
  {
    ...script(['createEscalationPolicy', 'setServiceEscalationPolicy', 'openIncident'], (call) => [
      [
        call('createEscalationPolicy', { body: toAColleague, intent: 'exotic' }),
        call('setServiceEscalationPolicy', { parameters: firstService, body: attach }),
        call('openIncident', { body: onAttached }),
        ...pages,
        // Though nobody is left to be paged.
        call('acknowledgeIncident', { parameters: newestIncident }),
      ],
    ]),
    opens: true,
  },
]
