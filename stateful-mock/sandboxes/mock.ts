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
import type { CameFrom, Circumstances, Origin, Start } from '../world/world-start.ts'
import type { EventBus, EventPublisher } from './event-bus.ts'
import type { ScenarioStore } from './scenario-store.ts'

/** What a mock server consists of, besides its sockets. */
export interface Mock {
  readonly contract: Contract
  readonly platform: Platform
  /** Callers of the profile, besides each seed's own. */
  readonly actors: readonly ProfileActor[]
  readonly version: string
  /** The host it was told to listen on. */
  readonly host: string
  /** Names besides those of this machine under which it may be controlled, or whose pages may control it. */
  readonly allowedHosts: readonly string[]
  /** In real time. */
  readonly startedAtMs: number
  readonly realNow: () => number
  readonly sandboxes: Sandboxes
  /** Hosts that webhooks may be sent to besides this machine. */
  readonly allowedWebhookHosts: readonly string[]
  /** The scenarios it knows. */
  readonly scenarios: () => Promise<ScenarioStore>
  /** Answers any request in a sandbox that need not have a name. */
  readonly answerIn: (sandbox: Sandbox, request: WireRequest) => Answer | Promise<Answer>
  /** For whoever wants to hear what happens. */
  readonly eventBus: EventBus
  /** Aborted when the server is about to stop: what would go on for ever ends. */
  readonly closing: AbortSignal
  /** Ends what goes on by itself: timers, webhooks under way, streams. */
  stopBackground(): Promise<void>
  /** Puts what is kept on disk in order and lets go of it. */
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
  /** Whose credential stands in where a request brings none that is valid; undefined: nobody's. */
  readonly defaultCredential: string | undefined
  /** Answers to reads, for as long as they hold. */
  readonly answerCache: AnswerCache
  /** The latest requests to the API. */
  readonly requestLog: RequestLog
  readonly faults: ArmedFaults
  /** Looks after the world while nobody asks. */
  readonly scheduler: Scheduler
  /** Tells whoever listens what happens here. */
  readonly events: EventPublisher
  /** The request headers that have a say in an answer. */
  readonly significantHeaders: () => readonly string[]
  /** In real time, like the next. */
  readonly createdAtMs: number
  lastUsedAtMs: number
}

/** The worlds of a server, by name. The usual one is always there; there are only so many. */
export interface Sandboxes extends Iterable<Sandbox> {
  readonly limit: number
  readonly size: number
  readonly defaultSandbox: Sandbox
  get(name: string): Sandbox | undefined
  /** The one of that name, made from the server's own start on first use; the usual one for no name. */
  use(name: string | undefined): Sandbox | Refused
  create(name: string, from?: Origin): Sandbox | Refused
  /** One that begins there; one of the name that is there already begins anew. */
  begin(name: string, start: Start): Sandbox | Refused
  /** A second one that goes on from where this one is, or was right after an entry. */
  fork(of: Sandbox, name: string, entry?: number): Sandbox | Refused
  /** Back to its start, or to another one. */
  restart(sandbox: Sandbox, start?: Start): void
  /** A start for somebody who wants another one. */
  startFrom(from: Origin, circumstances?: Circumstances): Start | Refused
  drop(name: string): Refused | undefined
  /** One without a name, that nobody else can get at. Its scheduler has to be closed. */
  createUnnamed(start: Start): Sandbox
  /** Gives what happened aside a name, in place of what had it; back at its start it is as it is now. */
  adopt(name: string, aside: Sandbox, from: CameFrom): Sandbox | Refused
}
