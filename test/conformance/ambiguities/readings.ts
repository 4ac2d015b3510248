import type { Area } from '../../../src/contract/areas.ts'
import { isObject, type Json } from '../../../src/contract/json.ts'
import type { Vocabulary } from '../../../src/contract/profile.ts'
import type { InFront } from './in-front.ts'

/** One point at which the contract can be read in more than one way, and a target that reads it otherwise than we do. */
export interface Reading {
  readonly number: number
  /** The point in our own words. */
  readonly says: string
  /** Where it is judged; the area that its gaps are of, if nothing is said. */
  readonly areas?: readonly Area[]
  /** What the target does at open points. */
  readonly gaps?: Readonly<Record<string, Json>>
  /** What its profile says beside. */
  readonly vocabulary?: Partial<Vocabulary>
  readonly without?: readonly (keyof Vocabulary)[]
  /** What no gap has a value for. */
  readonly inFront?: () => InFront
  /** Nothing is wrong with it unless the judge asks for it, which it must not: it stands in front to no effect. */
  readonly idle?: true
  /** There is no other reading: this fault of the first candidate is one that is held against it. */
  readonly accused?: string
}

const everyObject = (node: unknown, change: (object: Record<string, unknown>) => Record<string, unknown>): unknown => {
  if (Array.isArray(node)) return node.map((item) => everyObject(item, change))
  if (!isObject(node)) return node
  const entries = Object.entries(node).map(([key, value]) => [key, KEYED.has(key) ? value : everyObject(value, change)])
  return change(Object.fromEntries(entries))
}
/** Objects whose keys are data, not fields. */
const KEYED: ReadonlySet<string> = new Set(['headers', 'uptimePct', 'detail'])
const broken = { status: 500, json: { error: 'the judge must not ask for this' } }

export const READINGS: readonly Reading[] = [
  // Conventions and errors
  {
    number: 1,
    says: 'Which words an error has is open, those of a 401 too.',
    areas: ['tokens'],
    gaps: {
      'general.error-texts': 'code',
      'general.unauthenticated-texts': { tokens: 'who are you?', oncall: 'who are you?', registry: 'who are you?' },
    },
  },
  {
    number: 2,
    says: 'Registry and on-call are not in the list of what needs a caller; some refusal will do.',
    areas: ['registry', 'oncall'],
    gaps: { 'general.unauthenticated-status': 403 },
  },
  {
    number: 3,
    says: 'A time that is a plain string may have any form, and order is judged by creation.',
    areas: ['oncall', 'uptime', 'email'],
    gaps: { 'general.time-strings': 'unix-milliseconds', 'general.date-time-precision': 'milliseconds' },
  },
  {
    number: 4,
    says: 'A required text with nothing to say may say anything.',
    gaps: {
      'oncall.never-event': 'never',
      'oncall.unset-phone': 'none',
      'oncall.unset-credential-text': 'unset',
      'oncall.never-set-at': 'never',
      'uptime.never-used': '-',
      'tokens.never-used': 'epoch',
      'tokens.no-expiry': '2999-01-01T00:00:00Z',
    },
  },
  {
    number: 5,
    says: 'Fields beyond those listed are fine.',
    areas: ['organization', 'iam', 'uptime'],
    inFront: () => ({
      after: (_, { status, json }) => ({
        status,
        json: everyObject(json, (object) => ({ ...object, 'x-more': { of: ['this'] } })),
      }),
    }),
  },
  {
    number: 6,
    says: 'Which status invalid input gets is open.',
    areas: ['tokens', 'email', 'clusters', 'uptime'],
    gaps: { 'general.validation-status': 418, 'uptime.backend-validation-status': 409 },
  },
  {
    number: 7,
    says: 'Of several refusals that apply any may be given.',
    areas: ['oncall', 'clusters', 'organization'],
    gaps: {
      'general.refusal-precedence': [
        'conflict',
        'backend',
        'existence',
        'validation',
        'permission',
        'entitlement',
        'authentication',
      ],
    },
  },
  { number: 8, says: 'A refused write may be expected to change nothing.', accused: 'refused-policy-kept' },
  {
    number: 9,
    says: 'What null does in a change is open, apart from the one that detaches a policy.',
    areas: ['uptime', 'organization'],
    gaps: { 'general.null-in-patch': 'clear' },
  },
  // Tokens, IAM, organization
  {
    number: 10,
    says: 'The 400 of IAM belongs to no operation, so nothing is tried there.',
    areas: ['iam'],
    idle: true,
    inFront: () => ({
      instead: ({ area, query, body }) =>
        area === 'iam' && (query.size > 0 || body !== undefined) ? broken : undefined,
    }),
  },
  {
    number: 11,
    says: 'The permission catalog may be for those who manage grants only.',
    gaps: { 'iam.permissions-need-management': 'managers' },
  },
  { number: 12, says: 'The catalog may show custom roles.', gaps: { 'iam.catalog-custom-roles': 'show' } },
  {
    number: 13,
    says: "Listed are the caller's tokens of all organizations, or of the acting one.",
    gaps: { 'tokens.listed-organizations': 'acting' },
  },
  {
    number: 14,
    says: 'Nothing in the API switches a token, and its end is only implied.',
    gaps: { 'tokens.disabling': 'never', 'tokens.enabled-when-expired': false, 'tokens.expired-listed': 'drop' },
  },
  {
    number: 15,
    says: 'Whether what an owner can see limits roles too, and what a refusal of it is, is open.',
    gaps: { 'tokens.beyond-owner-roles': 'resources', 'tokens.beyond-owner-status': 422 },
  },
  {
    number: 16,
    says: 'When a billing address collides depends on somebody outside.',
    gaps: { 'organization.billing-collision': 'other-organizations' },
  },
  // Registry
  {
    number: 17,
    says: 'Where the keyId of a login credential comes from is open.',
    gaps: { 'registry.login-key-id': 'extra-field' },
  },
  {
    number: 18,
    says: 'Which credential of the registry cannot be brought back is open: login, key or upstream.',
    gaps: { 'registry.replaced-credential-time': 'keep', 'registry.repeat-revoke-login': 'accept' },
  },
  {
    number: 19,
    says: 'Whether a revoked key stays in the list, and a second revocation, are open.',
    gaps: {
      'registry.revoked-key-listed': 'gone',
      'registry.repeat-revoke-key': 'refuse',
      'email.revoked-key-listed': 'listed',
      'email.repeat-revoke-key': 'accept',
    },
  },
  {
    number: 20,
    says: 'Which purging is for admins, and which values ask for it, is open.',
    gaps: { 'registry.purge-admin': 'last-tag', 'registry.purge-values': ['yes', 'true'] },
  },
  {
    number: 21,
    says: 'That purged is false while other tags remain is only implied.',
    gaps: { 'registry.purged-tags-remain': true },
  },
  {
    number: 22,
    says: 'Most refusals of the registry have no stated status.',
    gaps: {
      'registry.payment-status': 403,
      'registry.not-empty-status': 422,
      'registry.unknown-upstream-status': 400,
      'registry.login-unknown-registry-status': 403,
    },
  },
  {
    number: 23,
    says: 'An organization without registries may count as one without access.',
    gaps: { 'registry.login-without-registries': 'refuse' },
  },
  {
    number: 24,
    says: 'Which slugs are reserved, and whether a deleted one is free again, is open.',
    gaps: { 'registry.reserved-slugs': ['root'], 'registry.deleted-slug': 'held' },
  },
  {
    number: 25,
    says: 'A rule without a name shows some name, and how its pattern is read is open.',
    gaps: { 'registry.oidc-rule-default-name': 'unnamed', 'registry.subject-pattern-language': 'exact' },
  },
  {
    number: 26,
    says: 'How shared blobs count in the usage is open.',
    gaps: { 'registry.usage-sharing': 'once', 'registry.repository-size': 'sum-of-images' },
  },
  // Email
  {
    number: 27,
    says: 'Attempts are counted in one delivery, or each is a delivery of its own.',
    gaps: { 'email.delivery-recording': 'one-per-attempt' },
  },
  {
    number: 28,
    says: 'What becomes of retries and of what is delivered again while an endpoint is disabled is open.',
    gaps: { 'email.disabled-events': 'held', 'email.disabled-pending': 'failed', 'email.redeliver-disabled': 'refuse' },
  },
  {
    number: 29,
    says: 'Armed may mean that receiving is verified.',
    gaps: { 'email.armed-states': 'verified' },
  },
  {
    number: 30,
    says: 'A route to something unknown gets some refusal.',
    gaps: { 'email.unknown-reference-status': 422 },
  },
  {
    number: 31,
    says: 'The MX record may show before receiving is armed.',
    gaps: { 'email.receive-record-before-arming': 'shown' },
  },
  {
    number: 32,
    says: 'A forced check is on its way; when it ends, and how, is open.',
    gaps: {
      'email.verification-progress': 'after-reads',
      'email.check-status': 'queued',
      'email.failed-recovery': 'failed',
    },
  },
  {
    number: 33,
    says: 'One message may be read past the 90 days, and their last moment is open.',
    gaps: { 'email.message-past-window': 'readable', 'email.window-boundary': 'gone' },
  },
  {
    number: 34,
    says: 'How filters compare, and what an unknown value gets, is open.',
    gaps: { 'email.since-boundary': 'excluded', 'email.to-filter': 'substring', 'email.unknown-filter': 'refuse' },
  },
  {
    number: 35,
    says: 'A cursor may or may not remember the filters, so they are passed again.',
    areas: ['email'],
    gaps: { 'email.last-page-cursor': 'leads-to-empty-page', 'email.log-page-size': 7 },
    idle: true,
    inFront: () => {
      const filters = new Map<string, string>()
      const without = (query: URLSearchParams) =>
        [...query]
          .flatMap(([name, value]) => (name === 'cursor' ? [] : `${name}=${value}`))
          .toSorted()
          .join('&')
      return {
        instead: ({ operation, query }) => {
          const cursor = query.get('cursor') ?? ''
          return operation === 'listMessages' && filters.has(cursor) && filters.get(cursor) !== without(query)
            ? broken
            : undefined
        },
        after: ({ operation, query }, answered) => {
          if (operation === 'listMessages' && isObject(answered.json) && typeof answered.json.cursor === 'string')
            filters.set(answered.json.cursor, without(query))
          return answered
        },
      }
    },
  },
  {
    number: 36,
    says: 'Suppressing an address twice makes a new entry (here in place of the old one), the same one, or is refused.',
    gaps: { 'email.suppress-twice': 'replace', 'email.suppressed-again-reason': 'replace' },
  },
  {
    number: 37,
    says: 'Whose day acceptedToday is about, and what counts, is open; it may be absent.',
    gaps: {
      'email.optional-settings': 'absent',
      'email.accepted-today': { dayStartsAtHour: 5, each: 'recipient', suppressed: 'ignored' },
    },
  },
  {
    number: 38,
    says: 'A domain outside a grant may be unknown, and without any permission the list may be empty.',
    gaps: { 'email.outside-grant-status': 404, 'email.list-without-permission': 'empty' },
  },
  {
    number: 39,
    says: 'The name of a deleted domain may take a while to be free.',
    areas: ['email'],
    inFront: () => {
      const names = new Map<string, string>()
      const held = new Set<string>()
      return {
        instead: ({ operation, parameters, body }) => {
          if (operation === 'deleteDomain') held.add(names.get(parameters.id ?? '') ?? '')
          return operation === 'createDomain' && isObject(body) && held.has(String(body.name))
            ? { status: 409, json: { error: 'still being cleared' } }
            : undefined
        },
        after: ({ operation }, answered) => {
          const { json } = answered
          if (operation === 'createDomain' && isObject(json)) names.set(String(json.id), String(json.name))
          return answered
        },
        timePasses: () => held.clear(),
      }
    },
    idle: true,
  },
  {
    number: 40,
    says: 'What deleting a domain does to its routes and keys is open.',
    gaps: { 'email.delete-domain-routes': 'refuse', 'email.delete-domain-keys': 'keep-id' },
  },
  {
    number: 41,
    says: 'The event types are the target’s own.',
    gaps: { 'email.event-types': { sent: 'OUT', delivered: 'THERE', bounced: 'BACK', complained: 'ANGRY' } },
  },
  // On-call
  {
    number: 42,
    says: 'Acknowledging or resolving twice may be refused.',
    gaps: { 'oncall.repeat-acknowledge': 'refuse', 'oncall.repeat-resolve': 'refuse' },
  },
  {
    number: 43,
    says: 'On-call services cannot be made or listed: without a profile that names one nothing is opened.',
    areas: ['oncall'],
    without: ['oncallServices'],
    idle: true,
    inFront: () => ({
      instead: ({ operation, body }) =>
        operation === 'openIncident' && isObject(body) && 'serviceId' in body && 'title' in body ? broken : undefined,
    }),
  },
  {
    number: 44,
    says: 'That an incident resolves by itself cannot be demanded.',
    gaps: { 'oncall.auto-resolve': 'none' },
  },
  {
    number: 45,
    says: 'Whether a repeated notification is a new alert, and where it attaches, is open.',
    gaps: { 'oncall.repeated-alert': 'another', 'oncall.attach-to': 'oldest' },
  },
  {
    number: 46,
    says: 'The values of the status filter are open.',
    gaps: {
      'oncall.status-filter-values': { new: 'open', seen: 'acknowledged', done: 'resolved' },
      'oncall.unknown-status-filter': 'ignore',
    },
    vocabulary: { incidentStatusFilter: { open: 'new', acknowledged: 'seen', resolved: 'done' } },
  },
  {
    number: 47,
    says: 'When a rotation starts, how days are numbered, what until names and which override wins is open.',
    gaps: {
      'oncall.until': 'next-change',
      'oncall.dow-numbering': 'monday-1',
      'oncall.rotation-start': 'unix-epoch',
      'oncall.override-overlap': 'first-added-wins',
    },
  },
  {
    number: 48,
    says: 'Paging settings may be those of a user in all organizations.',
    gaps: { 'oncall.paging-scope': 'user' },
  },
  {
    number: 49,
    says: 'A rule by sms may be saved without a provider credential.',
    gaps: { 'oncall.sms-without-credential': 'accept' },
  },
  {
    number: 50,
    says: 'The 422 of a provider may be the status of invalid input as well.',
    areas: ['oncall'],
    gaps: { 'general.validation-status': 422 },
  },
  {
    number: 51,
    says: 'The detail of an incident has no stated fields.',
    gaps: { 'oncall.detail-shape': 'nested', 'oncall.description-place': 'timeline' },
  },
  {
    number: 52,
    says: 'What repeat and waitSeconds mean is open.',
    gaps: { 'oncall.repeat-meaning': 'all-rounds', 'oncall.wait-meaning': 'before-step' },
  },
  // Clusters
  {
    number: 53,
    says: "Another organization's cluster is a mismatch or unknown.",
    gaps: { 'clusters.foreign-cluster-status': 403 },
  },
  {
    number: 54,
    says: 'Where a name must be unique, and what a taken one gets, is open.',
    gaps: { 'clusters.name-scope': 'everywhere', 'clusters.taken-name-status': 422 },
  },
  {
    number: 55,
    says: 'A version that cannot be taken gets some refusal.',
    gaps: { 'clusters.version-step-status': 422, 'clusters.unknown-version-status': 404 },
  },
  {
    number: 56,
    says: 'A change during a roll may be taken up.',
    gaps: { 'clusters.patch-while-rolling': 'accept', 'clusters.patch-while-provisioning': 'accept' },
  },
  {
    number: 57,
    says: 'A change may show the old values until it is through.',
    gaps: { 'clusters.change-shows': 'old' },
  },
  {
    number: 58,
    says: 'The fields of a datastore change may all be required, and a tier there is any text.',
    gaps: { 'clusters.change-tier-values': 'accept', 'clusters.datastore-change-on-shared': 'ignore' },
  },
  {
    number: 59,
    says: 'How a deleted cluster goes, and a second deletion, are open.',
    gaps: { 'clusters.deleting-visible': 'gone', 'clusters.repeat-delete': 'refuse' },
  },
  {
    number: 60,
    says: 'Which refusal an unknown node or registration token gets is only presumed.',
    areas: ['clusters'],
    gaps: { 'general.unknown-status': 410 },
  },
  {
    number: 61,
    says: 'expiresIn has no unit, and short-lived no bound.',
    gaps: { 'clusters.join-token-unit': 'hours', 'clusters.join-token-lifetime': 3 },
  },
  {
    number: 62,
    says: 'The versions are the target’s own.',
    gaps: { 'clusters.version-catalog': ['3.1.0', '3.2.0', '3.3.1', '3.4.0'] },
  },
  {
    number: 63,
    says: 'Which role may do what to clusters is open.',
    gaps: {
      'clusters.operation-tiers': {
        change: 'admin',
        delete: 'write',
        deregister: 'admin',
        kubeconfig: 'read',
        'join-token': 'admin',
        'registration-token': 'write',
      },
    },
  },
  // Uptime
  { number: 64, says: 'A kind in a change may be ignored.', gaps: { 'uptime.kind-in-patch': 'ignore' } },
  {
    number: 65,
    says: 'The history of a deleted monitor may still be read, and it may count for the quota.',
    gaps: { 'uptime.deleted-history': 'readable', 'uptime.counted-in-quota': 'existing-and-deleted' },
  },
  { number: 66, says: 'A state may be absent at any time.', gaps: { 'uptime.state-shown': 'never' } },
  {
    number: 67,
    says: 'An unknown service in a monitor is unknown or invalid.',
    gaps: { 'uptime.unknown-service-status': 422 },
  },
  {
    number: 68,
    says: 'What an unknown export token gets is only presumed.',
    gaps: { 'uptime.unknown-token-status': 410 },
  },
  {
    number: 69,
    says: 'The first state may be no transition, and when a monitor is up is open.',
    gaps: { 'uptime.first-state-is-transition': 'skip', 'uptime.up-rule': 'all-vantages' },
  },
  {
    number: 70,
    says: 'Keys, values, units and the usual window of metrics are open.',
    gaps: {
      'uptime.uptime-pct-keys': 'vantage-label',
      'uptime.uptime-pct-values': 'fraction',
      'uptime.t-unit': 'unix-milliseconds',
      'uptime.default-window': '7d',
    },
  },
  {
    number: 71,
    says: 'Disabled monitors may not count as attached.',
    gaps: { 'uptime.disabled-attached': 'ignore' },
  },
  {
    number: 72,
    says: 'One 403 looks like another.',
    areas: ['uptime', 'email', 'clusters'],
    inFront: () => ({
      after: (_, answered) => (answered.status === 403 ? { status: 403, json: { error: 'forbidden' } } : answered),
    }),
  },
  // Found since
  {
    number: 73,
    says: 'More required texts that may say anything: contacts, the registry of a login, the words of a failure.',
    gaps: {
      'organization.unset-contact': 'nobody@{organization}.example',
      'registry.login-registry-unnarrowed': '*',
      'uptime.empty-failure-text': 'nothing to tell',
      'uptime.error-kinds': { fail: 'wrong', error: 'broken' },
    },
  },
  {
    number: 74,
    says: 'A created alert source or export token may already show when it was last used.',
    gaps: { 'oncall.created-source-last-event': 'include', 'uptime.created-token-last-used': 'include' },
  },
  {
    number: 75,
    says: 'A service without a policy may show null.',
    gaps: { 'oncall.detached-policy-shown': 'null' },
  },
  {
    number: 76,
    says: 'Nobody need be shown on call, and equal times say nothing about order.',
    areas: ['oncall'],
    gaps: { 'oncall.on-call-now-shown': 'never' },
    inFront: () => ({
      after({ operation }, answered) {
        const json = everyObject(answered.json, (object) =>
          'openedAt' in object ? { ...object, openedAt: 'today' } : object,
        )
        if (operation !== 'listIncidents' || !isObject(json) || !Array.isArray(json.incidents))
          return JSON.stringify(json) === JSON.stringify(answered.json) ? answered : { ...answered, json }
        return { ...answered, json: { incidents: json.incidents.toReversed() } }
      },
    }),
  },
  {
    number: 77,
    says: 'A read may lag behind a write, any request may be told to come back later, and input may be tidied up.',
    areas: ['uptime', 'organization'],
    gaps: { 'general.trimming': 'trim', 'general.name-case': 'same' },
    inFront: () => {
      let asked = 0
      const before = new Map<string, unknown>()
      return {
        instead: () => (++asked % 37 === 0 ? { status: 429, json: { error: 'later' } } : undefined),
        after({ operation, caller }, answered) {
          if (operation !== 'listUptimeServices' || answered.status !== 200) return answered
          const stale = before.get(caller)
          const late = stale !== undefined && JSON.stringify(stale) !== JSON.stringify(answered.json)
          before.set(caller, answered.json)
          return late ? { ...answered, json: stale } : answered
        },
      }
    },
  },
  {
    number: 78,
    says: 'What confirmations and quorum mean beyond their names is open.',
    gaps: { 'uptime.confirmations-meaning': 'after-first', 'uptime.quorum-meaning': 'more-than' },
  },
]
