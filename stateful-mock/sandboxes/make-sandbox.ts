import type { ActorSeed } from '../../src/model/seed-identities.ts'
import { everyone } from '../actors/mock-callers.ts'
import { ArmedFaults } from '../faults/armed-faults.ts'
import type { LiveGaps } from '../gaps/live-gaps.ts'
import { Remembered } from '../http/answer-cache.ts'
import { RequestLog } from '../http/request-log.ts'
import type { Attendant } from '../scheduler/scheduler.ts'
import type { WorldHolder } from '../world/world-holder.ts'
import type { Mock, Sandbox } from './mock.ts'
import { tellingHeaders } from './significant-headers.ts'

export interface Belongings {
  readonly mock: Mock
  readonly holder: WorldHolder
  readonly createdAtMs: number
  readonly lastUsedAtMs: number
  readonly auth: 'on' | 'off'
  readonly attendant: Attendant
}

/** A sandbox around a world. */
export function makeSandbox(name: string, belongings: Belongings): Sandbox {
  const { mock, holder, auth, attendant, createdAtMs, lastUsedAtMs } = belongings
  const { contract, actors } = mock
  return {
    name,
    mock,
    contract,
    actors,
    holder,
    get seed() {
      return holder.start.seed
    },
    get standIn() {
      return auth === 'off' ? ownerOf(everyone({ actors, seed: holder.start.seed }))?.credential : undefined
    },
    remembered: new Remembered(),
    requests: new RequestLog(),
    faults: new ArmedFaults(),
    attendant,
    happenings: mock.happenings.tellerIn(name),
    tellingHeaders: perVersion(holder.gaps, () => tellingHeaders({ actors, holder })),
    createdAtMs,
    lastUsedAtMs,
  }
}

/** Who stands in for those who do not say who they are. */
const ownerOf = (people: readonly ActorSeed[]): ActorSeed | undefined =>
  people.find(({ role }) => role === 'owner') ?? people[0]

/** Made anew only when the gaps have changed. */
function perVersion<T>(gaps: LiveGaps, make: () => T): () => T {
  let known: { readonly version: number; readonly value: T } | undefined
  return () => {
    if (known?.version !== gaps.version) known = { version: gaps.version, value: make() }
    return known.value
  }
}
