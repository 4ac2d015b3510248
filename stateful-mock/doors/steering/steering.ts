import type { Contract } from '../../../src/contract/contract.ts'
import { type Clock, clockOf } from './clock-control.ts'
import type { ControlBody } from './control-body.ts'
import { controlClient, type PathFetch } from './control-client.ts'
import { type Actor, actorNamed, type Reached } from './door-actor.ts'
import { type Events, eventsOf } from './event-control.ts'
import { type Faults, faultsOf } from './fault-control.ts'
import { type Gaps, gapsOf } from './gap-control.ts'
import { type SandboxLog, sandboxLogOf } from './sandbox-log.ts'

/** One world in the hands of a test. */
export interface Steering extends SandboxLog {
  /** The base URL of the API. */
  readonly url: string
  /** Somebody to call the API as, by name. */
  actor(name: string): Actor
  readonly clock: Clock
  readonly events: Events
  readonly faults: Faults
  readonly gaps: Gaps
  /** Moves the clock forward by an ISO 8601 duration such as PT5M: short for `clock.advance`. */
  advance(by: string): ReturnType<Clock['advance']>
  /** Undoes the last action, or this many, or as given, together with everything after it, including moves of the clock. */
  undo(what?: number | ControlBody<'undoJournal'>): Promise<void>
  /** Back to what the world came from. */
  reset(): Promise<void>
}

/** The access to a world: its address for a client, and paths in it without one. */
export interface Reach extends Reached {
  readonly inWorld: PathFetch
}

export function steer(contract: Contract, reach: Reach): Steering {
  const ask = controlClient(reach.inWorld)
  const { clock, announce } = clockOf(ask)
  const goBack = async (path: string, body?: unknown) => {
    await ask('POST', path, body)
    await announce()
  }
  return {
    url: reach.url,
    actor: (name) => actorNamed(reach, name),
    clock,
    events: eventsOf(contract, ask),
    faults: faultsOf(ask),
    gaps: gapsOf(ask),
    ...sandboxLogOf(contract, ask),
    advance: clock.advance,
    undo: (what = 1) => goBack('/journal/undo', typeof what === 'number' ? { actions: what } : what),
    reset: () => goBack('/reset'),
  }
}
