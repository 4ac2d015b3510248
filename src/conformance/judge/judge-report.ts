import { isObject } from '../../contract/json.ts'
import { RULES } from '../../model/model.ts'
import { isOverTooSoon } from '../areas/clusters/client-life.ts'
import { mayStillOpen } from '../areas/clusters/still-open.ts'
import { timelineOn } from '../areas/oncall/checks/internal-timeline.ts'
import { mayBeOffThePage } from '../areas/oncall/off-the-page.ts'
import { holdsTooMuch } from '../areas/registry/images/room.ts'
import { itemsOf } from '../compare/comparison.ts'
import type { Fact } from '../finding/facts.ts'
import type { Finding } from '../finding/finding.ts'
import type { Caused } from '../shadow/caused.ts'
import { rowsOf } from '../shadow/rows.ts'
import { mayHaveEnded } from './end-of-its-own.ts'
import { type Predicted, predictions } from './event-predictions.ts'
import { judgePages } from './judge-pages.ts'

type Item = Readonly<Record<string, unknown>>

type Wrong = Fact & { readonly rules: readonly string[] }

/** Comparisons of the driver's report with the prediction, by outside event. */
const REPORTS: Readonly<Record<string, (predicted: Item, answer: Item, body: unknown) => Wrong | undefined>> = {
  /** The first update makes an incident visible, retracting the last hides it; nothing else is public (On-call 21 and 25). */
  statusPageViewed(predicted, answer) {
    const [want, got] = [pages(predicted), pages(answer)]
    const wrong = [...new Set([...want.keys(), ...got.keys()])].find((id) => want.get(id) !== got.get(id))
    if (wrong === undefined) return undefined
    const incident = { entity: 'OncallIncident', id: wrong, expected: want.get(wrong), actual: got.get(wrong) }
    return { code: 'status-page', ...incident, rules: ['ONC-07'] }
  },
  /** Valid credentials are accepted, and others are not (Authentication, points 4 to 8). */
  credentialUsed(predicted, answer, body) {
    const { accepted: opens } = answer
    if (typeof opens !== 'boolean' || predicted.accepted === opens) return undefined
    const kind = isObject(body) ? String(body.kind) : 'credential'
    return { code: 'door', kind, opens, reason: String(predicted.reason), rules: DOORS[kind] ?? [] }
  },
  /** Suppressed addresses, and no others, are left out (Events, points 1 and 2). */
  messageSent(predicted, answer) {
    const list = (value: unknown) => (Array.isArray(value) ? value.map(String).toSorted() : [])
    const [expected, actual] = [list(predicted.suppressed), list(answer.suppressed)]
    if (expected.join(' ') === actual.join(' ') || !Array.isArray(answer.suppressed)) return undefined
    return { code: 'suppressed', expected, actual, rules: ['EML-13'] }
  },
}

/** The checklist lines about each kind of credential. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  'alert-source': ['ONC-18'],
  'export-token': ['UPT-08'],
  'registry-key': ['REG-10'],
  'login-credential': ['REG-06'],
  'upstream-credential': ['REG-20'],
  'send-key': ['EML-02'],
  'registration-token': ['CLU-13'],
  kubeconfig: ['CLU-10'],
  'personal-token': ['TOK-06'],
}

/**
 * Events that must not be possible: a node with a spent token, a push beyond the quota, a message with a revoked key.
 */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  nodeJoins: ['CLU-11', 'CLU-13'],
  imagePushed: ['REG-10', 'LIM-05'],
  messageSent: ['EML-02', 'EML-20', 'EML-13', 'EML-18'],
  serviceExposed: ['LIM-04'],
}

/** The mistakes in the driver's report, or an event that should not have happened. */
export function judgeReport(caused: Caused): Finding[] {
  const { shadow, event, body, answer } = caused
  if (event === 'listPages') return judgePages(caused)
  const [internal] = event === 'statusPageViewed' ? timelineOn(shadow, answer) : []
  if (internal?.code === 'status-page') return [found(event, internal)]
  if (isOverTooSoon(caused)) {
    const reason = 'another one was good at this age'
    return [found(event, { code: 'door', kind: 'kubeconfig', opens: false, reason, rules: ['CLU-10'] })]
  }
  if (holdsTooMuch(caused)) {
    const reason = 'so much was too much for this registry before'
    const rules = ['registry.quota-per-registry']
    return [found(event, { code: 'happened', reason, names: namesIn(body), rules })]
  }
  const report = REPORTS[event]
  const forbidden = FORBIDDEN[event]
  if (!report && !forbidden) return []
  const possible = predictions(caused)
  const reason = possible.first.impossible
  if (forbidden && reason?.because === 'not-possible' && possible.every(({ impossible }) => impossible !== undefined)) {
    // A reason that is not stated in one of the worlds is none that is stated.
    const isStated =
      event !== 'messageSent' || possible.every(({ impossible }) => impossible?.rules.some(isStatedRule) === true)
    const cited = isStated && reason.rule !== undefined ? [reason.rule] : forbidden
    const happened = found(event, { code: 'happened', reason: reason.message, names: namesIn(body), rules: cited })
    return [{ ...happened, severity: isStated ? 'failure' : 'warning' }]
  }
  if (!report || !isObject(answer)) return []
  const ours = new Set(rowsOf(shadow.world, 'OncallIncident').map(({ id }) => id))
  const known = Array.isArray(answer.incidents)
    ? { ...answer, incidents: answer.incidents.filter((item) => isObject(item) && ours.has(String(item.id))) }
    : answer
  const wrongUnder = ({ answer: predicted }: Predicted) =>
    isObject(predicted) ? report(withoutPast(caused, predicted), known, body) : undefined
  const wrong = wrongUnder(possible.first)
  if (wrong?.code === 'door' && (wrong.opens ? mayStillOpen(caused) : mayHaveEnded(caused))) return []
  return wrong && possible.every((one) => wrongUnder(one) !== undefined) ? [found(event, wrong)] : []
}

/** What a status page has to show: resolved incidents only for as long as the target likes. */
function withoutPast(caused: Caused, predicted: Item): Item {
  if (caused.event !== 'statusPageViewed') return predicted
  const shown = isObject(caused.answer) ? itemsOf(caused.answer.incidents).map(({ id }) => id) : []
  const mayLack = ({ id }: Item) => !shown.includes(id) && mayBeOffThePage(caused, String(id))
  return { ...predicted, incidents: itemsOf(predicted.incidents).filter((one) => !mayLack(one)) }
}

/** Names by which a reason may refer to the subject of the event: ` registry acme`. */
const namesIn = (body: unknown): string[] =>
  Object.entries(isObject(body) ? body : {}).flatMap(([kind, name]) =>
    typeof name === 'string' ? [` ${kind} ${name}`] : [],
  )

/** That a revoked key sends nothing, or nobody beyond the quota, is stated; other reasons to refuse a message are not. */
const isStatedRule = (id: string): boolean => STATED.has(id)
const STATED: ReadonlySet<string> = new Set(
  RULES.flatMap(({ id, provenance }) => (provenance === 'stated' ? [id] : [])),
)

const found = (event: string, wrong: Wrong): Finding => ({
  severity: 'failure',
  check: 'outside',
  operation: event,
  ...wrong,
})

/** The published texts by incident; their order is open. */
function pages({ incidents }: Item): Map<string, string> {
  const list = Array.isArray(incidents) ? incidents.filter(isObject) : []
  return new Map(
    list.map(({ id, updates, timeline }) => {
      const texts = Array.isArray(updates) ? updates.filter(isObject).map(({ body }) => String(body)) : []
      const internal = Array.isArray(timeline) && timeline.length > 0 ? ['its internal timeline'] : []
      return [String(id), [...texts.toSorted(), ...internal].join(' | ')]
    }),
  )
}
