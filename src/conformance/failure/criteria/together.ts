import { isBoundToNext } from '../../step/step.ts'
import { type Failed, type Look, stepName } from './failed.ts'

/** Criteria over the statuses of requests sent at the same time; the last one's body cannot be judged. */
export const fitsTogether: Look<Failed['finding']['code']> = ({ finding, sequence }) => {
  const holds = HOLDS[finding.code]
  return holds && [{ condition: statusesOf(sequence).map(holds.each).join(holds.joined) }]
}

const HOLDS: Partial<
  Record<Failed['finding']['code'], { readonly each: (status: string) => string; readonly joined: ' || ' | ' && ' }>
> = {
  // At least one is refused.
  accepted: { each: (status) => `${status} >= 400`, joined: ' || ' },
  // At least one is taken.
  refused: { each: (status) => `${status} < 300`, joined: ' || ' },
  status: { each: (status) => `${status} < 300`, joined: ' || ' },
  'server-error': { each: (status) => `${status} < 500`, joined: ' && ' },
}

/** The status of the last step, and of those that were sent with it. */
function statusesOf({ steps }: Failed['sequence']): string[] {
  const last = steps.length - 1
  const alone = steps.slice(0, last).findLastIndex((step) => !isBoundToNext(step))
  const before = Array.from({ length: last - alone - 1 }, (_, place) => alone + 1 + place)
  return ['$statusCode', ...before.map((index) => `$steps.${stepName(index)}.outputs.status`)]
}
