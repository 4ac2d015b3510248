import type { ActorSeed } from '../../src/model/access/seed-identities.ts'
import { actorsAtStart } from '../actors/mock-callers.ts'
import { ArmedFaults } from '../faults/armed-faults.ts'
import type { LiveGaps } from '../gaps/live-gaps.ts'
import { AnswerCache } from '../http/answer-cache.ts'
import { RequestLog } from '../http/request-log.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import type { WorldHolder } from '../world/world-holder.ts'
import type { Mock, Sandbox } from './mock.ts'
import { significantHeaders } from './significant-headers.ts'

export interface SandboxParts {
  readonly mock: Mock
  readonly holder: WorldHolder
  readonly createdAtMs: number
  readonly lastUsedAtMs: number
  readonly auth: 'on' | 'off'
  readonly scheduler: Scheduler
}

/** A sandbox around a world. */
export function makeSandbox(name: string, parts: SandboxParts): Sandbox {
  const { mock, holder, auth, scheduler, createdAtMs, lastUsedAtMs } = parts
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
    get defaultCredential() {
      return auth === 'off' ? ownerOf(actorsAtStart({ actors, seed: holder.start.seed }))?.credential : undefined
    },
    answerCache: new AnswerCache(mock.platform.byteLength),
    requestLog: new RequestLog(mock.requestLogBytes),
    faults: new ArmedFaults(),
    scheduler,
    events: mock.eventBus.publisherFor(name),
    significantHeaders: perVersion(holder.gaps, () => significantHeaders({ actors, holder })),
    createdAtMs,
    lastUsedAtMs,
    openStreams: 0,
  }
}

/** The actor for callers who send no credential. */
const ownerOf = (people: readonly ActorSeed[]): ActorSeed | undefined =>
  people.find(({ role }) => role === 'owner') ?? people[0]

/** Rebuilt only if the gaps have changed. */
function perVersion<T>(gaps: LiveGaps, make: () => T): () => T {
  let known: { readonly version: number; readonly value: T } | undefined
  return () => {
    if (known?.version !== gaps.version) known = { version: gaps.version, value: make() }
    return known.value
  }
}
