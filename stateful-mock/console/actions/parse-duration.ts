/** The seconds of each unit, with its names; the first is the usual one. */
const UNITS: readonly (readonly [seconds: number, names: readonly string[]])[] = [
  [604_800, ['w', 'week', 'weeks']],
  [86_400, ['d', 'day', 'days']],
  [3_600, ['h', 'hr', 'hrs', 'hour', 'hours']],
  [60, ['m', 'min', 'mins', 'minute', 'minutes']],
  [1, ['s', 'sec', 'secs', 'second', 'seconds']],
]

const PART = /(\d+(?:\.\d+)?)\s*([a-z]+)/g

/**
 * A duration as people write it (`3d 4h`, `90 min`, `1h30m`, `2 weeks`), or in ISO 8601, as the control interface
 * wants it; undefined for what is none.
 */
export function parseDuration(text: string): string | undefined {
  const written = text.trim().toLowerCase()
  if (/^p(?=.)(?:\d+[ymwd])*(?:t(?:\d+[hms])+)?$/.test(written)) return written.toUpperCase()
  if (written.replaceAll(PART, '').replaceAll(/,|\band\b|\s|^\+/g, '') !== '') return undefined
  const seconds = [...written.matchAll(PART)].map(([, number, unit = '']) => {
    const size = UNITS.find(([, names]) => names.includes(unit))?.[0]
    return size === undefined ? Number.NaN : Number(number) * size
  })
  const total = Math.round(seconds.reduce((sum, one) => sum + one, 0))
  return total > 0 ? `PT${total}S` : undefined
}
