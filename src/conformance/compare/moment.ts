/** ISO 8601, or the way databases write it: with a space, with an offset of hours alone. Always with an offset. */
const UNAMBIGUOUS = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(Z|[+-]\d\d)(?::?(\d\d))?$/

/** The instant of an unambiguous text. Other formats are open. */
export function momentOf(value: unknown): number | undefined {
  const [, day, time, offset = '', minutes = '00'] = (typeof value === 'string' && UNAMBIGUOUS.exec(value)) || []
  if (day === undefined) return undefined
  const ms = Date.parse(`${day}T${time}${offset === 'Z' ? 'Z' : `${offset}:${minutes}`}`)
  return Number.isNaN(ms) ? undefined : ms
}
