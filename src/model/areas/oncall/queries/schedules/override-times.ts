import { temporal } from '#temporal'
import type { Reader } from '../../../../world/reader.ts'
import type { ScheduleRow } from '../../state/index.ts'
import { zoneRun } from './zones.ts'

export interface Span {
  readonly fromMs: number
  /** No longer part of it. */
  readonly toMs: number
}

/** The time span of an override, if its times can be read. */
export function readSpan(
  context: Reader,
  { timezone }: ScheduleRow,
  { startsAt, endsAt }: { readonly startsAt?: string; readonly endsAt?: string },
): Span | undefined {
  const fromMs = readTime(context, timezone, startsAt)
  const toMs = readTime(context, timezone, endsAt)
  return fromMs === undefined || toMs === undefined ? undefined : { fromMs, toMs }
}

function readTime(context: Reader, timezone: string, text = ''): number | undefined {
  const exact = attempt(() => temporal().Instant.from(text).epochMilliseconds)
  if (exact !== undefined) return exact
  const forms = context.gap('oncall.override-time-forms')
  if (forms === 'iso-with-offset') return undefined
  const zone = forms === 'iso-in-utc' ? 'UTC' : zoneRun(timezone)
  return attempt(() => temporal().PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds)
}

/** Temporal throws at texts it cannot read. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
