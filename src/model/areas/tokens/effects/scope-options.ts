import { holds } from '../../../access/reach.ts'
import { organizationResources, readableResources } from '../../../access/scopable.ts'
import type { IamRoleRow } from '../../../access/state.ts'
import type { EffectContext } from '../../../request/contexts.ts'
import type { Effect } from '../../area.ts'
import { customRolesOffered, readableResourcesOffered } from '../statements/index.ts'

type Context = EffectContext<'getTokenScopeOptions'>

export const getTokenScopeOptions: Effect<'getTokenScopeOptions'> = (context) => {
  const { caller } = context
  const resources = context.follow(readableResourcesOffered)
    ? readableResources(context, caller)
    : organizationResources(context, caller.org).slice(1)
  return { roles: grantableRoles(context).map(roleView), resources }
}

function grantableRoles(context: Context): IamRoleRow[] {
  const roles = [...context.oldest('IamRole', 'all', context.caller.org)]
  const offered = context.follow(customRolesOffered) ? roles : roles.filter(({ kind }) => kind === 'builtin')
  if (context.gap('iam.scope-options-grantable') === 'all') return offered
  return offered.filter((role) => holds(context, context.caller, role))
}

function roleView({ id, name, description, scopable, service }: IamRoleRow) {
  return { id, name, description, scopable, ...(service !== undefined && { service }) }
}
