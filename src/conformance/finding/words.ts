import type { Code, Misplaced } from './facts.ts'
import type { Finding } from './finding.ts'

/** A finding in words, for people. Nothing reads them again. */
export interface Worded {
  readonly message: string
  readonly expected: string
  readonly actual: string
}

/** The only place where findings are worded. */
export function worded(finding: Finding): Worded {
  const { message, expected, actual } = wordsFor(finding)
  return {
    message: inPlainWords(inCircumstance(message, finding)),
    expected: inPlainWords(expected),
    actual: inPlainWords(actual),
  }
}

const wordsFor = <C extends Code>(finding: Finding<C>): Worded => WORDS[finding.code](finding)

function inCircumstance(message: string, { circumstance }: Finding): string {
  switch (circumstance?.kind) {
    case 'together':
      return `the responses to concurrent requests do not fit any order: ${message}`
    case 'after-refusal':
      return `${message}, after ${circumstance.operation} was refused`
    case 'after-reads':
      return `${message}, although there were only reads since it was right`
    default:
      return message
  }
}

type Placed = { readonly path: string; readonly expected: unknown; readonly actual: unknown }

/** Something about one place of the body. */
const at = ({ path, expected, actual }: Placed, says: string): Worded => ({
  message: `${path || 'the body'} ${says}`,
  expected: show(expected),
  actual: show(actual),
})

const say = (message: string, expected: unknown, actual: unknown): Worded => ({
  message,
  expected: show(expected),
  actual: show(actual),
})

const MISPLACED: Readonly<Record<Misplaced, (thing: string) => string>> = {
  removed: (thing) => `still contains the ${thing}, which was deleted`,
  elsewhere: (thing) => `contains the ${thing} of another organization`,
  'never-made': (thing) => `contains the ${thing}, which no accepted request created`,
  'not-in-this-list': (thing) => `contains the ${thing}, which does not belong in it`,
  'hidden-from-caller': (thing) => `contains the ${thing}, which the caller may not see`,
}

const WORDS: { readonly [C in Code]: (finding: Finding<C>) => Worded } = {
  value: (fact) => at(fact, 'has an unexpected value'),
  missing: (fact) => at(fact, 'is missing'),
  unset: (fact) => at(fact, 'is set, although nothing has set it'),
  inconsistent: (fact) => at(fact, 'differs from the same value elsewhere'),
  identifier: (fact) => at(fact, 'is the identifier of another resource'),
  items: (fact) => at(fact, 'contains unexpected items'),
  count: (fact) => at(fact, `has ${fact.actual.length} items instead of ${fact.expected.length}`),
  cap: (fact) => ({ ...at(fact, `contains more than ${fact.expected} items`), expected: `at most ${fact.expected}` }),
  twice: (fact) => at(fact, 'contains the same item twice'),
  order: (fact) => at(fact, 'is not newest first'),
  lacks: (fact) => ({
    ...at(fact, `lacks the ${fact.id === undefined ? `expected ${fact.entity}` : `${fact.entity} ${fact.id}`}`),
    ...(fact.listed && { actual: itemsIn(fact.listed) }),
  }),
  holds: (fact) => at(fact, MISPLACED[fact.why](`${fact.entity} ${fact.id}`)),
  empty: (fact) => at(fact, 'is empty'),
  'nobody-on-call': (fact) => at(fact, 'is present, although nobody is on call'),
  'not-in-rotation': (fact) => at(fact, 'is not someone in the rotation'),
  'no-built-in-role': (fact) => at(fact, 'lists no built-in role'),
  'no-tier': (fact) => at(fact, `has no ${fact.expected} permission`),
  'no-receive-record': (fact) => at(fact, 'lacks the record for receiving'),
  observations: (fact) => at(fact, `has ${fact.actual.length} observations for ${fact.expected.length} records`),
  'untold-value': (fact) => at(fact, 'does not show the observed value'),
  'called-missing': (fact) => at(fact, 'reports a published record as missing'),
  'called-found': (fact) => at(fact, 'reports an unpublished record as found'),
  'untold-event': (fact) => at(fact, `does not say that it was ${fact.expected}`),

  status: ({ expected, actual }) => say(`answered ${actual}`, expected.join(' or '), actual),
  accepted: ({ reason, expected, actual }) => say(`accepted, although ${reason}`, expected.join(' or '), actual),
  refused: ({ expected, actual, text }) =>
    say(`refused with ${actual}, although no rule of the contract refuses it`, expected, `${actual} ${cut(text, 200)}`),
  'server-error': ({ actual }) => say(`the target failed with ${actual}`, 'a success or a refusal', actual),
  'hung-up': ({ actual }) =>
    say('the target closed the connection without a response', 'a success or a refusal', actual),
  'not-json': ({ status, operation, contentType }) =>
    say(
      `the response with status ${status} is not JSON`,
      describedBody(status, operation),
      contentType ?? 'no content type',
    ),
  shape: ({ status, operation, place, problem, text }) =>
    say(
      `the response does not match the description: ${place.join('.') || 'the value'} ${problem}`,
      describedBody(status, operation),
      cut(text, 300),
    ),
  'has-body': ({ status, text }) => say(`the response with status ${status} has a body`, 'no body', cut(text, 300)),
  secret: ({ givenBy, path }) =>
    say(
      `the response repeats the secret of ${givenBy} ${path}`,
      `the secret of ${givenBy} ${path} is never returned again`,
      'the response contains it',
    ),
  'left-state': ({ entity, from, to }) => say(`the ${entity} left the state ${from}`, `${from} for good`, to),
  'state-without': ({ entity, state, path }) =>
    say(`the ${entity} is ${state} without ${path}`, `${path} is set`, 'it is missing'),
  immutable: ({ entity, path, expected, actual }) => say(`the ${path} of the ${entity} changed`, expected, actual),
  'foreign-reference': ({ path, entity, id }) =>
    say(
      `${path} names the ${entity} of another organization and is accepted, although an unknown one is refused`,
      'a refusal',
      id,
    ),
  'no-phone-number': ({ refused, actual }) =>
    say(
      `a phone that is not in E.164 form is accepted for sms or voice, although ${refused} is refused`,
      'a refusal',
      actual,
    ),
  'phone-left-out': ({ actual }) =>
    say('rules for sms or voice are kept without a phone, although they were refused without one', 'a refusal', actual),
  'whole-response': ({ outcome, actual }) =>
    say(
      `the snippet of a probe with the outcome ${outcome} is the whole response`,
      'a truncated one',
      `${actual} characters`,
    ),
  unnamed: ({ missing, names, text }) =>
    say(`the refusal does not name ${missing}`, `an error that names ${names.join(', ')}`, cut(text, 300)),
  'raw-message': ({ part, actual }) => say(`the ${part} is not that of a raw message`, RAW_MESSAGE[part], actual),
  'raw-header': ({ part, expected, actual }) =>
    say(`the header ${part} of the raw message is not that of the message`, expected, actual),

  'foreign-contact': ({ actual }) =>
    say('the response contains a contact of another organization', "the organization's own contacts", actual),
  'too-many-services': ({ expected, actual }) =>
    say('the cluster exposes more services than maxServices', `at most ${expected}`, actual),
  'beyond-quota': ({ expected, actual }) =>
    say(
      'there are more than the quota allows, although one was created after it was set',
      `at most ${expected}`,
      actual,
    ),
  lifetime: ({ path, expected, actual }) => say(`${path} is not an hour away`, expected, actual),
  'no-attempt': () => say('an old delivery shows no attempt', 'an attempt', 'none'),
  'never-verified': ({ path, actual }) =>
    say(
      `all records are published and a check was forced long ago, but ${path} is still ${actual}`,
      'verified',
      actual,
    ),
  'accepted-today': ({ path }) => say(`a message was accepted, but ${path} is 0`, 'at least 1', 'none'),
  'unlisted-transition': ({ from, to, listed }) =>
    say(
      `the monitor went from ${from} to ${to}, but no transition records it`,
      `a transition to ${to}`,
      `${listed} transitions`,
    ),
  'newest-transition-lacking': ({ from, to, newest }) =>
    say(
      `the monitor went from ${from} to ${to}, but the list still begins with an earlier transition`,
      `a transition to ${to} first`,
      newest,
    ),
  'no-series': ({ vantage, shown }) =>
    say(
      `${vantage} has sent results, but has no series`,
      'a series for each vantage with data',
      shown.join(', ') || 'none',
    ),
  'page-repeats': ({ id }) => say('the next page repeats a message of an earlier page', 'every message once', id),
  'pages-lack': ({ id }) => say('a message is missing from the pages', 'every message once', id),
  'page-unfiltered': ({ id }) =>
    say('a later page contains a message that the first one keeps out', 'more of the list that was asked for', id),
  'outside-window': ({ window, vantage, actual }) =>
    say(`the metrics of ${vantage} go back more than ${window}`, `points of the last ${window}`, actual),
  scrape: ({ wrong, id }) => SCRAPED[wrong](id),
  'still-on-call': ({ since, actual }) =>
    say(`${SINCE[since]}, and the same person is still on call`, 'the other one', actual),
  'took-over': ({ before, actual }) =>
    say('somebody else is on call, although it was not time to hand over', before, actual),
  usage: ({ path, wrong, before, actual }) => {
    switch (wrong) {
      case 'uncounted':
        return say(`${path} is 0, although images are stored`, 'more than 0', actual)
      case 'miscounted':
        return say(`${path} is not 0, although nothing is stored`, '0', actual)
      case 'stands':
        return say(`${path} is not more than before, although more images are stored`, `more than ${before}`, actual)
      case 'grows':
        return say(`${path} is more than before, although nothing was stored since`, `at most ${before}`, actual)
      case 'falls':
        return say(`${path} is less than before, although nothing was deleted`, `at least ${before}`, actual)
      case 'lingers':
        return say(`${path} is no less than before, although an image has gone`, `less than ${before}`, actual)
      case 'remains':
        return say(`${path} is more than what is left of the images takes`, `at most ${before}`, actual)
    }
  },

  happened: ({ reason }) => say(`happened, although ${reason}`, 'not possible', 'done'),
  'kept-out': ({ event, actual }) => say(KEPT_OUT[event] ?? `${event} is refused without a reason`, 'done', actual),
  'status-page': ({ id, expected, actual }) =>
    say(`the status page shows the incident ${id} differently`, expected ?? 'not visible', actual ?? 'not visible'),
  door: ({ kind, opens, reason }) =>
    opens
      ? say(`${credential(kind)} is accepted, although ${reason}`, 'refused', 'accepted')
      : say(`a valid ${kind.replaceAll('-', ' ')} is refused`, 'accepted', 'refused'),
  suppressed: ({ expected, actual }) =>
    say(
      'the wrong recipients are left out as suppressed',
      expected.join(' ') || 'nobody',
      actual.join(' ') || 'nobody',
    ),
  paged: ({ wrong, expected, actual }) => say(PAGED[wrong], `${expected} pages`, `${actual} pages`),
  'never-arrived': ({ expected, actual }) =>
    say('the API reports deliveries as delivered that never arrived', expected, actual),
  'arrival-untold': ({ states }) =>
    say('a payload arrived and was answered with 200, but no delivery shows it', 'delivered', listed(states)),
  'attempt-untold': () => say('a delivery is delivered without an attempt', 'at least 1', 0),
  'other-status': ({ actual }) => say('a delivery shows a status that the endpoint did not return', 200, actual),
  late: ({ states }) => say('a delivery was not attempted in time', 'an attempt', listed(states)),
  'old-secret': () =>
    say('a payload sent after the rotation is signed with the old secret', 'the new secret', 'the old one'),
  'not-new-secret': () =>
    say(
      'a payload sent after the rotation is not signed with the new secret',
      'the new secret',
      'another one, or none',
    ),
  'secret-of-another': () =>
    say('a payload is signed with the secret of another endpoint', 'its own secret', 'that of another'),
  'secret-of-nobody': () =>
    say('a payload is signed with no secret of the endpoint, though others are', 'its own secret', 'another signature'),
  'sent-to-closed': ({ closed }) => say(`a payload was sent to an endpoint that is ${closed}`, 'nothing', 'a payload'),
  'told-of-another': ({ id, expected, actual }) =>
    say(`fewer payloads tell of message ${id} than deliveries of it arrived`, expected, actual),
  'not-frozen': ({ expected, actual }) =>
    say(
      'the redelivered payload differs from the original',
      `${expected} different payloads`,
      `${actual.length}, the last one ${JSON.stringify(actual.at(-1))}`,
    ),
}

const KEPT_OUT: Readonly<Record<string, string>> = {
  nodeJoins: 'a node with a valid token cannot join',
  alertFires: 'an alert is refused without a reason',
  imagePushed: 'an image is refused without a reason',
}
const PAGED = {
  none: 'nobody was paged, and nothing says why',
  'too few': 'somebody who should have been paged was not',
  'sent without credential': 'a page by sms or voice counts as sent, although there is no provider credential',
  'without a rule': 'somebody whose settings show no rule was paged',
  'too many': 'somebody who should not have been paged was',
} as const

const SCRAPED = {
  elsewhere: (id: string) => say(`the scrape shows the monitor ${id} of another organization`, 'nothing of it', id),
  removed: (id: string) => say(`the scrape still shows the monitor ${id}, which was deleted`, 'nothing of it', id),
  lacks: (id: string) => say(`the scrape lacks the monitor ${id}`, 'its id or its name', 'neither'),
} as const
const RAW_MESSAGE = { 'content type': 'message/rfc822', content: 'header lines, an empty line, the text' } as const
const SINCE = {
  swap: 'the two participants were swapped',
  handoff: 'a handoff was between the two reads',
} as const

const credential = (kind: string): string => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind.replaceAll('-', ' ')}`

const describedBody = (status: number, operation: string): string =>
  status >= 400 ? 'an object with the string field error' : `the body described for ${operation}`
/** What a list holds, by the identifiers of the first few. */
function itemsIn(ids: readonly string[]): string {
  if (ids.length === 0) return 'an empty list'
  const more = ids.length > MOST_IDS ? ', …' : ''
  return `${ids.length === 1 ? '1 item' : `${ids.length} items`}: ${ids.slice(0, MOST_IDS).join(', ')}${more}`
}
const MOST_IDS = 8

const listed = (states: readonly string[]): string => states.join(', ') || 'nothing'

function show(value: unknown): string {
  return cut(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'), 400)
}

/** Describes placeholders for unforeseeable values instead of showing them. */
const inPlainWords = (text: string): string =>
  text.replace(/⟦([^⟧#]*)(?:#\d+)?⟧/g, (_, of: string) =>
    of.startsWith('gap ') ? 'a value of its own choice' : `any ${kindOf(of)}`,
  )

const kindOf = (of: string): string => {
  if (/^(now|time)\b/.test(of)) return 'time'
  if (of.startsWith('secret')) return 'secret'
  const [first = ''] = of.split(' ')
  return /^[A-Z]/.test(of) ? `id of ${/^[AEIOU]/.test(of) ? 'an' : 'a'} ${of}` : first || 'value'
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)
