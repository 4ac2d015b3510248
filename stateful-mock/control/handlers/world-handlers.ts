import type { Json } from '../../../src/contract/json.ts'
import { organizationsOf } from '../../../src/model/seeds/kit/seed.ts'
import { SEEDS_ON_OFFER } from '../../../src/model/seeds/seeds.ts'
import { worldToJson } from '../../../src/model/world-file.ts'
import { namedActors } from '../../actors/mock-callers.ts'
import { LiveGaps } from '../../gaps/live-gaps.ts'
import type { State } from '../../journal/world-state.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import { isRefused } from '../../world/refused.ts'
import { type ControlHandler, done, not } from './control-handler.ts'
import { shownSandbox } from './sandbox-handlers.ts'

export const listSeeds: ControlHandler = () =>
  done({
    seeds: SEEDS_ON_OFFER.map((seed) => ({ name: seed.name, about: seed.about, organizations: organizationsOf(seed) })),
  })

export const resetWorld: ControlHandler = (sandbox, { body }) => {
  const { seed } = (body ?? {}) as { seed?: string }
  const { sandboxes } = sandbox.mock
  const start = seed === undefined ? undefined : sandboxes.startFrom({ seed })
  if (start && isRefused(start)) return not(start)
  sandboxes.restart(sandbox, start)
  return done(shownSandbox(sandbox))
}

/** The whole world, to start from again another time. */
export const exportWorld: ControlHandler = (sandbox) => {
  const { holder } = sandbox
  const { world } = holder
  return done(shownWorld(sandbox, { ...holder.state, world }, holder.entries))
}

export const importWorld: ControlHandler = (sandbox, { body }) => {
  const { sandboxes } = sandbox.mock
  const start = sandboxes.startFrom({ world: body })
  if (isRefused(start)) return not(start)
  sandboxes.restart(sandbox, start)
  return { status: 204 }
}

/** A state in the form that can be imported. */
export function shownWorld(sandbox: Sandbox, { world, clock, gaps }: State, entry: number) {
  const { contract } = sandbox
  const actors = Object.fromEntries(namedActors(sandbox))
  const values = new LiveGaps(contract.gaps, gaps)
  return worldToJson(world, { clock: clock.mode, actors, gaps: changedGaps(values), entry })
}

/** Those that are not at their default. */
function changedGaps(gaps: LiveGaps): Record<string, Json> {
  const values = [...gaps.contract.definitions].map(([id, gap]) => ({ id, value: gaps.value(id), usual: gap.default }))
  const changed = values.filter(({ value, usual }) => JSON.stringify(value) !== JSON.stringify(usual))
  return Object.fromEntries(changed.map(({ id, value }) => [id, value as Json]))
}
