import type { Cast } from '../kit/cast.ts'
import type { Goal } from './goal.ts'
import { event } from './script.ts'

/** Roles in an organization that somebody can be given. */
export type Place = 'owner' | 'admin' | 'member' | 'viewer'

/** Somebody of the organization gets another role in it. */
export const becomes = (who: keyof Cast & ('lesser' | 'manager'), role: Place): Goal =>
  event('roleChanges', ({ contract, org, cast }) => {
    const userId = contract.profile.actors[cast[who] ?? '']?.user
    return userId && { organization: org, userId, role }
  })
