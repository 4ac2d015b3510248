import { organizationsOf } from '../../../src/model/seeds/kit/seed.ts'
import { SEEDS_ON_OFFER } from '../../../src/model/seeds/seeds.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import { sandboxView } from '../../views/sandbox-view.ts'
import { worldView } from '../../views/world-view.ts'
import { isRefused } from '../../world/refused.ts'
import { type ControlAnswer, type ControlHandler, done, not } from './control-handler.ts'
import { goneMeanwhile } from './gone-meanwhile.ts'

export const listSeeds: ControlHandler = () =>
  done({
    seeds: SEEDS_ON_OFFER.map((seed) => ({ name: seed.name, about: seed.about, organizations: organizationsOf(seed) })),
  })

export const resetWorld: ControlHandler = (sandbox, { body }) => {
  const { seed } = (body ?? {}) as { seed?: string }
  const ready = sandbox.mock.sandboxes.ready(seed === undefined ? sandbox.holder.start : { seed })
  return ready ? ready.then(() => goneMeanwhile(sandbox) ?? resetTo(sandbox, seed)) : resetTo(sandbox, seed)
}

function resetTo(sandbox: Sandbox, seed: string | undefined): ControlAnswer {
  const { sandboxes } = sandbox.mock
  const start = seed === undefined ? undefined : sandboxes.startFrom({ seed })
  if (start && isRefused(start)) return not(start)
  sandboxes.restart(sandbox, start)
  return done(sandboxView(sandbox))
}

/** The whole world, to start from again another time. */
export const exportWorld: ControlHandler = (sandbox) => {
  const { holder } = sandbox
  const { world } = holder
  return done(worldView(sandbox, { ...holder.state, world }, holder.entries))
}

export const importWorld: ControlHandler = (sandbox, { body }) => {
  const { sandboxes } = sandbox.mock
  const start = sandboxes.startFrom({ world: body })
  if (isRefused(start)) return not(start)
  sandboxes.restart(sandbox, start)
  return { status: 204 }
}
