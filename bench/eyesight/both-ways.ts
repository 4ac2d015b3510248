import { lookAtAll } from './look-at-all.ts'
import { type Fault, type Seen, writePage } from './table.ts'

export const MOST_REQUESTS = Number(process.env.MOST_REQUESTS ?? 5000)
export const SEED = 11

const BLACK_BOX = '--black-box'

interface Study<F> {
  readonly faults: readonly F[]
  look(fault: F, driven: boolean): Promise<Seen>
  /** Whether it can be seen without outside events. */
  readonly byApiAlone: (fault: F) => boolean
  readonly page: { readonly file: string; readonly title: string; readonly about: readonly string[] }
}

/**
 * With the driver, and without any. What stands on the command line is what the names of faults begin with: then only
 * those are looked at, with the driver or, with `--black-box`, without, and no page is written.
 */
export async function lookBothWays<F extends Pick<Fault, 'name'>>(study: Study<F>): Promise<void> {
  const { faults, look, byApiAlone, page } = study
  const blackBox = process.argv.includes(BLACK_BOX)
  const prefixes = process.argv.slice(2).filter((one) => one !== BLACK_BOX)
  const chosen = faults.filter(({ name }) => prefixes.length === 0 || prefixes.some((one) => name.startsWith(one)))
  const withDriver = await lookAtAll(chosen, (fault) => look(fault, !blackBox))
  if (prefixes.length > 0) return
  const without = await lookAtAll(chosen.filter(byApiAlone), (fault) => look(fault, false))
  writePage({
    ...page,
    tables: [
      { heading: 'With the driver', rows: withDriver },
      { heading: 'Black box: no driver; what needs outside events is left out', rows: without },
    ],
  })
}
