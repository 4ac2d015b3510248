import type { Cast } from '../kit/cast.ts'
import type { Goal } from './goal.ts'
import { event } from './script.ts'

/** Somebody of the organization gets another role in it. */
export const becomes = (who: keyof Cast & ('lesser' | 'manager'), role: 'admin' | 'member'): Goal =>
  event('roleChanges', ({ contract, org, cast }) => {
    const userId = contract.profile.actors[cast[who] ?? '']?.user
    return userId && { organization: org, userId, role }
  })
