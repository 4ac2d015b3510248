import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Vocabulary } from '../../contract/profile.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { Cast } from './cast.ts'
import type { Sampler } from './sampler.ts'

/** The inputs of every drawn value or request. */
export interface Drawing {
  readonly contract: Contract
  readonly vocabulary: Vocabulary
  /** The start of the addresses of endpoints whose webhooks we receive. */
  readonly receiverUrl?: string | undefined
  readonly shadow: Shadow
  readonly sampler: Sampler
  readonly cast: Cast
  /** True if the profile's budget allows another request of this operation. */
  readonly affords: (operation: Operation) => boolean
  /** True if the driver can cause this outside event. */
  readonly canCause: (event: string) => boolean
  /** The organization of the actor the value is for. */
  readonly org: string
  /** Unique in this run, and part of every name, so that names never collide with those of others. */
  readonly salt: string
  /** The things of an entity that changed when last one of them did, in this sequence; those that are there. */
  readonly touched?: (entity: string) => readonly string[]
  /** A number not used in this sequence before. */
  readonly next: () => number
}

/** Words every implementation takes: short, lower-case ASCII. */
export const WORDS = ['apple', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron'] as const

export function plainName(drawing: Drawing): string {
  return `${drawing.sampler.pick(WORDS) ?? 'apple'}-${drawing.salt}-${drawing.next()}`
}

/** Seen from the organization of the main actor, or from that of the outsider, if there is one. */
export function within(drawing: Drawing, who: 'main' | 'outsider'): Drawing | undefined {
  const org = drawing.contract.profile.actors[drawing.cast[who] ?? '']?.organization
  return org === undefined ? undefined : { ...drawing, org }
}

/** A moment as every implementation takes it: in UTC, to the second. */
export const isoTime = (ms: number): string => new Date(Math.floor(ms / 1000) * 1000).toISOString()
