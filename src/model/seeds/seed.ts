import type { Draft } from '../draft.ts'
import type { ActorSeed } from '../seed-identities.ts'

/** A world to start from. */
export interface Seed {
  readonly name: string
  readonly about: string
  /** Who can call in it, by the name scenarios use. */
  readonly actors: Readonly<Record<string, ActorSeed>>
  /** Puts in everything else; the actors and what the platform offers them are there already. */
  readonly fill: (draft: Draft) => void
}

/** Slugs of the organizations its actors act for, in order. */
export const organizationsOf = ({ actors }: Seed): string[] => [
  ...new Set(Object.values(actors).map(({ organization }) => organization)),
]
