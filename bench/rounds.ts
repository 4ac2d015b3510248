export const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b)

export const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN

/** The median and, in brackets, from where to where the values go. */
export function shown(values: readonly number[], digits = 0, unit = ''): string {
  const ordered = sorted(values)
  const [least = Number.NaN] = ordered
  return `${median(values).toFixed(digits)}${unit} (${least.toFixed(digits)} to ${(ordered.at(-1) ?? Number.NaN).toFixed(digits)})`
}
