import type { Contract } from '../../src/contract/contract.ts'
import { askedOf, callFinder, type RecordedCall } from '../../src/scenario/recording/recorded-call.ts'
import { jsonOf } from '../../src/scenario/recording/recorded-exchange.ts'
import { leavesOf } from '../../src/scenario/recording/values/known-values.ts'
import type { RecordedEntry } from './recorded-journal.ts'

/**
 * The wanted entries of a long journal, and of those before them only what was about the same things, or about things
 * that these were made with. A journal of a day has thousands of entries about other things.
 */
export function relatedEntries(
  contract: Contract,
  all: readonly RecordedEntry[],
  isWanted: (entry: RecordedEntry) => boolean,
): RecordedEntry[] {
  const find = callFinder(contract)
  const named = new Set<string>()
  const kept = all.toReversed().filter((entry) => {
    const call = find(entry)
    if (!isWanted(entry) && !(call && thingsOf(call).some((id) => named.has(id)))) return false
    for (const name of call ? namesIn(call) : []) named.add(name)
    return true
  })
  return kept.toReversed()
}

/** What a call was about; an event may have made anything that its answer names. */
function thingsOf(call: RecordedCall): string[] {
  const asked = askedOf(call).map((thing) => thing.slice(thing.indexOf(' ') + 1))
  return call.called.source === 'api' ? asked : [...asked, ...namesIn(call), ...textsIn(call.answer)]
}

const namesIn = ({ parameters, exchange }: RecordedCall): string[] => [
  ...Object.values(parameters),
  ...textsIn(jsonOf(exchange.body)),
]

/** In a path a number is text. */
const textsIn = (value: unknown): string[] => leavesOf(value).map(String)
