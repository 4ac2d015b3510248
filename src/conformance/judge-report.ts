import type { Contract } from '../contract/contract.ts'
import { isObject } from '../contract/json.ts'
import { decideEvent } from '../model/decide.ts'
import type { EventBody, EventName } from '../model/operation-types.ts'
import { choicesFor } from './explain.ts'
import type { Finding } from './finding.ts'
import { rowsOf } from './rows.ts'
import type { Shadow } from './shadow.ts'

type Item = Readonly<Record<string, unknown>>

/** Outside looks: what the driver reports is held against what the shadow would show. */
const REPORTS: Readonly<
  Record<
    string,
    (
      predicted: Item,
      answer: Item,
    ) => { message: string; rules: readonly string[]; expected: string; actual: string } | undefined
  >
> = {
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
  /** After revocation the door is closed (Authentication, points 6 and 7). */
  credentialUsed(predicted, answer) {
    if (predicted.accepted !== false || answer.accepted !== true) return undefined
    return {
      message: 'a revoked credential still opens the door',
      rules: ['ONC-18', 'UPT-08'],
      expected: 'refused',
      actual: 'accepted',
    }
  },
}

export function judgeReport(
  contract: Contract,
  shadow: Shadow,
  event: EventName,
  org: string,
  body: unknown,
  answer: unknown,
): Finding[] {
  if (!isObject(answer)) return []
  if (event === ('listPages' as EventName)) return judgePages(shadow, body, answer)
  const report = REPORTS[event]
  if (!report) return []
  const { answer: predicted } = decideEvent(
    shadow.world,
    { name: event, org, body: body as EventBody<EventName> },
    choicesFor(contract, shadow),
  )
  const ours = new Set(rowsOf(shadow.world, 'OncallIncident').map(({ id }) => id))
  const known = Array.isArray(answer.incidents)
    ? { ...answer, incidents: answer.incidents.filter((item) => isObject(item) && ours.has(String(item.id))) }
    : answer
  const wrong = isObject(predicted) ? report(predicted, known) : undefined
  return wrong
    ? [
        {
          severity: 'failure',
          check: 'outside',
          operation: event,
          subject: wrong.message.replace(/ incident \S+$/, ''),
          ...wrong,
        },
      ]
    : []
}

/**
 * How often and whom else is open in part; that nobody is paged for a detached service, after an
 * acknowledgement or before a rule's delay, and that a page is never dropped in silence, is stated
 * (On-call 3, 12 and 19; Events, point 4).
 */
function judgePages(shadow: Shadow, body: unknown, answer: Item): Finding[] {
  const incidentId = isObject(body) ? body.incidentId : undefined
  const of = (pages: unknown) =>
    Array.isArray(pages) ? pages.filter(isObject).filter((page) => page.incidentId === incidentId).length : 0
  const [want, got] = [of(rowsOf(shadow.world, 'Page')), of(answer.pages)]
  const tooMany = want < got && (want === 0 || acknowledged(shadow, incidentId))
  if (!tooMany && !(want > 0 && got === 0)) return []
  return [
    {
      severity: 'failure',
      check: 'outside',
      operation: 'listPages',
      rules: ['ONC-13', 'ONC-14', 'ONC-16'],
      subject: tooMany ? 'too many' : 'none',
      message: tooMany ? 'somebody was paged who should not have been' : 'nobody was paged, and nothing says why',
      expected: `${want} pages`,
      actual: `${got} pages`,
    },
  ]
}

const acknowledged = (shadow: Shadow, id: unknown): boolean =>
  rowsOf(shadow.world, 'OncallIncident').some(
    (row) => row.id === id && 'status' in row && row.status === 'acknowledged',
  )

/** Incident -> the texts published about it; in what order is open. */
function pages({ incidents }: Item): Map<string, string> {
  const list = Array.isArray(incidents) ? incidents.filter(isObject) : []
  return new Map(
    list.map(({ id, updates }) => {
      const texts = Array.isArray(updates) ? updates.filter(isObject).map(({ body }) => String(body)) : []
      return [String(id), texts.toSorted().join(' | ')]
    }),
  )
}
