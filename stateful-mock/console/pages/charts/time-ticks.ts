const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const STEPS = [1, 5, 10, 15, 30]
  .map((step) => step * MINUTE)
  .concat(
    [1, 3, 6, 12].map((step) => step * HOUR),
    [1, 2, 7, 30].map((step) => step * DAY),
  )

export interface Tick {
  readonly ms: number
  readonly label: string
}

/** Round times of a span to write below a chart, at most as many as there is room for. */
export function timeTicks(firstMs: number, lastMs: number, most: number): readonly Tick[] {
  const count = (step: number) => Math.floor(lastMs / step) - Math.ceil(firstMs / step) + 1
  const step = STEPS.find((one) => count(one) <= most) ?? STEPS.at(-1) ?? DAY
  const first = Math.ceil(firstMs / step)
  return Array.from({ length: Math.max(0, count(step)) }, (_, index) => {
    const ms = (first + index) * step
    return { ms, label: labelOf(ms, step) }
  })
}

function labelOf(ms: number, step: number): string {
  const date = new Date(ms)
  if (step < DAY) return date.toISOString().slice(11, 16)
  return `${date.getUTCDate()} ${date.toLocaleString('en', { month: 'short', timeZone: 'UTC' })}`
}
