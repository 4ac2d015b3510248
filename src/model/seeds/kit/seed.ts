import type { ActorSeed } from '../../access/seed-identities.ts'
import type { Choices } from '../../world/choices.ts'
import { OpenTransaction } from '../../world/open-transaction.ts'
import type { World } from '../../world/world.ts'

/** A world to start from. */
export interface Seed {
  readonly name: string
  readonly about: string
  /** The actors that can call in it, by the names that scenarios use. */
  readonly actors: Readonly<Record<string, ActorSeed>>
  /** A world saved earlier, which it goes on from; otherwise it begins with its actors and what the platform offers. */
  readonly saved?: World
  /** Puts in everything else. */
  readonly grow: (world: World, choices: Choices) => World
  /** The same in many steps, for a world that takes long: whoever grows it may do something else in between. */
  readonly growInSteps?: (world: World, choices: Choices) => Growth
}

/** A world on its way; it answers the one that it has become. */
export type Growth = Generator<void, World, void>

/** Slugs of the organizations its actors act for, in order. */
export const organizationsOf = ({ actors }: Pick<Seed, 'actors'>): string[] => [
  ...new Set(Object.values(actors).map(({ organization }) => organization)),
]

/** Growing in one transaction. */
export function filling(fill: (transaction: OpenTransaction) => void): Seed['grow'] {
  return (world, choices) => {
    const transaction = new OpenTransaction(world, choices)
    fill(transaction)
    return transaction.commit()
  }
}
