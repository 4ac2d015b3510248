import type { Json } from '../../src/contract/json.ts'
import { worldToJson } from '../../src/model/world-file.ts'
import { namedActors } from '../actors/mock-callers.ts'
import { LiveGaps } from '../gaps/live-gaps.ts'
import type { WorldState } from '../journal/world-state.ts'
import type { Sandbox } from '../sandboxes/mock.ts'

/** The state of a sandbox in the form that can be imported. */
export function worldView(sandbox: Sandbox, { world, clock, gaps }: WorldState, entry: number) {
  const { contract } = sandbox
  const actors = Object.fromEntries(namedActors(sandbox))
  const values = new LiveGaps(contract.gaps, gaps)
  return worldToJson(world, { clock: clock.mode, actors, gaps: changedGaps(values), entry })
}

/** Gaps that do not have their default value. */
function changedGaps(gaps: LiveGaps): Record<string, Json> {
  const values = [...gaps.contract.definitions].map(([id, gap]) => ({ id, value: gaps.value(id), usual: gap.default }))
  const changed = values.filter(({ value, usual }) => JSON.stringify(value) !== JSON.stringify(usual))
  return Object.fromEntries(changed.map(({ id, value }) => [id, value as Json]))
}
