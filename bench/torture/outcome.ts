/** The attempts of a torture test, and what failed. */
export interface Outcome {
  readonly tried: number
  /** Number of times that each thing occurred, by name. */
  readonly counts: Readonly<Record<string, number>>
  /** Failures, one sentence each. */
  readonly found: readonly string[]
}

/** Counts by name. */
export class Tally {
  readonly counts: Record<string, number> = {}

  add(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }
}

const MOST_SHOWN = 20

/** The outcome in words, for whoever ran the bench. */
export function outcomeText(what: string, { tried, counts, found }: Outcome): string {
  const held = Object.entries(counts).map(([name, count]) => `  ${name}: ${count}`)
  const shown = found.slice(0, MOST_SHOWN).map((sentence) => `  found: ${sentence}`)
  return [`${what}: ${tried} tried, ${found.length} found`, ...held, ...shown].join('\n')
}
