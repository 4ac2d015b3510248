import type { Contract } from '../../src/contract/contract.ts'
import { type Clock, clockOf } from './clock-control.ts'
import { controlClient, type PathFetch } from './control-client.ts'
import { type Actor, actorNamed, type Reached } from './door-actor.ts'
import { type Events, eventsOf } from './event-control.ts'
import { type Faults, faultsOf } from './fault-control.ts'
import { type Gaps, gapsOf } from './gap-control.ts'

/** One world in the hands of a test. */
export interface Steering {
  /** Where the paths of the API begin. */
  readonly url: string
  /** Somebody to call the API as, by name. */
  actor(name: string): Actor
  readonly clock: Clock
  readonly events: Events
  readonly faults: Faults
  readonly gaps: Gaps
  /** Back to what the world came from. */
  reset(): Promise<void>
}

/** How to reach a world: its address for a client, and paths in it without one. */
export interface Reach extends Reached {
  readonly inWorld: PathFetch
}

export function steer(contract: Contract, reach: Reach): Steering {
  const ask = controlClient(reach.inWorld)
  return {
    url: reach.url,
    actor: (name) => actorNamed(reach, name),
    clock: clockOf(ask),
    events: eventsOf(contract, ask),
    faults: faultsOf(ask),
    gaps: gapsOf(ask),
    reset: async () => void (await ask('POST', '/reset')),
  }
}
