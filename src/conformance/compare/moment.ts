/** ISO 8601 in both of its forms, or the way databases write it: with a space, with an offset of hours alone. Always with an offset. */
const UNAMBIGUOUS =
  /^(\d{4})(-?)(\d\d)\2(\d\d)[T ](\d\d)(:?)(\d\d)(?:\6(\d\d)(?:[.,](\d+))?)? ?(Z|[+-]\d\d)(?::?(\d\d))?$/

/** The instant of an unambiguous text. Other formats are open. */
export function momentOf(value: unknown): number | undefined {
  const parts = typeof value === 'string' ? UNAMBIGUOUS.exec(value) : null
  if (!parts) return undefined
  const [, year, , month, day, hour, , minute, second = '00', fraction = '0', offset = '', minutes = '00'] = parts
  const zone = offset === 'Z' ? 'Z' : `${offset}:${minutes}`
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}${zone}`)
  return Number.isNaN(ms) ? undefined : ms
}

/** True for a plausible time of an event: a placeholder for "never" is long ago. */
export const isAfterAll = (value: unknown): boolean => (momentOf(value) ?? 0) > LONG_AGO_MS
const LONG_AGO_MS = Date.UTC(2000, 0)
