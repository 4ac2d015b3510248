import { type Twists, taken } from '../../kit/twist.ts'

export const REGISTRY_TWISTS: Twists = { createRegistry: [taken('Registry', 'slug')] }
