import { EVERYWHERE, type MembershipRow } from '../../../identity/identity.ts'
import type { EventContext } from '../../../request/contexts.ts'
import { ImpossibleEvent, type Touched } from '../../event-answer.ts'

type Context = EventContext<'roleChanges'>

export function changeMember(context: Context, userId: string): Touched {
  const { role } = context.body
  const membership = context.get('Membership', context.org, userId)
  if (role === 'none') return leave(context, userId, membership)
  const stranger = !context.get('User', EVERYWHERE, userId)
  if (stranger) introduce(context, userId)
  context.put('Membership', {
    id: userId,
    org: context.org,
    seq: membership?.seq ?? context.serial(),
    role: role ?? membership?.role ?? 'member',
    permissions: membership?.permissions ?? [],
    grants: grantsAfter(context, membership),
  })
  if (!membership) openSession(context, userId)
  return { entity: 'User', id: userId, change: stranger ? 'created' : 'changed' }
}

function leave(context: Context, userId: string, membership: MembershipRow | undefined): Touched {
  if (!membership) throw new ImpossibleEvent('unknown', `${userId} is not in the organization`)
  context.remove('Membership', context.org, userId)
  return { entity: 'User', id: userId, change: 'changed' }
}

/** The grants after a change: unmentioned ones stay, an empty list removes all, a role alone gives its own. */
function grantsAfter(context: Context, before: MembershipRow | undefined): MembershipRow['grants'] {
  const { grants, role } = context.body
  if (!grants) return role === undefined ? before?.grants : undefined
  const unknown = grants.find((grant) => !context.get('IamRole', context.org, grant.role))
  if (unknown) throw new ImpossibleEvent('unknown', `there is no role ${unknown.role}`)
  const whole = grants.find(({ role: id, resourceIds = [] }) => resourceIds.length > 0 && isWhole(context, id))
  if (whole) throw new ImpossibleEvent('not-possible', `the role ${whole.role} cannot be narrowed to resources`)
  return grants.map(({ role: id, resourceIds = [] }) => ({ role: id, resourceIds }))
}

/** True for a role that is held on everything or not at all: resources beside it would narrow nothing. */
const isWhole = (context: Context, id: string): boolean =>
  context.get('IamRole', context.org, id)?.scopable === false &&
  context.gap('tokens.resource-ids-unscopable') === 'refuse'

function introduce(context: Context, userId: string): void {
  context.put('User', {
    id: userId,
    org: EVERYWHERE,
    seq: context.serial(),
    label: userId,
    email: `${userId}@${context.org}.example`,
  })
}

/** A session for calls in this organization; the person is known by it from now on. */
function openSession(context: Context, userId: string): void {
  const known = [...context.newest('Credential', 'all', EVERYWHERE)].some(
    (row) => row.userId === userId && row.actingOrg === context.org && row.tokenId === undefined,
  )
  if (known) return
  context.put('Credential', {
    id: context.fresh.secret('session'),
    org: EVERYWHERE,
    seq: context.serial(),
    userId,
    actingOrg: context.org,
    enabled: true,
    expiresAtMs: undefined,
    scope: undefined,
    tokenId: undefined,
  })
}
