import type { Reader } from '../../../world/reader.ts'
import type { IncidentRow } from '../state/index.ts'
import { walkEndsAtAcknowledge } from '../statements/walk.ts'

/** Until someone acknowledges (Endpoints, On-call, operation 19); what resolving does is a gap. */
export function stillWalks(context: Reader, { status, acknowledgedBy }: IncidentRow): boolean {
  if (acknowledgedBy) {
    context.cite(walkEndsAtAcknowledge)
    return false
  }
  return status !== 'resolved' || context.gap('oncall.resolve-stops-walk') === 'go-on'
}
