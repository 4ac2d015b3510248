import { isObject } from '../contract/json.ts'
import type { Finding } from './finding.ts'
import { rowsOf } from './rows.ts'
import type { Shadow } from './shadow.ts'

type Item = Readonly<Record<string, unknown>>

/**
 * How often and whom else is open in part; that nobody is paged for a detached service, after an
 * acknowledgement or before a rule's delay, and that a page is never dropped in silence, is stated
 * (On-call 3, 12 and 19; Events, point 4).
 */
export function judgePages(shadow: Shadow, body: unknown, answer: Item): Finding[] {
  const incidentId = isObject(body) ? body.incidentId : undefined
  const of = (pages: unknown) =>
    Array.isArray(pages) ? pages.filter(isObject).filter((page) => page.incidentId === incidentId).length : 0
  const got = of(answer.pages)
  const wants = [shadow, ...shadow.others].map(({ world }) => of(rowsOf(world, 'Page')))
  const want = Math.max(...wants)
  const tooMany = want < got && (want === 0 || acknowledged(shadow, incidentId))
  if (!tooMany && !(Math.min(...wants) > 0 && got === 0)) return []
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
