import { AREAS } from '../../contract/areas.ts'
import { didYouMean } from '../../contract/text/did-you-mean.ts'
import type { Report } from './report.ts'

/**
 * The requirements that a run did not exercise. An area: each of its operations was called. A rule or a checklist line:
 * it decided an answer, and a refusal was the only one that applied.
 */
export function notExercisedOf(report: Report, required: readonly string[]): string[] {
  return required.flatMap((what) => {
    if ((AREAS as readonly string[]).includes(what)) return uncalled(report, what)
    const rules = report.rules.filter(({ id, checklist }) => id === what || checklist.includes(what))
    return rules.some(({ exercised }) => exercised) ? [] : [what]
  })
}

function uncalled({ operations }: Report, area: string): string[] {
  const own = operations.filter((operation) => operation.area === area)
  if (own.length === 0) return [area]
  return own.filter(({ statuses }) => Object.keys(statuses).length === 0).map(({ id }) => `${area}: ${id}`)
}

/** A sentence about a requirement whose name does not exist. */
export function unknownRequirement(
  required: readonly string[],
  rules: readonly { readonly id: string; readonly checklist: readonly string[] }[],
): string | undefined {
  const known = [...AREAS, ...rules.flatMap(({ id, checklist }) => [id, ...checklist])]
  const unknown = required.find((what) => !known.includes(what))
  return (
    unknown &&
    `there is nothing named ${unknown}${didYouMean(unknown, known)}; an area, a rule or a checklist line can be required`
  )
}
