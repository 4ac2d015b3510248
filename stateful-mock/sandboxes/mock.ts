import type { Contract } from '../../src/contract/contract.ts'
import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import type { ProfileActor } from '../actors/profile-actors.ts'
import type { ArmedFaults } from '../faults/armed-faults.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import type { RequestLog } from '../http/request-log.ts'
import type { Answer, WireRequest } from '../http/wire.ts'
import type { Platform } from '../platform/platform.ts'
import type { Scheduler } from '../scheduler/scheduler.ts'
import type { Refused } from '../world/refused.ts'
import type { WorldHolder } from '../world/world-holder.ts'
import type { CameFrom, Origin, StartSettings, WorldStart } from '../world/world-start.ts'
import type { EventBus, EventPublisher } from './event-bus.ts'
import type { ScenarioStore } from './scenario-store.ts'

/** The parts of a mock server, besides its sockets. */
export interface Mock {
  readonly contract: Contract
  readonly platform: Platform
  /** Callers of the profile, besides each seed's own. */
  readonly actors: readonly ProfileActor[]
  readonly version: string
  /** The host it listens on. */
  readonly host: string
  /** Names besides those of this machine under which it may be controlled, or whose pages may control it. */
  readonly allowedHosts: readonly string[]
  /** In real time. */
  readonly startedAtMs: number
  readonly realNow: () => number
  /** The size limit of each sandbox's request log. */
  readonly requestLogBytes: number
  readonly sandboxes: Sandboxes
  /** Hosts that webhooks may be sent to besides this machine. */
  readonly allowedWebhookHosts: readonly string[]
  /** The scenarios it knows. */
  readonly scenarios: () => Promise<ScenarioStore>
  /** Why no change can be kept at present; undefined while it can, or need not be. */
  readonly storageFailure: string | undefined
  /** Answers any request in a sandbox that need not have a name. */
  readonly answerIn: (sandbox: Sandbox, request: WireRequest) => Answer | Promise<Answer>
  /** The events of all sandboxes. */
  readonly eventBus: EventBus
  /** Aborted when the server is about to stop, so that streams end. */
  readonly closing: AbortSignal
  /** Stops timers, webhooks under way and streams. */
  stopBackground(): Promise<void>
  /** Closes the data file. */
  close(): void
}

/** One isolated world of a server, with everything that belongs to it alone. */
export interface Sandbox {
  readonly name: string
  readonly mock: Mock
  readonly contract: Contract
  readonly actors: readonly ProfileActor[]
  readonly holder: WorldHolder
  /** The seed its world began with: who can call in it by which name. */
  readonly seed: Seed
  /** The credential of requests that bring no valid one; undefined: they have none. */
  readonly defaultCredential: string | undefined
  /** Answers to reads, for as long as the world does not change in what they looked at. */
  readonly answerCache: AnswerCache
  /** The latest requests to the API. */
  readonly requestLog: RequestLog
  readonly faults: ArmedFaults
  /** Fires timers and sends webhooks, also while nobody asks. */
  readonly scheduler: Scheduler
  /** Publishes the events of this sandbox. */
  readonly events: EventPublisher
  /** The request headers that an answer may depend on. */
  readonly significantHeaders: () => readonly string[]
  /** In real time, like the next. */
  readonly createdAtMs: number
  lastUsedAtMs: number
  /** The number of its open streams: a sandbox that somebody watches is in use. */
  openStreams: number
}

/** The sandboxes of a server, by name. The default one is always there, and their number is limited. */
export interface Sandboxes extends Iterable<Sandbox> {
  readonly limit: number
  readonly size: number
  readonly defaultSandbox: Sandbox
  get(name: string): Sandbox | undefined
  /** The sandbox of that name, made from the server's own start on first use; the default one for no name. */
  use(name: string | undefined): Sandbox | Refused
  create(name: string, from?: Origin): Sandbox | Refused
  /** A copy that goes on from where the sandbox is, or was right after an entry. */
  fork(of: Sandbox, name: string, entry?: number): Sandbox | Refused
  /** Resets a sandbox to its start, or to another one. */
  restart(sandbox: Sandbox, start?: WorldStart): void
  /** To be waited for before a start is asked for, or the server's own, where its world takes long to grow. */
  ready(start?: Origin | WorldStart): Promise<void> | undefined
  /** The start that somebody asks for. */
  startFrom(from: Origin, settings?: StartSettings): WorldStart | Refused
  drop(name: string): Refused | undefined
  /** A sandbox without a name, which nobody else can reach. Its scheduler has to be closed. */
  createUnnamed(start: WorldStart): Sandbox
  /** Names a sandbox that has no name; one that has the name is replaced. Its present state becomes its start. */
  adopt(name: string, unnamed: Sandbox, from: CameFrom): Sandbox | Refused
}
