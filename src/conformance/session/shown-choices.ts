import type { ChoiceEvidence } from '../finding/finding.ts'

/** The choice of a target in one place. */
export interface ShownChoice {
  /** The values that explain every answer since the last turn. */
  readonly values: ReadonlySet<string>
  /** How often an answer could only be explained by another choice than those before it. */
  readonly turns: number
}

/** Gap -> place -> choice. */
interface Choices {
  readonly choices: Map<string, Map<string, ShownChoice>>
}

/** Narrows down the choice of the target at a gap. */
export function noteChoice({ choices }: Choices, { gap, at, values }: ChoiceEvidence): void {
  const shown: ReadonlySet<string> = new Set(values.map((value) => JSON.stringify(value)))
  const places = choices.get(gap) ?? new Map<string, ShownChoice>()
  const { values: before = shown, turns = 0 } = places.get(at) ?? {}
  const common = before.intersection(shown)
  places.set(at, common.size > 0 ? { values: common, turns } : { values: shown, turns: turns + 1 })
  choices.set(gap, places)
}

/** True if the target was inconsistent at a gap. A single change may be caused by others who use the target. */
export const isContradicted = ({ choices }: Choices, gap: string): boolean =>
  [...(choices.get(gap)?.values() ?? [])].some(({ turns }) => turns > 1)
