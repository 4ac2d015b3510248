import { temporal } from '#temporal'
import type { Reader } from '../../../../world/reader.ts'

const NAME = /^[A-Za-z][A-Za-z0-9_+/-]*$/
const OFFSET = /^[+-]\d{2}(:?\d{2})?$/

/** True if a schedule accepts a time zone. */
export function zoneTaken(context: Reader, zone: string): boolean {
  const forms = context.gap('oncall.timezone-forms')
  if (forms === 'any') return true
  return zoneKnown(zone) && (NAME.test(zone) || forms === 'iana-and-offset')
}

/** The zone a schedule runs in: an unknown one was only taken where any is. */
export const zoneRun = (zone: string): string => (zoneKnown(zone) ? zone : 'UTC')

/** The last one asked about: mostly it is the same again, and finding out takes a while. */
let last = { zone: 'UTC', known: true }

function zoneKnown(zone: string): boolean {
  if (last.zone !== zone) last = { zone, known: isZone(zone) }
  return last.known
}

function isZone(zone: string): boolean {
  if (!NAME.test(zone) && !OFFSET.test(zone)) return false
  try {
    temporal().Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
    return true
  } catch {
    return false
  }
}
