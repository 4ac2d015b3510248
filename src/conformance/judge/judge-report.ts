import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import { isObject } from '../../contract/json.ts'
import { Impossible } from '../../model/areas/event-answer.ts'
import { decideEvent } from '../../model/decide.ts'
import type { EventBody, EventName } from '../../model/request/operation-types.ts'
import { choicesFor, deviationsFrom } from '../explain/explain.ts'
import type { Finding } from '../finding/finding.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { judgePages } from './judge-pages.ts'

type Item = Readonly<Record<string, unknown>>

interface Wrong {
  readonly message: string
  readonly rules: readonly string[]
  readonly expected: string
  readonly actual: string
}

/** Outside looks: what the driver reports is held against what the shadow would show. */
const REPORTS: Readonly<Record<string, (predicted: Item, answer: Item, body: unknown) => Wrong | undefined>> = {
  /** The first update makes an incident visible, retracting the last hides it; nothing else is public (On-call 21 and 25). */
  statusPageViewed(predicted, answer) {
    const [want, got] = [pages(predicted), pages(answer)]
    const wrong = [...new Set([...want.keys(), ...got.keys()])].find((id) => want.get(id) !== got.get(id))
    if (wrong === undefined) return undefined
    return {
      message: `the status page shows something else of the incident ${wrong}`,
      rules: ['ONC-07'],
      expected: want.get(wrong) ?? 'not visible',
      actual: got.get(wrong) ?? 'not visible',
    }
  },
  /** What opens a door and what does not (Authentication, points 4 to 8). */
  credentialUsed(predicted, answer, body) {
    if (typeof answer.accepted !== 'boolean' || predicted.accepted === answer.accepted) return undefined
    const kind = isObject(body) ? String(body.kind) : 'credential'
    return {
      message: answer.accepted
        ? `a ${kind} opens the door, though ${String(predicted.reason)}`
        : `a ${kind} that is good does not open the door`,
      rules: DOORS[kind] ?? [],
      expected: predicted.accepted ? 'accepted' : 'refused',
      actual: answer.accepted ? 'accepted' : 'refused',
    }
  },
  /** Suppressed addresses, and no others, are left out (Events, points 1 and 2). */
  messageSent(predicted, answer) {
    const list = (value: unknown) => (Array.isArray(value) ? value.map(String).toSorted().join(' ') : '')
    const [want, got] = [list(predicted.suppressed), list(answer.suppressed)]
    if (want === got || !Array.isArray(answer.suppressed)) return undefined
    return {
      message: 'other recipients are left out as suppressed',
      rules: ['EML-11'],
      expected: want || 'nobody',
      actual: got || 'nobody',
    }
  },
}

/** The checklist line each credential is held against. */
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

/** What must not be possible: a node with a spent token, a push beyond the quota, a message with a revoked key. */
const FORBIDDEN: Readonly<Record<string, readonly string[]>> = {
  nodeJoins: ['CLU-11', 'CLU-13'],
  imagePushed: ['REG-10', 'LIM-05'],
  messageSent: ['EML-02', 'EML-11'],
  serviceExposed: ['LIM-04'],
}

/** That a revoked key sends no more is stated; what else keeps mail from being sent is implied (EML-02, EML-20). */
const REVOKED = /\brevoked$/

export function judgeReport(
  contract: Contract,
  shadow: Shadow,
  event: EventName,
  org: string,
  body: unknown,
  answer: unknown,
): Finding[] {
  if (event === ('listPages' as EventName)) return isObject(answer) ? judgePages(shadow, body, answer) : []
  const report = REPORTS[event]
  const forbidden = FORBIDDEN[event]
  if (!report && !forbidden) return []
  const possible = predictions(contract, shadow, event, org, body)
  const reason = possible.first.impossible
  if (forbidden && reason?.because === 'not-possible' && possible.every(({ impossible }) => impossible !== undefined))
    return [
      {
        ...found(event, {
          message: `happened, though ${reason.message}`,
          rules: forbidden,
          expected: 'not possible',
          actual: 'done',
        }),
        severity: event === 'messageSent' && !REVOKED.test(reason.message) ? 'warning' : 'failure',
      },
    ]
  if (!report || !isObject(answer)) return []
  const ours = new Set(rowsOf(shadow.world, 'OncallIncident').map(({ id }) => id))
  const known = Array.isArray(answer.incidents)
    ? { ...answer, incidents: answer.incidents.filter((item) => isObject(item) && ours.has(String(item.id))) }
    : answer
  const wrongUnder = ({ answer: predicted }: Predicted) =>
    isObject(predicted) ? report(predicted, known, body) : undefined
  const wrong = wrongUnder(possible.first)
  return wrong && possible.every((one) => wrongUnder(one) !== undefined) ? [found(event, wrong)] : []
}

/**
 * The target kept out what it had to let in: a node with a token that is good, at a cluster that has let one in
 * before, so that it is ready (Authentication, point 8). Without a token, and for other events, a refusal may be the
 * driver's own affair.
 */
export function judgeRefusal(
  contract: Contract,
  shadow: Shadow,
  event: EventName,
  org: string,
  body: unknown,
  error: unknown,
): Finding[] {
  if (event !== 'nodeJoins' || !isObject(body) || body.token === undefined) return []
  const refused = error instanceof Error && 'status' in error && error.status === NOT_POSSIBLE
  const ready = rowsOf(shadow.world, 'Node').some((row) => 'cluster' in row && row.cluster === body.cluster)
  if (!refused || !ready) return []
  const possible = predictions(contract, shadow, event, org, body)
  if (!possible.every(({ answer }) => answer !== undefined)) return []
  return [
    found(event, {
      message: 'a node with a token that is good is not let in',
      rules: FORBIDDEN.nodeJoins ?? [],
      expected: 'the node joins',
      actual: error.message,
    }),
  ]
}

/** What the control description has a driver answer to what cannot happen as things are. */
const NOT_POSSIBLE = 409

/** Whether nothing the model knows lets this happen. */
export function isImpossible(
  contract: Contract,
  shadow: Shadow,
  event: EventName,
  org: string,
  body: unknown,
): boolean {
  return predictions(contract, shadow, event, org, body).first.impossible !== undefined
}

interface Predicted {
  readonly answer?: unknown
  readonly impossible?: Impossible
}

/**
 * What the event would answer as far as the target is known, and with one open point at a time filled otherwise. The
 * first speaks for itself as a rule, so the others are worked out when they are asked for.
 */
interface Predictions {
  readonly first: Predicted
  every(holds: (one: Predicted) => boolean): boolean
}

function predictions(contract: Contract, shadow: Shadow, event: EventName, org: string, body: unknown): Predictions {
  const consulted = new Set<GapId>()
  const under = (world: Shadow['world'], assignment: Parameters<typeof choicesFor>[2]): Predicted => {
    const choices = choicesFor(contract, shadow, assignment)
    const value: typeof choices.value = (id) => {
      consulted.add(id)
      return choices.value(id)
    }
    try {
      const given = { name: event, org, body: body as EventBody<EventName> }
      return { answer: decideEvent(world, given, { ...choices, value }).answer }
    } catch (error) {
      return error instanceof Impossible ? { impossible: error } : {}
    }
  }
  const worlds = [shadow.world, ...shadow.others.map(({ world }) => world)]
  const first = under(shadow.world, new Map())
  function* all() {
    yield first
    for (const { world } of shadow.others) yield under(world, new Map())
    for (const assignment of [...deviationsFrom(contract, shadow, new Map(), [...consulted])])
      for (const world of worlds) yield under(world, assignment)
  }
  return { first, every: (holds) => all().every(holds) }
}

const found = (event: string, wrong: Wrong): Finding => ({
  severity: 'failure',
  check: 'outside',
  operation: event,
  subject: wrong.message.replace(/ (incident|node|registry) \S+/, ''),
  ...wrong,
})

/** Incident -> the texts published about it; in what order is open. */
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
