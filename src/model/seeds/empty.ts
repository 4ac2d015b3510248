import { CAST } from './kit/cast.ts'
import type { Seed } from './kit/seed.ts'

export const empty: Seed = {
  name: 'empty',
  about: 'The people of acme and globex, and nothing else',
  actors: CAST,
  grow: (world) => world,
}
