import { type SavedWorld, worldFromJson } from '../world-file.ts'
import type { Seed } from './kit/seed.ts'

/** A seed that goes on from a saved world, with the gaps that were in force in it. */
export interface SavedSeed extends Seed {
  readonly gaps: SavedWorld['gaps']
}

/** The world in a file, as a seed of that name; one sentence when there is none in it. */
export function savedSeed(name: string, json: unknown): SavedSeed | { readonly error: string } {
  const read = worldFromJson(json)
  if ('error' in read) return { error: `${name} is not a saved world: ${read.error}.` }
  const { world, actors, gaps } = read
  return {
    name,
    about: `A world saved at ${new Date(world.nowMs).toISOString()}`,
    actors,
    gaps,
    saved: world,
    grow: (present) => present,
  }
}
