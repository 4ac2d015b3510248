import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import { decide, type ModelRequest, type Outcome } from '../../model/decide.ts'
import { follow, type OtherWorld, type Shadow } from '../shadow/shadow.ts'
import { choicesFor, deviationsFrom } from './explain.ts'

/** The worlds a request may have led to besides the one that is believed. */
export function hiddenWorlds(
  contract: Contract,
  shadow: Shadow,
  request: ModelRequest,
  { gaps, kind }: Outcome,
  bindings: Parameters<typeof follow>[2],
): OtherWorld[] {
  const asked = gaps.filter((gap) => contract.gaps.definitions.get(gap)?.shows === 'later')
  if (kind === 'refused' || asked.length === 0) return []
  return combinations(contract, shadow, asked).flatMap((assignment) => {
    const outcome = decide(shadow.world, request, choicesFor(contract, shadow, assignment))
    if (outcome.kind === 'refused') return []
    const { world } = follow(shadow, outcome.changes, bindings)
    return [{ world, because: [...assignment].map(([gap, value]) => ({ gap, value })) }]
  })
}

/** Every way to choose otherwise at some of these points. */
function combinations(contract: Contract, shadow: Shadow, asked: readonly GapId[]): ReadonlyMap<GapId, Json>[] {
  let all: ReadonlyMap<GapId, Json>[] = [new Map()]
  for (const gap of asked) all = all.flatMap((chosen) => [chosen, ...deviationsFrom(contract, shadow, chosen, [gap])])
  return all.filter(({ size }) => size > 0)
}
