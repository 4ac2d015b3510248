import type { Code, Fact, Misplaced } from './facts.ts'
import type { Finding } from './finding.ts'

/** Two findings with the same key have the same cause. Saved baselines hold keys, so a rewording must not change them. */
export const keyOf = (finding: Finding): string => `${finding.check} ${finding.operation} ${subjectOf(finding)}`

/** The key that the same mistake has if it also shows without concurrent requests; undefined if it was not found in a race. */
export const keyWithoutRace = ({ circumstance, ...finding }: Finding): string | undefined =>
  circumstance?.kind === 'together' ? keyOf({ ...finding, check: circumstance.check }) : undefined

/** The subject of a finding, without anything that differs in the next run. */
export function subjectOf(finding: Finding): string {
  const subject = subjectOfFact(finding)
  return finding.circumstance?.kind === 'together' ? `${finding.circumstance.check} ${subject}` : subject
}

const subjectOfFact = <C extends Code>(fact: Fact<C>): string => SUBJECTS[fact.code](fact)

/** Parts of keys, although many read like sentences. They must not change, because saved baselines contain them. */
const SUBJECTS: { readonly [C in Code]: (fact: Fact<C>) => string } = {
  value: ({ path }) => `${path} has another value`,
  missing: ({ path }) => `${path} is missing`,
  unset: ({ path }) => `${path} is there, though nothing has set it`,
  inconsistent: ({ path }) => `${path} differs from same`,
  identifier: ({ path }) => `${path} is identifier`,
  items: ({ path }) => `${path} holds other items`,
  count: ({ path, expected, actual }) => `${path} has ${actual.length} items instead of ${expected.length}`,
  cap: ({ path, expected }) => `${path} holds more than ${expected} items`,
  twice: ({ path }) => `${path} holds one thing twice`,
  order: ({ path }) => `${path} is not newest first`,
  lacks: ({ path, entity }) => `${path} lacks ${entity}`,
  holds: ({ path, entity, why }) => `${path} ${why === 'removed' ? 'still holds' : 'holds'} ${entity}${MISPLACED[why]}`,
  empty: ({ path }) => `${path} is empty`,
  'nobody-on-call': ({ path }) => `${path} is there, though nobody is on call`,
  'not-in-rotation': ({ path }) => `${path} is nobody of the rotation`,
  'no-built-in-role': ({ path }) => `${path} lists no built-in role`,
  'no-tier': ({ path, expected }) => `${path} has no ${expected} permission at all`,
  'no-receive-record': ({ path }) => `${path} lacks record`,
  observations: ({ path, expected, actual }) =>
    `${path} has ${actual.length} observations for ${expected.length} records`,
  'untold-value': ({ path }) => `${path} does not give value`,
  'called-missing': ({ path }) => `${path} says that a record is missing which is published`,
  'called-found': ({ path }) => `${path} says that a record is found which is not published so`,
  'untold-event': ({ path, expected }) => `${path} does not tell that it was ${expected}`,

  status: ({ refusals }) => refusals.join() || 'status',
  accepted: ({ rule }) => rule,
  refused: ({ actual }) => String(actual),
  'server-error': ({ actual }) => String(actual),
  'hung-up': () => 'no response',
  'not-json': () => 'content',
  shape: subjectOfShape,
  'has-body': () => 'no body',
  secret: ({ givenBy, path }) => `${givenBy} ${path}`,
  'left-state': ({ entity, from, to }) => `${entity} ${from} -> ${to}`,
  'state-without': ({ entity, path }) => `${entity}.${path}`,
  immutable: ({ entity, path }) => `${entity}.${path}`,
  'foreign-reference': ({ path }) => path,
  'no-phone-number': () => 'PagingSettings.phone',
  'phone-left-out': () => 'PagingSettings.phone',
  'whole-response': ({ outcome }) => `UptimeFailure.responseSnippet of ${outcome}`,
  unnamed: ({ rule }) => rule,
  'raw-message': ({ part }) => part,
  'raw-header': ({ part }) => part,

  'foreign-contact': () => 'Contacts',
  'too-many-services': ({ entity }) => `${entity}.managedLoadBalancers`,
  'beyond-quota': ({ entity }) => `${entity} beyond its quota`,
  lifetime: ({ path }) => path,
  'no-attempt': ({ entity }) => `${entity}.attempts`,
  'never-verified': ({ entity, path }) => `${entity}.${path} never verified`,
  'accepted-today': ({ path }) => path,
  'unlisted-transition': () => 'transitions recorded',
  'newest-transition-lacking': () => 'newest transition',
  'no-series': () => 'series by vantage',
  'page-repeats': () => 'the next page shows a message of a page before again',
  'pages-lack': () => 'the pages together lack a message',
  'page-unfiltered': () => 'a later page holds what the first one keeps out',
  'outside-window': ({ window }) => `points outside ${window}`,
  scrape: ({ wrong }) => `monitor ${wrong}`,
  'still-on-call': ({ entity }) => `${entity}.onCallNow.userId`,
  'took-over': ({ entity }) => `${entity}.onCallNow.userId`,
  usage: ({ path, wrong }) => `${path} ${MISCOUNTED[wrong]}`,

  happened: ({ reason, names }) => `happened, though ${names.reduce((text, name) => text.replace(name, ''), reason)}`,
  'kept-out': ({ event }) => (event === 'nodeJoins' ? 'a node with a token that is good is not let in' : event),
  'status-page': () => 'the status page shows something else of the',
  door: ({ kind, opens, reason }) =>
    opens ? `a ${kind} opens the door, though ${reason}` : `a ${kind} that is good does not open the door`,
  suppressed: () => 'other recipients are left out as suppressed',
  paged: ({ wrong }) => wrong,
  'never-arrived': () => 'log',
  'arrival-untold': () => 'log',
  'attempt-untold': () => 'log',
  'other-status': () => 'log',
  late: () => 'arrival',
  'old-secret': () => 'signature',
  'not-new-secret': () => 'signature',
  'secret-of-another': () => 'signature',
  'secret-of-nobody': () => 'signature',
  'sent-to-closed': () => 'closed',
  'told-of-another': () => 'payload',
  'not-frozen': () => 'frozen',
}

const MISPLACED: Readonly<Record<Misplaced, string>> = {
  removed: ', which was removed',
  elsewhere: '',
  'never-made': ', which nothing that was accepted has made',
  'not-in-this-list': ', which does not belong in it',
  'hidden-from-caller': ', which is not there for the caller',
}

/** All items of a list break a description in the same way. */
function subjectOfShape({ status, path, place, problem }: Fact<'shape'>): string {
  const where = status >= 400 ? 'error' : path.map((part) => (isIndex(part) ? '*' : part)).join('.')
  return `${where} ${place.length === 0 ? 'value ' : ''}${problem}`
}

const isIndex = (part: string): boolean => /^\d+$/.test(part)

const MISCOUNTED = {
  uncounted: 'is 0, though images are stored',
  miscounted: 'counts something, though nothing is stored',
  stands: 'does not grow',
  grows: 'grows, though nothing was stored since',
  falls: 'falls, though nothing was deleted',
  lingers: 'does not fall, though something was deleted',
  remains: 'falls by too little, though more was deleted',
} as const
