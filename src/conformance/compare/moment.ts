/** The instant of an unambiguous text: ISO 8601 with an offset. Other formats are open. */
export function momentOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(value))
    return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}
