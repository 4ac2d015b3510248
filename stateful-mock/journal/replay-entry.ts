import type { Contract } from '../../src/contract/contract.ts'
import { fireDue } from '../../src/model/advance.ts'
import { decide, decideEvent, type Outcome } from '../../src/model/decide.ts'
import { EVERYWHERE } from '../../src/model/identity/identity.ts'
import { offerAnew } from '../../src/model/seeds/kit/platform.ts'
import { getRow } from '../../src/model/table/table.ts'
import { apply, type Change, type World } from '../../src/model/world/world.ts'
import { LiveGaps, withGap } from '../gaps/live-gaps.ts'
import type { Entry } from './entry.ts'
import { decideResult } from './outbound-result.ts'
import type { WorldState } from './world-state.ts'

/** An entry that happened again. */
export interface Replayed {
  readonly before: WorldState
  readonly after: WorldState
  readonly changes: readonly Change[]
  /** The outcome of a request. */
  readonly outcome?: Outcome
  /** The answer of an event. */
  readonly answer?: unknown
}

/** Applies an input to a state. Pure: nothing is sent, no listener is called. */
export function replayEntry(before: WorldState, { atMs, input }: Entry, contract: Contract): Replayed {
  const world: World = before.world.nowMs === atMs ? before.world : { ...before.world, nowMs: atMs }
  const gaps = new LiveGaps(contract.gaps, before.gaps)
  const become = (changes: readonly Change[], more: Partial<Replayed> = {}): Replayed => ({
    before,
    after: { ...before, world: apply(world, changes) },
    changes,
    ...more,
  })
  switch (input.kind) {
    case 'request': {
      const outcome = decide(world, input.request, gaps)
      return become(outcome.changes, { outcome })
    }
    case 'event': {
      const { name, org, body } = input
      const { answer, changes } = decideEvent(world, { name, org, body: body as never }, gaps)
      return become(changes, { answer })
    }
    case 'outbound': {
      const { name, org, body } = input
      return become(decideResult(world, { name, org, body: body as never }, gaps))
    }
    case 'timer': {
      const due = getRow(world.tables.Due, [EVERYWHERE, input.due])
      if (!due) return become([])
      const fired = fireDue(world, due, gaps)
      return { before, after: { ...before, world: fired.world }, changes: fired.changes }
    }
    case 'clock':
      return { before, after: { ...before, world, clock: input.clock }, changes: [] }
    case 'gap': {
      const set = withGap(before.gaps, input.name, input.value)
      const offered = offerAnew(world, new LiveGaps(contract.gaps, set), input.name)
      return { before, after: { ...before, world: offered, gaps: set }, changes: [] }
    }
  }
}
