import type { Json } from '../../contract/json.ts'
import type { Report } from './report.ts'

/** A gap that two reports show filled differently. */
export interface DifferingChoice {
  readonly gap: string
  readonly about: string
  readonly a: Json
  readonly b: Json
}

type Observed = Pick<Report, 'observations'>

/** Values that may differ from thing to thing (a name, a prefix) are no choice. */
export function differingChoices(a: Observed, b: Observed): DifferingChoice[] {
  return a.observations.flatMap(({ gap, about, chosenOnce, values }) => {
    const [mine] = values
    const [theirs] = b.observations.find((one) => one.gap === gap)?.values ?? []
    const same = JSON.stringify(mine?.value) === JSON.stringify(theirs?.value)
    return chosenOnce && mine && theirs && !same ? [{ gap, about, a: mine.value, b: theirs.value }] : []
  })
}
