const UNITS = [
  ['H', 3_600],
  ['M', 60],
  ['S', 1],
] as const

/** A time that a scenario keeps as its distance from now, such as `now+PT2H`. */
export const RELATIVE_TIME = /^now([+-])PT(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,7})S)?$/

export function fromNow(ms: number): string {
  let left = Math.round(Math.abs(ms) / 1_000)
  const parts = UNITS.flatMap(([name, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count > 0 ? [`${count}${name}`] : []
  })
  return `now${ms < 0 ? '-' : '+'}PT${parts.join('') || '0S'}`
}

/** The instant that such a text means, in whole seconds; undefined for any other text. */
export function instantOf(text: string, nowMs: number): string | undefined {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = RELATIVE_TIME.exec(text) ?? []
  if (sign === undefined) return undefined
  const distance = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)
  const ms = Math.floor(nowMs / 1_000) * 1_000 + (sign === '-' ? -distance : distance) * 1_000
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}
