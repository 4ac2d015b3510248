import type { MustWork, MustWorkEvents } from '../area-judge/must-work.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { Finding } from '../finding/finding.ts'
import type { Caused } from '../shadow/caused.ts'
import { predictions } from './event-predictions.ts'

/** The statuses of the control description for what is not possible, and for what is not known. */
const NOT_POSSIBLE = 409
const NOT_FOUND = 404
/** The same for a body that is not understood, and what many answer then. */
const INVALID = 400
const UNPROCESSABLE = 422

const MUST_WORK: MustWorkEvents = Object.assign({}, ...Object.values(AREA_JUDGES).map(({ mustWork }) => mustWork))

/** A finding if the driver reports that the target refused an event that must work. */
export function judgeRefusal(caused: Caused, error: unknown): Finding[] {
  const { event } = caused
  const must = event === 'listPages' ? undefined : MUST_WORK[event]
  const severity = must && weight(must, error)
  if (!must || !severity || !must.applies(caused)) return []
  if (!predictions(caused).every(({ answer }) => answer !== undefined)) return []
  const fact = { code: 'kept-out', event, actual: (error as Error).message, rules: must.rules } as const
  return [{ ...fact, severity, check: 'outside', operation: event }]
}

/** How much a refusal weighs. "Not found" is only a warning: a driver may say so of an event that it has not built. */
function weight({ evidence }: MustWork, error: unknown): Finding['severity'] | undefined {
  if (hasStatus(error, NOT_FOUND)) return 'warning'
  return evidence === 'impossible' && hasStatus(error, NOT_POSSIBLE) ? 'failure' : undefined
}

/** True if the driver reports that the target itself refused the event. */
export const saysNotPossible = (error: unknown): boolean => hasStatus(error, NOT_POSSIBLE)

/** True if the driver does not know what it was asked for: a component, say, that the target does not have. */
export const isNotUnderstood = (error: unknown): boolean => hasStatus(error, INVALID) || hasStatus(error, UNPROCESSABLE)

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof Error && 'status' in error && error.status === status
