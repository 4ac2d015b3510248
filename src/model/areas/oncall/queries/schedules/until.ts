import type { Reader } from '../../../../world/reader.ts'
import type { ScheduleRow } from '../../state/index.ts'
import { type OnCall, onCallAt } from './on-call.ts'

/** Until when somebody is on call: to the end of their shift or override, or until anything puts another there. */
export function untilMs(context: Reader, schedule: ScheduleRow, now: OnCall, atMs: number): number {
  if (context.gap('oncall.until') === 'own-end') return now.endMs
  const changes = [now.endMs]
  for (const { span } of context.oldest('OncallOverride', 'parent', schedule.org, schedule.id))
    if (span) changes.push(span.fromMs, span.toMs)
  const later = changes.filter((ms) => ms > atMs).sort((a, b) => a - b)
  return later.find((ms) => onCallAt(context, schedule, ms)?.userId !== now.userId) ?? now.endMs
}
