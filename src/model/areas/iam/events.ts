import type { EventEffect } from '../area.ts'
import { eventAnswer } from '../event-answer.ts'
import { changeCustomRole } from './effects/custom-roles.ts'
import { changeMember } from './effects/members.ts'

/** A person's place in the organization, a custom role, or both. */
export const roleChanges: EventEffect<'roleChanges'> = (context) => {
  const { customRole, userId } = context.body
  const role = customRole && changeCustomRole(context, customRole)
  const member = userId === undefined ? undefined : changeMember(context, userId)
  return eventAnswer(context, ...[role, member].flatMap((change) => change ?? []))
}
