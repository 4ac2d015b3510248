import type { Rows } from '../../../../model/world/rows.ts'
import type { Check, Found } from '../../../checks/check.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { isGone, rowsOf } from '../../../shadow/rows.ts'

type Wrong = 'elsewhere' | 'removed' | 'lacks'

/** A check of what a scrape holds. A monitor is recognised by a name that only this sequence gives, or by its id. */
const scraped = (provenance: Check['provenance'], wrongs: readonly Wrong[]): Check<undefined> => ({
  name: 'scrape',
  provenance,
  start: undefined,
  look: (answered) => ({
    found: wrongMonitors(answered).filter((one) => one.code === 'scrape' && wrongs.includes(one.wrong)),
    memory: undefined,
  }),
})

/** A token is of one organization (Authentication, point 7). */
export const scrapeIsOwn = scraped('stated', ['elsewhere'])

/** Removed monitors have no metrics, probed ones have some; everything else about metrics is open. */
export const scrapeIsWhole = scraped('implied', ['removed', 'lacks'])

function wrongMonitors({ operation, received, shadow, request }: Answered): Found[] {
  if (operation.id !== 'scrapeMetrics' || received.status >= 300) return []
  const { salt, world } = shadow
  const token = rowsOf(world, 'UptimeExportToken').find((row) => row.token === request.credential)
  const named = token ? rowsOf(world, 'UptimeMonitor').filter(({ name }) => name.includes(salt)) : []
  return named.flatMap((row): Found[] => {
    const wrong = wrongWith(row, token?.org, received.text)
    return wrong ? [{ code: 'scrape', wrong, id: row.id, rules: ['UPT-08'] }] : []
  })
}

function wrongWith(row: Rows['UptimeMonitor'], org: string | undefined, text: string): Wrong | undefined {
  const isNamed = text.includes(row.name)
  if (row.org !== org) return isNamed ? 'elsewhere' : undefined
  if (isGone(row)) return isNamed ? 'removed' : undefined
  const isProbed = Object.keys(row.standing).length > 0
  return isProbed && !isNamed && !text.includes(row.id) ? 'lacks' : undefined
}
