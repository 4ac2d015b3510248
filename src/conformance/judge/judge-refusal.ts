import type { MustWork, MustWorkEvents } from '../area-judge/must-work.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import type { Finding } from '../finding/finding.ts'
import type { Caused } from './caused.ts'
import { predictions } from './event-predictions.ts'

/** The statuses of the control description for what is not possible, and for what is not known. */
const NOT_POSSIBLE = 409
const NOT_FOUND = 404

const MUST_WORK: MustWorkEvents = Object.assign({}, ...Object.values(AREA_JUDGES).map(({ mustWork }) => mustWork))

/** A finding if the driver reports that the target refused an event that must work. */
export function judgeRefusal(caused: Caused, error: unknown): Finding[] {
  const { event } = caused
  const must = event === 'listPages' ? undefined : MUST_WORK[event]
  if (!must || !isEvidence(must, error) || !must.applies(caused)) return []
  if (!predictions(caused).every(({ answer }) => answer !== undefined)) return []
  const fact = { code: 'kept-out', event, actual: (error as Error).message, rules: must.rules } as const
  const severity = must.evidence === 'impossible' ? 'failure' : 'warning'
  return [{ ...fact, severity, check: 'outside', operation: event }]
}

const isEvidence = ({ evidence }: MustWork, error: unknown): boolean =>
  hasStatus(error, evidence === 'impossible' ? NOT_POSSIBLE : NOT_FOUND)

/** True if the driver reports that the target itself refused the event. */
export const saysNotPossible = (error: unknown): boolean => hasStatus(error, NOT_POSSIBLE)

const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof Error && 'status' in error && error.status === status
