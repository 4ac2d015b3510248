import fc from 'fast-check'
import { loadContract } from '../../src/contract/contract.ts'
import type { GapId } from '../../src/contract/generated/gaps.ts'
import source from '../../src/contract/generated/spec.js'
import type { Json } from '../../src/contract/json.ts'
import { possibleValues } from '../../src/contract/schema/possible-values.ts'
import { OTHER_VALUES } from './other-values.ts'

type Choices = Readonly<Record<string, Json>>

/** Gaps whose other values make an implementation that the judge cannot even talk to, or that it cannot be told from. */
const LEFT_OUT: ReadonlySet<string> = new Set<string>()

/**
 * As few sets of choices as it takes for every value of every enumerated gap to occur in one of them: as many as the
 * gap with the most values has, each gap going round its own.
 */
export function coveringChoices(): Choices[] {
  const open = openGaps()
  const most = Math.max(...open.map(({ values }) => values.length))
  return Array.from({ length: most }, (_, set) =>
    Object.fromEntries(open.map(({ id, values }) => [id, values[set % values.length] as Json])),
  )
}

/** One value of every gap, by chance: combinations that nobody has thought of. */
export function drawnChoices(seed: number): Choices {
  const all = [...openGaps(), ...uncountable()]
  const drawn = fc.sample(fc.tuple(...all.map(({ values }) => fc.constantFrom(...values))), { seed, numRuns: 1 })
  return Object.fromEntries(all.map(({ id }, place) => [id, drawn[0]?.[place] as Json]))
}

/** The gaps whose values cannot be counted up, with the value by default and two others. */
function uncountable() {
  const { definitions } = loadContract(source).gaps
  return Object.entries(OTHER_VALUES).map(([id, others]) => ({
    id,
    values: [definitions.get(id as GapId)?.default as Json, ...others],
  }))
}

function openGaps(): readonly { readonly id: string; readonly values: readonly Json[] }[] {
  return [...loadContract(source).gaps.definitions]
    .map(([id, { schema }]) => ({ id, values: possibleValues(schema) }))
    .filter(({ id, values }) => values.length > 0 && !LEFT_OUT.has(id))
}

/** Other values for all gaps whose values cannot be counted up, in two sets. */
export function otherChoices(set: 0 | 1): Choices {
  return Object.fromEntries(Object.entries(OTHER_VALUES).map(([id, values]) => [id, values[set]]))
}
