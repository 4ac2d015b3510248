import { isObject } from '../../contract/json.ts'
import type { ModelRequest } from '../../model/decide.ts'
import type { Received } from '../../target/exchange.ts'
import type { Finding } from '../finding.ts'
import type { Page } from '../shadow.ts'
import type { Thing } from '../things.ts'

/** The page an answer is, when it says how to go on. */
export function pageIn({ json }: Received, things: readonly Thing[]): Page | undefined {
  if (!isObject(json) || typeof json.cursor !== 'string' || json.cursor === '') return undefined
  return { cursor: json.cursor, ids: things.map(({ id }) => id) }
}

/** A page that continues another repeats nothing of it (Endpoints, Email, row 14). */
export function checkPages(
  { operation, query }: ModelRequest,
  things: readonly Thing[],
  before: Page | undefined,
): Finding[] {
  if (query.cursor === undefined || query.cursor !== before?.cursor) return []
  const again = things.find(({ id }) => before.ids.includes(id))
  if (!again) return []
  return [
    {
      severity: 'failure',
      check: 'pages',
      operation: operation.id,
      rules: ['EML-09'],
      subject: again.entity,
      message: `the next page shows the ${again.entity} of the page before again`,
      expected: 'everything once',
      actual: again.id,
    },
  ]
}
