import { type Contract, loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import { SEEDS, seedNamed } from '../../src/model/seeds/seeds.ts'
import { profileActors } from '../actors/profile-actors.ts'
import { StorageError } from '../journal/storage-error.ts'
import type { LiveMode } from '../live/live-mode.ts'
import type { Platform } from '../platform/platform.ts'
import { EventBus } from '../sandboxes/event-bus.ts'
import type { Mock } from '../sandboxes/mock.ts'
import { DEFAULT_SANDBOX, SandboxRegistry } from '../sandboxes/sandbox-registry.ts'
import type { DataFile, OpenDataFile } from '../sandboxes/sandbox-store.ts'
import type { ScenarioStore } from '../sandboxes/scenario-store.ts'
import { WatchedStore } from '../sandboxes/watched-store.ts'
import { makeScheduler } from '../scheduler/make-scheduler.ts'
import type { ClockSetting } from '../time/clock.ts'
import { parseInstant } from '../time/instant.ts'
import type { WorldHolder } from '../world/world-holder.ts'
import { WorldStarts } from '../world/world-starts.ts'
import { answerAnyIn } from './answer-request.ts'
import type { MockOptions } from './mock-options.ts'

/** As many as fit into the memory of a small machine, with the usual world in each. */
const MOST_SANDBOXES = 100
const IDLE_MINUTES = 24 * 60
const REQUEST_LOG_MEGABYTES = 4
/** Enough for hundreds of thousands of changes, and small enough for a small machine. */
const HISTORY_MEGABYTES = 8
const MEGABYTE = 1024 * 1024

/** Parts that most mocks do without, for those that need them. */
export interface ExtraParts {
  readonly openDataFile?: OpenDataFile | undefined
  readonly LiveMode?: typeof LiveMode | undefined
}

/** A mock without sockets, on the platform it is given. */
export function makeMock(options: MockOptions, platform: Platform, extra: ExtraParts = {}): Mock {
  const { profile = EMPTY_PROFILE, host = '127.0.0.1', realNow = Date.now, auth = 'on' } = options
  const { most = MOST_SANDBOXES, idleMinutes = IDLE_MINUTES } = options.sandboxes ?? {}
  const { onNotice = () => {} } = options
  const seed = seedFor(options.seed)
  const contract = loadContract(source, profile)
  const actors = profileActors(profile, contract.gaps.value('general.credential-transport'))
  const eventBus = new EventBus()
  const dataFile = options.data === undefined ? undefined : opened(options.data, platform, extra)
  const store = dataFile && new WatchedStore(dataFile.store, (failure) => storageChanged(failure))
  const stopping = new AbortController()
  const startedAtMs = realNow()
  const clock = clockSetting(options.clock ?? 'real', startedAtMs)
  const { compression, hashes, sendWebhook, startTimer } = platform
  const pause = () => new Promise<void>((resolve) => void startTimer(resolve, 0))
  const starts = new WorldStarts({ contract, actors, seed, clock, realNow, pause, grownWorld: platform.grownWorld })
  const historyBytes = (options.historyMegabytes ?? HISTORY_MEGABYTES) * MEGABYTE
  const shared = { contract, compression, historyBytes, realNow, auth, starts, onNotice }
  const { allowedWebhookHosts = [] } = options
  const background = {
    hashes,
    sendWebhook,
    startTimer,
    allowedHosts: allowedWebhookHosts,
    realNow,
    // The store reports its own errors.
    onFault: (error: unknown) => void (error instanceof StorageError || options.onFault?.(error)),
  }
  const live = liveMode(options, extra)
  const sandboxes = new SandboxRegistry({
    ...shared,
    mock: () => mock,
    most,
    idleMs: idleMinutes * 60_000,
    makeScheduler: (holder, name) =>
      makeScheduler(holder, { ...background, live: name === DEFAULT_SANDBOX ? live : undefined }),
    store,
  })
  const storageChanged = (failure: string | undefined) => {
    onNotice(storageNotice(options.data ?? '', failure))
    eventBus.publisherFor(DEFAULT_SANDBOX).publish('storage', () => ({ failure }))
  }
  const mock: Mock = {
    contract,
    platform,
    actors,
    version: options.version ?? 'unknown',
    host,
    allowedHosts: options.allowedHosts ?? [],
    startedAtMs,
    realNow,
    requestLogBytes: (options.requestLogMegabytes ?? REQUEST_LOG_MEGABYTES) * MEGABYTE,
    sandboxes,
    scenarios: once(() => scenarioStore(contract, platform, options.scenarios)),
    answerIn: answerAnyIn,
    eventBus,
    allowedWebhookHosts,
    get storageFailure() {
      return store?.failure
    },
    closing: stopping.signal,
    async stopBackground() {
      stopping.abort()
      await Promise.all([...sandboxes].map(({ scheduler }) => scheduler.close()))
    },
    close: () => dataFile?.close(),
  }
  const restored = dataFile?.restore({ ...shared, seed, file: options.data ?? '', version: mock.version })
  for (const { resume, ...sandbox } of restored?.sandboxes ?? [])
    sandboxes.restore({ ...sandbox, resume: resume && store && ((kept) => store.watch(resume(kept))) })
  restored?.takenOver()
  return mock
}

/** Most servers never look at a scenario, and start sooner without what reads them. */
async function scenarioStore(
  contract: Contract,
  { scenarioFiles }: Platform,
  folders: MockOptions['scenarios'] = {},
): Promise<ScenarioStore> {
  const { FolderScenarioStore } = await import('../scenarios/folder-scenario-store.ts')
  return new FolderScenarioStore(contract, folders, scenarioFiles)
}

const storageNotice = (file: string, failure: string | undefined): string =>
  failure === undefined
    ? `${file} can be written again; changes are accepted again.`
    : `${file} cannot be written (${failure}); every change is refused with 503 until it can.`

function opened(file: string, { compression }: Platform, { openDataFile }: ExtraParts): DataFile {
  if (!openDataFile) throw new Error('a data file needs Node')
  return openDataFile(file, compression)
}

function liveMode(
  { live }: MockOptions,
  { LiveMode: Mode }: ExtraParts,
): ((holder: WorldHolder) => LiveMode) | undefined {
  if (!live) return undefined
  if (!Mode) throw new Error('a mock cannot be live without what makes events')
  return (holder) => new Mode(holder, live)
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A clock that is to stand still stands where it stood when the server started, in every sandbox. */
function clockSetting(clock: NonNullable<MockOptions['clock']>, startedAtMs: number): ClockSetting {
  if (clock === 'real') return { mode: clock }
  if (clock === 'frozen') return { mode: clock, atMs: startedAtMs }
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
