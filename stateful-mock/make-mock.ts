import { loadContract } from '../src/contract/contract.ts'
import source from '../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../src/contract/profile.ts'
import type { ActorSeed } from '../src/model/seed-identities.ts'
import type { Seed } from '../src/model/seeds/seed.ts'
import { SEEDS, seedNamed } from '../src/model/seeds/seeds.ts'
import { profileActors } from './actors.ts'
import { everyone } from './callers.ts'
import type { ClockSetting } from './clock.ts'
import { Remembered } from './http/remembered.ts'
import { tellingHeaders } from './http/telling-headers.ts'
import { parseInstant } from './instant.ts'
import { LiveGaps } from './live-gaps.ts'
import type { Mock } from './mock.ts'
import type { MockOptions } from './mock-options.ts'
import { RequestLog } from './request-log.ts'
import { startWorld } from './start-world.ts'
import { WorldHolder } from './world-holder.ts'

/** A mock without sockets. */
export function makeMock(options: MockOptions): Mock {
  const { profile = EMPTY_PROFILE, host = '127.0.0.1', realNow = Date.now } = options
  const seed = seedFor(options.seed)
  const contract = loadContract(source, profile)
  const gaps = new LiveGaps(contract.gaps)
  const actors = profileActors(profile, gaps.value('general.credential-transport'))
  const holder = new WorldHolder({
    start: (nowMs) => startWorld({ seed, actors, profile }, nowMs, gaps),
    clock: clockSetting(options.clock ?? 'real'),
    gaps,
    realNow,
  })
  return {
    contract,
    holder,
    actors,
    standIn: options.auth === 'off' ? ownerOf(everyone({ actors, seed }))?.credential : undefined,
    remembered: new Remembered(),
    requests: new RequestLog(),
    tellingHeaders: perVersion(gaps, () => tellingHeaders({ actors, holder })),
    version: options.version ?? 'unknown',
    host,
    startedAtMs: realNow(),
    realNow,
    seed,
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

function clockSetting(clock: NonNullable<MockOptions['clock']>): ClockSetting {
  if (clock === 'real' || clock === 'frozen') return { mode: clock }
  const text = typeof clock === 'string' ? clock : clock.frozenAt
  const atMs = parseInstant(text)
  if (atMs === undefined) throw new RangeError(`${text} is not an ISO 8601 instant`)
  return { mode: typeof clock === 'string' ? 'set' : 'frozen', atMs }
}

function seedFor(wanted: MockOptions['seed'] = SEEDS[0]): Seed {
  const seed = typeof wanted === 'string' ? seedNamed(wanted) : wanted
  if (!seed) throw new RangeError(`there is no seed ${String(wanted)}`)
  return seed
}
