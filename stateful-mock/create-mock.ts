import { type Contract, loadContract } from '../src/contract/contract.ts'
import source from '../src/contract/generated/spec.js'
import { EMPTY_PROFILE, type Profile } from '../src/contract/profile.ts'
import { SEEDS, seedNamed } from '../src/model/seeds/seeds.ts'
import { profileActors } from './actors.ts'
import { callersOf, everyone, type MockCaller } from './callers.ts'
import type { ClockSetting } from './clock.ts'
import { resetTo } from './control/worlds.ts'
import { type Exchange, observed } from './exchange.ts'
import { handle } from './http/handle.ts'
import { listen } from './http/listen.ts'
import { makeFetch } from './in-process-fetch.ts'
import { parseInstant } from './instant.ts'
import { LiveGaps } from './live-gaps.ts'
import type { Mock } from './mock.ts'
import { startWorld } from './start-world.ts'
import { WorldHolder } from './world-holder.ts'

export type { MockCaller }

export interface MockOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number
  readonly host?: string
  readonly profile?: Profile
  readonly seed?: string
  /** An instant makes it run on from there. */
  readonly clock?: 'real' | 'frozen' | (string & {}) | { readonly frozenAt: string }
  /** off: a request without a valid credential is the first actor's. */
  readonly auth?: 'on' | 'off'
  readonly version?: string
  readonly realNow?: () => number
  /** Hears of every exchange. */
  readonly onExchange?: (exchange: Exchange) => void
  /** Hears of mistakes in the mock itself. */
  readonly onFault?: (error: unknown) => void
}

export interface RunningMock {
  readonly url: string
  readonly contract: Contract
  readonly callers: readonly MockCaller[]
  /** The same answers without a socket; a path is enough. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** The world as at its start. */
  reset(): void
  close(): Promise<void>
}

/** Starts a mock and waits until it listens. */
export async function createMock(options: MockOptions = {}): Promise<RunningMock> {
  const mock = makeMock(options)
  const answer = observed((request) => handle(mock, request, options.onFault), options.onExchange)
  const bodyLimit = () => mock.holder.gaps.value('general.maximum-body-bytes')
  const { url, close } = await listen(answer, { host: mock.host, port: options.port ?? 0, bodyLimit })
  return {
    url,
    contract: mock.contract,
    callers: callersOf(mock),
    fetch: makeFetch(url, answer, bodyLimit),
    reset: () => resetTo(mock, mock.seed),
    close,
  }
}

function makeMock(options: MockOptions): Mock {
  const { profile = EMPTY_PROFILE, host = '127.0.0.1', realNow = Date.now } = options
  const seed = options.seed === undefined ? SEEDS[0] : seedNamed(options.seed)
  if (!seed) throw new RangeError(`there is no seed ${options.seed}`)
  const contract = loadContract(source, profile)
  const gaps = new LiveGaps(contract.gaps)
  const actors = profileActors(profile, gaps.value('general.credential-transport'))
  const [first] = everyone({ actors, seed })
  return {
    contract,
    holder: new WorldHolder({
      start: (nowMs) => startWorld({ seed, actors, profile }, nowMs, gaps),
      clock: clockSetting(options.clock ?? 'real'),
      gaps,
      realNow,
    }),
    actors,
    standIn: options.auth === 'off' ? first?.credential : undefined,
    version: options.version ?? 'unknown',
    host,
    startedAtMs: realNow(),
    realNow,
    seed,
  }
}

function clockSetting(clock: NonNullable<MockOptions['clock']>): ClockSetting {
  if (clock === 'real' || clock === 'frozen') return { mode: clock }
  const text = typeof clock === 'string' ? clock : clock.frozenAt
  const atMs = parseInstant(text)
  if (atMs === undefined) throw new RangeError(`${text} is not an ISO 8601 instant`)
  return { mode: typeof clock === 'string' ? 'set' : 'frozen', atMs }
}
