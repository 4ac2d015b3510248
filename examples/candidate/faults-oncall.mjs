/** Faults of schedules, policies, alert sources, paging and the provider. See faults.mjs for the shape. */
const as = (who, operation, more = {}) => ({ as: who, operation, ...more })
const owner = (operation, more) => as('owner', operation, more)
const person = (who) => ({ userId: `$user.${who}`, label: who })
const rota = (more = {}) =>
  owner('createSchedule', {
    body: {
      name: 'Nights',
      timezone: 'Europe/Berlin',
      participants: [person('owner'), person('member')],
      handoff: { interval: 'daily', time: '09:00' },
      ...more,
    },
  })
const user = (who, waitSeconds = 60) => ({ target: { kind: 'user', id: `$user.${who}`, label: who }, waitSeconds })
const policy = (steps = [user('owner')]) => owner('createPolicy', { body: { name: 'Ladder', repeat: 2, steps } })
const attach = (escalationPolicyId) =>
  owner('attachPolicy', { params: { id: '$service' }, body: { escalationPolicyId } })
const open = owner('openIncident', { body: { serviceId: '$service', title: 'Down' } })
const pages = { event: 'listPages' }
const always = { startsAt: '2001-01-01T00:00:00Z', endsAt: '2101-01-01T00:00:00Z' }
const cover = owner('addOverride', { params: { id: '$0.id' }, body: { ...person('admin'), ...always } })
const source = owner('createSource', { body: { name: 'Prometheus', serviceId: '$service' } })
const credential = owner('setProvider', {
  body: { accountSid: 'AC1', authToken: 'very secret', fromNumber: '+4930123456' },
})
const on0 = (operation, more = {}) => owner(operation, { params: { id: '$0.id' }, ...more })

export const ONCALL_FAULTS = [
  {
    name: 'targeted-schedule-deleted',
    area: 'oncall',
    what: 'a schedule is deleted though an escalation step targets it',
    contract: 'On-call 15: 409 while any escalation step still targets the schedule',
    minimal: [
      rota(),
      policy([{ target: { kind: 'schedule', id: '$0.id', label: 'Nights' }, waitSeconds: 60 }]),
      on0('deleteSchedule'),
    ],
    shows: { at: 'status', correct: 409, faulty: { accepted: true } },
  },
  {
    name: 'attached-policy-deleted',
    area: 'oncall',
    what: 'a policy is deleted though a service references it',
    contract: 'On-call 24: 409 while a service still references it',
    minimal: [policy(), attach('$0.id'), on0('deletePolicy')],
    shows: { at: 'status', correct: 409, faulty: { accepted: true } },
  },
  {
    name: 'policy-count-stale',
    area: 'oncall',
    what: "a policy's services count stays 0 after attaching",
    contract: 'Resources: OncallEscalationPolicy, services is the count of attached services',
    minimal: [policy(), attach('$0.id'), owner('listPolicies')],
    shows: { at: 'body.policies.0.services', correct: 1, faulty: 0 },
  },
  {
    name: 'detach-ignored',
    area: 'oncall',
    what: 'null does not detach the policy',
    contract: 'On-call 12: null detaches',
    minimal: [policy(), attach('$0.id'), attach(null)],
    shows: { at: 'body.escalationPolicyId', correct: { not: '$0.id' }, faulty: '$0.id' },
  },
  {
    name: 'detached-still-pages',
    area: 'oncall',
    what: 'a new incident of a detached service walks the former policy',
    contract: 'On-call 12: detached services page no one for new incidents',
    minimal: [policy(), attach('$0.id'), attach(null), open, pages],
    shows: { at: 'body.pages.length', correct: 0, faulty: 1 },
  },
  {
    name: 'walk-ignores-acknowledge',
    area: 'oncall',
    what: 'escalation goes on after somebody acknowledged',
    contract: 'On-call 19: walks the ordered steps until someone acknowledges',
    minimal: [
      policy([user('owner'), user('admin', 3600)]),
      attach('$0.id'),
      open,
      owner('acknowledge', { params: { id: '$2.id' } }),
      { event: 'advanceClock', with: { by: 'PT61S' } },
      pages,
    ],
    shows: { at: 'body.pages.length', correct: 1, faulty: 2 },
  },
  {
    name: 'page-delay-ignored',
    area: 'oncall',
    what: "a responder's rule pages at once whatever its delaySeconds",
    contract: 'Events 4: each after delaySeconds',
    minimal: [
      policy(),
      attach('$0.id'),
      owner('savePaging', { body: { rules: [{ channel: 'email', delaySeconds: 600 }] } }),
      open,
      pages,
    ],
    shows: { at: 'body.pages.length', correct: 0, faulty: 1 },
  },
  {
    name: 'no-credential-silent',
    area: 'oncall',
    what: 'sms pages are dropped silently once the credential is cleared',
    contract: 'On-call 3: fail per page with a no-credential error (never a silent drop)',
    variants: ['a'],
    minimal: [
      policy(),
      attach('$0.id'),
      credential,
      owner('savePaging', { body: { phone: '+4917012345', rules: [{ channel: 'sms', delaySeconds: 0 }] } }),
      owner('clearProvider'),
      open,
      pages,
    ],
    shows: { at: 'body.pages.0.error', correct: 'no-credential', faulty: { absent: true } },
  },
  {
    name: 'steps-sorted',
    area: 'oncall',
    what: 'the steps of a policy are put in order of their waits',
    contract: 'On-call 19: the ordered steps',
    minimal: [policy([user('owner', 900), user('admin', 60)])],
    shows: { at: 'body.steps.0.waitSeconds', correct: 900, faulty: 60 },
  },
  {
    name: 'policy-update-resets-repeat',
    area: 'oncall',
    what: 'updating only the name of a policy sets repeat to 0',
    contract: 'On-call 23: repeat integer (opt)',
    minimal: [policy(), on0('updatePolicy', { body: { name: 'New' } })],
    shows: { at: 'body.repeat', correct: 2, faulty: 0 },
  },
  {
    name: 'refused-policy-kept',
    area: 'oncall',
    what: 'a policy refused for a bad step is in the list all the same',
    contract: 'On-call 19: target kind enum schedule, user; an error creates nothing',
    minimal: [policy([{ target: { kind: 'team', id: 'x', label: 'x' }, waitSeconds: 1 }]), owner('listPolicies')],
    shows: { at: 'body.policies.length', correct: 0, faulty: 1 },
  },
  {
    name: 'other-org-policy-deleted',
    area: 'oncall',
    what: 'a policy can be deleted from another organization',
    contract: "Conventions: every operation acts on the caller's acting organization",
    minimal: [policy(), as('outsider', 'deletePolicy', { params: { id: '$0.id' } })],
    shows: { at: 'status', correct: { refused: true }, faulty: { accepted: true } },
  },
  {
    name: 'other-org-schedules-listed',
    area: 'oncall',
    what: 'the schedules of all organizations are listed',
    contract: "Conventions: every operation acts on the caller's acting organization",
    minimal: [rota(), as('outsider', 'listSchedules')],
    shows: { at: 'body.schedules.length', correct: 0, faulty: 1 },
  },
  {
    name: 'schedule-update-resets-zone',
    area: 'oncall',
    what: 'updating only the name of a schedule sets its time zone to UTC',
    contract: 'On-call 14: timezone (opt)',
    minimal: [rota(), on0('updateSchedule', { body: { name: 'New' } })],
    shows: { at: 'body.timezone', correct: 'Europe/Berlin', faulty: 'UTC' },
  },
  {
    name: 'participant-order-ignored',
    area: 'oncall',
    what: 'the rotation goes by user id instead of the order of participants',
    contract: 'On-call 7: reordering participants shifts the rotation',
    minimal: [rota(), on0('updateSchedule', { body: { participants: [person('member'), person('owner')] } })],
    shows: { at: 'body.onCallNow.userId', correct: { not: '$0.onCallNow.userId' }, faulty: '$0.onCallNow.userId' },
  },
  {
    name: 'rotation-in-utc',
    area: 'oncall',
    what: 'the handoff time is taken as UTC',
    contract: "On-call 7: time is in the schedule's timezone",
    minimal: [
      { event: 'advanceClock', with: { to: '2031-01-15T13:59:00Z' } },
      rota({ timezone: 'America/New_York' }),
      { event: 'advanceClock', with: { to: '2031-01-15T14:01:00Z' } },
      owner('listSchedules'),
    ],
    shows: {
      at: 'body.schedules.0.onCallNow.userId',
      correct: { not: '$1.onCallNow.userId' },
      faulty: '$1.onCallNow.userId',
    },
  },
  {
    name: 'override-ignored',
    area: 'oncall',
    what: 'onCallNow follows the rotation during an override',
    contract: 'On-call 5: an active override wins outright',
    minimal: [rota(), cover, owner('listSchedules')],
    shows: { at: 'body.schedules.0.onCallNow.userId', correct: '$user.admin', faulty: { not: '$user.admin' } },
  },
  {
    name: 'override-flag-false',
    area: 'oncall',
    what: 'onCallNow.override is false during an override',
    contract: 'Resources: OncallSchedule onCallNow.override; On-call 5',
    minimal: [rota(), cover, owner('listSchedules')],
    shows: { at: 'body.schedules.0.onCallNow.override', correct: true, faulty: false },
  },
  {
    name: 'override-not-removed',
    area: 'oncall',
    what: 'removing an override answers success and leaves it',
    contract: 'On-call 26: remove an override',
    minimal: [
      rota(),
      cover,
      owner('removeOverride', { params: { id: '$0.id', oid: '$1.id' } }),
      owner('listSchedules'),
    ],
    shows: { at: 'body.schedules.0.overrides.length', correct: 0, faulty: 1 },
  },
  {
    name: 'source-token-in-list',
    area: 'oncall',
    what: 'the list of alert sources shows their tokens',
    contract: 'On-call 10: token values are never returned',
    minimal: [source, owner('listSources')],
    shows: { at: 'body.sources.0.token', correct: { absent: true }, faulty: { present: true } },
  },
  {
    name: 'revoked-source-works',
    area: 'oncall',
    what: 'the webhook of a revoked source still takes deliveries',
    contract: 'On-call 17: immediate; in-flight webhook deliveries get 401',
    minimal: [
      source,
      on0('revokeSource'),
      { event: 'credentialUsed', with: { kind: 'alert-source', secret: '$0.token' } },
    ],
    shows: { at: 'body.accepted', correct: false, faulty: true },
  },
  {
    name: 'provider-token-returned',
    area: 'oncall',
    what: 'reading the provider credential returns its auth token',
    contract: 'Resources: the auth token is write-only and never returned',
    minimal: [credential, owner('getProvider')],
    shows: { at: 'body.authToken', correct: { absent: true }, faulty: { present: true } },
  },
  {
    name: 'unset-provider-short',
    area: 'oncall',
    what: 'without a credential only configured is answered',
    contract: 'Resources: provider credential, all four fields required',
    minimal: [owner('getProvider')],
    shows: { at: 'body.accountSid', correct: { type: 'string' }, faulty: { absent: true } },
  },
  {
    name: 'rejected-credential-stored',
    area: 'oncall',
    what: 'a credential the provider rejects is stored all the same',
    contract: 'On-call 2: verified live before being stored',
    minimal: [{ event: 'providerBehaves', with: { behaviour: 'rejects' } }, credential, owner('getProvider')],
    shows: { at: 'body.configured', correct: false, faulty: true },
  },
  {
    name: 'unreachable-provider-trusted',
    area: 'oncall',
    what: 'a credential is stored unverified when the provider cannot be reached',
    contract: 'On-call 2: 502 when the provider cannot be reached',
    minimal: [{ event: 'providerBehaves', with: { behaviour: 'unreachable' } }, credential],
    shows: { at: 'status', correct: 502, faulty: { accepted: true } },
  },
  {
    name: 'paging-default-empty',
    area: 'oncall',
    what: 'a user without saved settings has no rules',
    contract: 'On-call 8: when unset the default is email immediately',
    minimal: [owner('getPaging')],
    shows: { at: 'body.rules.length', correct: 1, faulty: 0 },
  },
  {
    name: 'paging-shared-in-org',
    area: 'oncall',
    what: 'one paging setting is kept for the whole organization',
    contract: 'On-call 8: personal, keyed by the authenticated user',
    minimal: [
      owner('savePaging', { body: { rules: [{ channel: 'email', delaySeconds: 300 }] } }),
      as('admin', 'getPaging'),
    ],
    shows: { at: 'body.rules.0.delaySeconds', correct: 0, faulty: 300 },
  },
  {
    name: 'paging-email-from-body',
    area: 'oncall',
    what: 'an email in the body becomes the paging address',
    contract: 'On-call 9: the email is stamped from the session, never a body field',
    variants: ['a'],
    minimal: [
      owner('savePaging', { body: { email: 'else@where.example', rules: [{ channel: 'email', delaySeconds: 0 }] } }),
    ],
    shows: { at: 'body.email', correct: { not: 'else@where.example' }, faulty: 'else@where.example' },
  },
]
