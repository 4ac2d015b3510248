import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import { decide } from '../../model/decide.ts'
import type { Answered } from '../shadow/answered.ts'
import { type Assignment, choicesFor, deviationsFrom, NO_DEVIATION } from '../shadow/choices.ts'
import { follow, type OtherWorld, type Shadow } from '../shadow/shadow.ts'
import { standingFor } from '../shadow/standing.ts'
import { type Explained, matches } from './explain.ts'

/** The other worlds that a request may have led to from a world with these choices, each with its bindings from the response. */
export function hiddenWorlds(
  answered: Answered,
  { outcome: { kind, gaps } }: Pick<Explained, 'outcome'>,
  chosen: Assignment = NO_DEVIATION,
): OtherWorld[] {
  const { contract, shadow, request, org } = answered
  const later = (asked: readonly GapId[]) =>
    asked.filter((gap) => contract.gaps.definitions.get(gap)?.shows === 'later' && !chosen.has(gap))
  const asked = later(gaps)
  if (kind === 'refused' || asked.length === 0) return []
  const worlds: OtherWorld[] = []
  const queue = combinations(contract, shadow, asked, chosen)
  const known = new Set(asked)
  for (let place = 0; place < queue.length && place < MOST; place++) {
    const assignment = queue[place] ?? chosen
    const outcome = decide(shadow.world, request, choicesFor(contract, shadow, assignment))
    const { mismatches, bindings } = matches(answered, outcome, standingFor(shadow, request, org))
    if (outcome.kind === 'refused' || mismatches.length > 0) continue
    const { world } = follow(shadow, outcome.changes, bindings)
    worlds.push({ world, because: [...assignment].map(([gap, value]) => ({ gap, value })) })
    // Another choice may lead to questions that nobody asked before.
    const further = later(outcome.gaps).filter((gap) => !known.has(gap) && !assignment.has(gap))
    queue.push(...combinations(contract, shadow, further, assignment))
  }
  return worlds
}

/** More than any request has; a bound for what nobody foresees. */
const MOST = 256

/** Every assignment with other values at some of these gaps. */
function combinations(contract: Contract, shadow: Shadow, asked: readonly GapId[], chosen: Assignment): Assignment[] {
  let all: Assignment[] = [chosen]
  for (const gap of asked) all = all.flatMap((some) => [some, ...deviationsFrom(contract, shadow, some, [gap])])
  return all.filter(({ size }) => size > chosen.size)
}
