import { expect, test } from 'vitest'
import type { Code, Facts } from '../../../src/conformance/finding/facts.ts'
import type { Finding } from '../../../src/conformance/finding/finding.ts'
import { keyOf, subjectOf } from '../../../src/conformance/finding/key.ts'
import { told } from '../../../src/conformance/finding/told.ts'
import { worded } from '../../../src/conformance/finding/words.ts'

interface Told<C extends Code> {
  readonly fact: Facts[C]
  readonly says: string
  readonly expected: string
  readonly actual: string
  /** As baselines were saved with it: a change here loses what people have marked as known. */
  readonly subject: string
}

const item = { id: 'i7' }
const place = { path: 'incidents', expected: 'a', actual: 'b' }
const monitor = { entity: 'UptimeMonitor', id: 'm1' }

/** One of each kind, with all that is said of it. */
const EACH: { readonly [C in Code]: Told<C> } = {
  value: {
    fact: { ...place, path: 'name' },
    says: 'name has an unexpected value',
    expected: 'a',
    actual: 'b',
    subject: 'name has another value',
  },
  missing: {
    fact: { path: 'name', expected: 'a', actual: undefined },
    says: 'name is missing',
    expected: 'a',
    actual: 'nothing',
    subject: 'name is missing',
  },
  unset: {
    fact: { path: 'resolvedAt', expected: undefined, actual: 'b' },
    says: 'resolvedAt is set, although nothing has set it',
    expected: 'nothing',
    actual: 'b',
    subject: 'resolvedAt is there, though nothing has set it',
  },
  inconsistent: {
    fact: { ...place, path: 'id' },
    says: 'id differs from the same value elsewhere',
    expected: 'a',
    actual: 'b',
    subject: 'id differs from same',
  },
  identifier: {
    fact: { ...place, path: 'id' },
    says: 'id is the identifier of another resource',
    expected: 'a',
    actual: 'b',
    subject: 'id is identifier',
  },
  items: {
    fact: { path: '', expected: ['a'], actual: ['b'] },
    says: 'the body contains unexpected items',
    expected: '["a"]',
    actual: '["b"]',
    subject: ' holds other items',
  },
  count: {
    fact: { path: 'steps', expected: [1, 2], actual: [1] },
    says: 'steps has 1 items instead of 2',
    expected: '[1,2]',
    actual: '[1]',
    subject: 'steps has 1 items instead of 2',
  },
  cap: {
    fact: { path: 'incidents', expected: 100, actual: 101 },
    says: 'incidents contains more than 100 items',
    expected: 'at most 100',
    actual: '101',
    subject: 'incidents holds more than 100 items',
  },
  twice: {
    fact: { ...place, id: 'i7' },
    says: 'incidents contains the same item twice',
    expected: 'a',
    actual: 'b',
    subject: 'incidents holds one thing twice',
  },
  order: {
    fact: place,
    says: 'incidents is not newest first',
    expected: 'a',
    actual: 'b',
    subject: 'incidents is not newest first',
  },
  lacks: {
    fact: {
      path: 'incidents',
      entity: 'OncallIncident',
      id: 'i7',
      expected: item,
      actual: undefined,
      listed: ['i5', 'i6'],
    },
    says: 'incidents lacks the OncallIncident i7',
    expected: '{"id":"i7"}',
    actual: '2 items: i5, i6',
    subject: 'incidents lacks OncallIncident',
  },
  holds: {
    fact: { path: 'incidents', entity: 'OncallIncident', id: 'i7', why: 'removed', expected: undefined, actual: item },
    says: 'incidents still contains the OncallIncident i7, which was deleted',
    expected: 'nothing',
    actual: '{"id":"i7"}',
    subject: 'incidents still holds OncallIncident, which was removed',
  },
  empty: {
    fact: { ...place, path: 'dnsRecords' },
    says: 'dnsRecords is empty',
    expected: 'a',
    actual: 'b',
    subject: 'dnsRecords is empty',
  },
  'nobody-on-call': {
    fact: { ...place, path: 'onCallNow' },
    says: 'onCallNow is present, although nobody is on call',
    expected: 'a',
    actual: 'b',
    subject: 'onCallNow is there, though nobody is on call',
  },
  'not-in-rotation': {
    fact: { ...place, path: 'onCallNow.userId' },
    says: 'onCallNow.userId is not someone in the rotation',
    expected: 'a',
    actual: 'b',
    subject: 'onCallNow.userId is nobody of the rotation',
  },
  'no-built-in-role': {
    fact: { ...place, path: 'roles' },
    says: 'roles lists no built-in role',
    expected: 'a',
    actual: 'b',
    subject: 'roles lists no built-in role',
  },
  'no-tier': {
    fact: { path: 'services', expected: 'admin', actual: ['read'] },
    says: 'services has no admin permission',
    expected: 'admin',
    actual: '["read"]',
    subject: 'services has no admin permission at all',
  },
  'no-receive-record': {
    fact: { ...place, path: 'dnsRecords' },
    says: 'dnsRecords lacks the record for receiving',
    expected: 'a',
    actual: 'b',
    subject: 'dnsRecords lacks record',
  },
  observations: {
    fact: { path: 'records', expected: [1, 2], actual: [1] },
    says: 'records has 1 observations for 2 records',
    expected: '[1,2]',
    actual: '[1]',
    subject: 'records has 1 observations for 2 records',
  },
  'untold-value': {
    fact: { ...place, path: 'records' },
    says: 'records does not show the observed value',
    expected: 'a',
    actual: 'b',
    subject: 'records does not give value',
  },
  'called-missing': {
    fact: { ...place, path: 'records' },
    says: 'records reports a published record as missing',
    expected: 'a',
    actual: 'b',
    subject: 'records says that a record is missing which is published',
  },
  'called-found': {
    fact: { ...place, path: 'records' },
    says: 'records reports an unpublished record as found',
    expected: 'a',
    actual: 'b',
    subject: 'records says that a record is found which is not published so',
  },
  'untold-event': {
    fact: { path: 'events', expected: 'bounced', actual: [] },
    says: 'events does not say that it was bounced',
    expected: 'bounced',
    actual: '[]',
    subject: 'events does not tell that it was bounced',
  },

  status: {
    fact: { refusals: ['a.one', 'a.two'], expected: [404, '4xx'], actual: 503 },
    says: 'answered 503',
    expected: '404 or 4xx',
    actual: '503',
    subject: 'a.one,a.two',
  },
  accepted: {
    fact: { rule: 'oncall.schedule-targeted', reason: 'a policy targets it', expected: [409], actual: 204 },
    says: 'accepted, although a policy targets it',
    expected: '409',
    actual: '204',
    subject: 'oncall.schedule-targeted',
  },
  refused: {
    fact: { expected: '2xx', actual: 418, text: '{}' },
    says: 'refused with 418, although no rule of the contract refuses it',
    expected: '2xx',
    actual: '418 {}',
    subject: '418',
  },
  'server-error': {
    fact: { actual: 500 },
    says: 'the target failed with 500',
    expected: 'a success or a refusal',
    actual: '500',
    subject: '500',
  },
  'hung-up': {
    fact: { actual: 'ECONNRESET' },
    says: 'the target closed the connection without a response',
    expected: 'a success or a refusal',
    actual: 'ECONNRESET',
    subject: 'no response',
  },
  'not-json': {
    fact: { status: 404, contentType: undefined },
    says: 'the response with status 404 is not JSON',
    expected: 'an object with the string field error',
    actual: 'no content type',
    subject: 'content',
  },
  shape: {
    fact: {
      status: 200,
      path: ['incidents', '3'],
      place: ['incidents', '3', 'status'],
      keyword: 'required',
      problem: 'is required',
      allowed: [],
      text: '{}',
    },
    says: 'the response does not match the description: incidents.3.status is required',
    expected: 'the body described for listIncidents',
    actual: '{}',
    subject: 'incidents.* is required',
  },
  'has-body': {
    fact: { status: 204, text: 'x' },
    says: 'the response with status 204 has a body',
    expected: 'no body',
    actual: 'x',
    subject: 'no body',
  },
  secret: {
    fact: { givenBy: 'createToken', path: 'key' },
    says: 'the response repeats the secret of createToken key',
    expected: 'the secret of createToken key is never returned again',
    actual: 'the response contains it',
    subject: 'createToken key',
  },
  'left-state': {
    fact: { entity: 'OncallIncident', id: 'i7', from: 'resolved', to: 'open' },
    says: 'the OncallIncident left the state resolved',
    expected: 'resolved for good',
    actual: 'open',
    subject: 'OncallIncident resolved -> open',
  },
  'state-without': {
    fact: { entity: 'OncallIncident', id: 'i7', state: 'resolved', path: 'resolvedAt' },
    says: 'the OncallIncident is resolved without resolvedAt',
    expected: 'resolvedAt is set',
    actual: 'it is missing',
    subject: 'OncallIncident.resolvedAt',
  },
  immutable: {
    fact: { ...monitor, path: 'kind', expected: 'http', actual: 'tcp' },
    says: 'the kind of the UptimeMonitor changed',
    expected: 'http',
    actual: 'tcp',
    subject: 'UptimeMonitor.kind',
  },
  'foreign-reference': {
    fact: { path: 'endpointId', entity: 'EmailWebhook', id: 'w9' },
    says: 'endpointId names the EmailWebhook of another organization and is accepted, although an unknown one is refused',
    expected: 'a refusal',
    actual: 'w9',
    subject: 'endpointId',
  },
  'no-phone-number': {
    fact: { refused: 'no-phone', actual: '4930123' },
    says: 'a phone that is not in E.164 form is accepted for sms or voice, although no-phone is refused',
    expected: 'a refusal',
    actual: '4930123',
    subject: 'PagingSettings.phone',
  },
  'phone-left-out': {
    fact: { actual: { phone: '' } },
    says: 'rules for sms or voice are kept without a phone, although they were refused without one',
    expected: 'a refusal',
    actual: '{"phone":""}',
    subject: 'PagingSettings.phone',
  },
  'whole-response': {
    fact: { id: 'm1', outcome: 'error', actual: 100000 },
    says: 'the snippet of a probe with the outcome error is the whole response',
    expected: 'a truncated one',
    actual: '100000 characters',
    subject: 'UptimeFailure.responseSnippet of error',
  },
  unnamed: {
    fact: { rule: 'clusters.node-skew', missing: 'n2', names: ['n1', 'n2'], text: 'n1' },
    says: 'the refusal does not name n2',
    expected: 'an error that names n1, n2',
    actual: 'n1',
    subject: 'clusters.node-skew',
  },
  'raw-message': {
    fact: { part: 'content type', actual: 'text/html' },
    says: 'the content type is not that of a raw message',
    expected: 'message/rfc822',
    actual: 'text/html',
    subject: 'content type',
  },
  'raw-header': {
    fact: { part: 'Subject', expected: 'hello', actual: 'undefined' },
    says: 'the header Subject of the raw message is not that of the message',
    expected: 'hello',
    actual: 'undefined',
    subject: 'Subject',
  },

  'foreign-contact': {
    fact: { actual: 'x@y.example' },
    says: 'the response contains a contact of another organization',
    expected: "the organization's own contacts",
    actual: 'x@y.example',
    subject: 'Contacts',
  },
  'too-many-services': {
    fact: { entity: 'Cluster', id: 'c', expected: 2, actual: 3 },
    says: 'the cluster exposes more services than maxServices',
    expected: 'at most 2',
    actual: '3',
    subject: 'Cluster.managedLoadBalancers',
  },
  'beyond-quota': {
    fact: { entity: 'Cluster', expected: 2, actual: 3 },
    says: 'there are more than the quota allows, although one was created after it was set',
    expected: 'at most 2',
    actual: '3',
    subject: 'Cluster beyond its quota',
  },
  lifetime: {
    fact: { path: 'expiresAt', expected: '11:00', actual: '12:00' },
    says: 'expiresAt is not an hour away',
    expected: '11:00',
    actual: '12:00',
    subject: 'expiresAt',
  },
  'no-attempt': {
    fact: { entity: 'EmailDelivery', id: 'd' },
    says: 'an old delivery shows no attempt',
    expected: 'an attempt',
    actual: 'none',
    subject: 'EmailDelivery.attempts',
  },
  'never-verified': {
    fact: { entity: 'EmailDomain', id: 'dom_1', path: 'sendState', actual: 'pending' },
    says: 'all records are published and a check was forced long ago, but sendState is still pending',
    expected: 'verified',
    actual: 'pending',
    subject: 'EmailDomain.sendState never verified',
  },
  'accepted-today': {
    fact: { path: 'acceptedToday' },
    says: 'a message was accepted, but acceptedToday is 0',
    expected: 'at least 1',
    actual: 'none',
    subject: 'acceptedToday',
  },
  'newest-transition-lacking': {
    fact: { ...monitor, from: 'up', to: 'down', newest: { to: 'up' } },
    says: 'the monitor went from up to down, but the list still begins with an earlier transition',
    expected: 'a transition to down first',
    actual: '{"to":"up"}',
    subject: 'newest transition',
  },
  'unlisted-transition': {
    fact: { ...monitor, from: 'up', to: 'down', listed: 2 },
    says: 'the monitor went from up to down, but no transition records it',
    expected: 'a transition to down',
    actual: '2 transitions',
    subject: 'transitions recorded',
  },
  'no-series': {
    fact: { vantage: 'north', shown: [] },
    says: 'north has sent results, but has no series',
    expected: 'a series for each vantage with data',
    actual: 'none',
    subject: 'series by vantage',
  },
  'page-repeats': {
    fact: { id: 'm7' },
    says: 'the next page repeats a message of an earlier page',
    expected: 'every message once',
    actual: 'm7',
    subject: 'the next page shows a message of a page before again',
  },
  'page-unfiltered': {
    fact: { id: 'm7' },
    says: 'a later page contains a message that the first one keeps out',
    expected: 'more of the list that was asked for',
    actual: 'm7',
    subject: 'a later page holds what the first one keeps out',
  },
  'outside-window': {
    fact: { window: '1h', vantage: 'fra', actual: '2026-03-05T05:00:00.000Z' },
    says: 'the metrics of fra go back more than 1h',
    expected: 'points of the last 1h',
    actual: '2026-03-05T05:00:00.000Z',
    subject: 'points outside 1h',
  },
  scrape: {
    fact: { wrong: 'removed', id: 'm1' },
    says: 'the scrape still shows the monitor m1, which was deleted',
    expected: 'nothing of it',
    actual: 'm1',
    subject: 'monitor removed',
  },
  'pages-lack': {
    fact: { id: 'm7' },
    says: 'a message is missing from the pages',
    expected: 'every message once',
    actual: 'm7',
    subject: 'the pages together lack a message',
  },
  'still-on-call': {
    fact: { entity: 'OncallSchedule', id: 's', since: 'swap', actual: 'ada' },
    says: 'the two participants were swapped, and the same person is still on call',
    expected: 'the other one',
    actual: 'ada',
    subject: 'OncallSchedule.onCallNow.userId',
  },
  'took-over': {
    fact: { entity: 'OncallSchedule', id: 's', before: 'ada', actual: 'bo' },
    says: 'somebody else is on call, although it was not time to hand over',
    expected: 'ada',
    actual: 'bo',
    subject: 'OncallSchedule.onCallNow.userId',
  },
  usage: {
    fact: { path: 'usedBytes', wrong: 'uncounted', before: 0, actual: 0 },
    says: 'usedBytes is 0, although images are stored',
    expected: 'more than 0',
    actual: '0',
    subject: 'usedBytes is 0, though images are stored',
  },

  happened: {
    fact: { reason: 'the registry acme has no room for 9 bytes more', names: [' registry acme', ' tag v1'] },
    says: 'happened, although the registry acme has no room for 9 bytes more',
    expected: 'not possible',
    actual: 'done',
    subject: 'happened, though the has no room for 9 bytes more',
  },
  'kept-out': {
    fact: { event: 'nodeJoins', actual: 'no' },
    says: 'a node with a valid token cannot join',
    expected: 'done',
    actual: 'no',
    subject: 'a node with a token that is good is not let in',
  },
  'status-page': {
    fact: { entity: 'OncallIncident', id: 'i7', expected: undefined, actual: 'text' },
    says: 'the status page shows the incident i7 differently',
    expected: 'not visible',
    actual: 'text',
    subject: 'the status page shows something else of the',
  },
  door: {
    fact: { kind: 'send-key', opens: true, reason: 'revoked' },
    says: 'a send key is accepted, although revoked',
    expected: 'refused',
    actual: 'accepted',
    subject: 'a send-key opens the door, though revoked',
  },
  suppressed: {
    fact: { expected: ['a@b.c'], actual: [] },
    says: 'the wrong recipients are left out as suppressed',
    expected: 'a@b.c',
    actual: 'nobody',
    subject: 'other recipients are left out as suppressed',
  },
  paged: {
    fact: { wrong: 'none', expected: 1, actual: 0 },
    says: 'nobody was paged, and nothing says why',
    expected: '1 pages',
    actual: '0 pages',
    subject: 'none',
  },
  'never-arrived': {
    fact: { expected: 2, actual: 1 },
    says: 'the API reports deliveries as delivered that never arrived',
    expected: '2',
    actual: '1',
    subject: 'log',
  },
  'arrival-untold': {
    fact: { states: [] },
    says: 'a payload arrived and was answered with 200, but no delivery shows it',
    expected: 'delivered',
    actual: 'nothing',
    subject: 'log',
  },
  'attempt-untold': {
    fact: {},
    says: 'a delivery is delivered without an attempt',
    expected: 'at least 1',
    actual: '0',
    subject: 'log',
  },
  'other-status': {
    fact: { actual: 500 },
    says: 'a delivery shows a status that the endpoint did not return',
    expected: '200',
    actual: '500',
    subject: 'log',
  },
  late: {
    fact: { states: ['pending'] },
    says: 'a delivery was not attempted in time',
    expected: 'an attempt',
    actual: 'pending',
    subject: 'arrival',
  },
  'old-secret': {
    fact: {},
    says: 'a payload sent after the rotation is signed with the old secret',
    expected: 'the new secret',
    actual: 'the old one',
    subject: 'signature',
  },
  'not-new-secret': {
    fact: {},
    says: 'a payload sent after the rotation is not signed with the new secret',
    expected: 'the new secret',
    actual: 'another one, or none',
    subject: 'signature',
  },
  'secret-of-another': {
    fact: {},
    says: 'a payload is signed with the secret of another endpoint',
    expected: 'its own secret',
    actual: 'that of another',
    subject: 'signature',
  },
  'secret-of-nobody': {
    fact: {},
    says: 'a payload is signed with no secret of the endpoint, though others are',
    expected: 'its own secret',
    actual: 'another signature',
    subject: 'signature',
  },
  'sent-to-closed': {
    fact: { closed: 'disabled' },
    says: 'a payload was sent to an endpoint that is disabled',
    expected: 'nothing',
    actual: 'a payload',
    subject: 'closed',
  },
  'told-of-another': {
    fact: { id: 'msg-1', expected: 2, actual: 1 },
    says: 'fewer payloads tell of message msg-1 than deliveries of it arrived',
    expected: '2',
    actual: '1',
    subject: 'payload',
  },
  'not-frozen': {
    fact: { expected: 1, actual: [{ a: 1 }, { a: 2 }] },
    says: 'the redelivered payload differs from the original',
    expected: '1 different payloads',
    actual: '2, the last one {"a":2}',
    subject: 'frozen',
  },
}

const held = { severity: 'failure', check: 'body', operation: 'listIncidents', rules: ['ONC-01'] } as const
const findingOf = (code: Code): Finding => ({ code, ...EACH[code].fact, ...held }) as Finding

test.each(Object.keys(EACH) as Code[])('%s in words, and what it is about', (code) => {
  const { says, expected, actual, subject } = EACH[code]
  expect(worded(findingOf(code))).toEqual({ message: says, expected, actual })
  expect(subjectOf(findingOf(code))).toBe(subject)
})

test.each([
  ['elsewhere', 'contains the Token t of another organization', 'holds Token'],
  [
    'never-made',
    'contains the Token t, which no accepted request created',
    'holds Token, which nothing that was accepted has made',
  ],
  ['not-in-this-list', 'contains the Token t, which does not belong in it', 'holds Token, which does not belong in it'],
  [
    'hidden-from-caller',
    'contains the Token t, which the caller may not see',
    'holds Token, which is not there for the caller',
  ],
] as const)('a list that holds what is %s', (why, says, subject) => {
  const fact = {
    code: 'holds',
    path: 'tokens',
    entity: 'Token',
    id: 't',
    expected: undefined,
    actual: {},
    why,
  } as const
  expect(worded({ ...fact, ...held }).message).toBe(`tokens ${says}`)
  expect(subjectOf({ ...fact, ...held })).toBe(`tokens ${subject}`)
})

test('what was just made has no identifier yet', () => {
  const fact = {
    code: 'lacks',
    path: 'tokens',
    entity: 'Token',
    id: undefined,
    expected: {},
    actual: undefined,
  } as const
  expect(worded({ ...fact, ...held }).message).toBe('tokens lacks the expected Token')
})

test('the circumstance is told with it, and sets what was sent together apart', () => {
  const finding = findingOf('order')
  const { message } = worded({ ...finding, circumstance: { kind: 'after-refusal', operation: 'openIncident' } })
  expect(message).toBe('incidents is not newest first, after openIncident was refused')
  expect(worded({ ...finding, circumstance: { kind: 'after-reads' } }).message).toBe(
    'incidents is not newest first, although there were only reads since it was right',
  )
  const together = { ...finding, check: 'parallel', circumstance: { kind: 'together', check: 'body' } } as const
  expect(worded(together).message).toBe(
    'the responses to concurrent requests do not fit any order: incidents is not newest first',
  )
  expect(keyOf(together)).toBe('parallel listIncidents body incidents is not newest first')
  expect(keyOf(finding)).toBe('body listIncidents incidents is not newest first')
})

test('a report tells a finding in words and as data', () => {
  expect(told(findingOf('lacks'))).toEqual({
    ...held,
    code: 'lacks',
    entity: 'OncallIncident',
    id: 'i7',
    path: 'incidents',
    subject: 'incidents lacks OncallIncident',
    message: 'incidents lacks the OncallIncident i7',
    expected: '{"id":"i7"}',
    actual: '2 items: i5, i6',
  })
})
