import type { Cast } from '../kit/cast.ts'
import type { Goal } from './goal.ts'
import { event } from './script.ts'

/** Roles in an organization that somebody can be given. */
export type Place = 'owner' | 'admin' | 'member' | 'viewer'

/** Somebody gets another role in the organization that they act for. */
export const becomes = (who: keyof Cast & ('lesser' | 'manager' | 'dualElsewhere'), role: Place): Goal =>
  event('roleChanges', ({ contract, cast }) => {
    const { user: userId, organization } = contract.profile.actors[cast[who] ?? ''] ?? {}
    return userId && { organization, userId, role }
  })
