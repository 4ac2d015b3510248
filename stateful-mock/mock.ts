import type { Contract } from '../src/contract/contract.ts'
import type { Seed } from '../src/model/seeds/seed.ts'
import type { KnownActor } from './actors.ts'
import type { Remembered } from './http/remembered.ts'
import type { RequestLog } from './request-log.ts'
import type { WorldHolder } from './world-holder.ts'

/** What a mock server consists of, besides its sockets. */
export interface Mock {
  readonly contract: Contract
  readonly holder: WorldHolder
  /** Callers of the profile, besides the seed's own. */
  readonly actors: readonly KnownActor[]
  /** Whose credential stands in where a request brings none that is valid; undefined: nobody's. */
  readonly standIn: string | undefined
  readonly version: string
  /** The host it was told to listen on. */
  readonly host: string
  /** In real time. */
  readonly startedAtMs: number
  readonly realNow: () => number
  /** Answers to reads, for as long as they hold. */
  readonly remembered: Remembered
  /** The latest requests to the API. */
  readonly requests: RequestLog
  /** The request headers that have a say in an answer. */
  readonly tellingHeaders: () => readonly string[]
  /** The seed the world last started from. */
  seed: Seed
}
