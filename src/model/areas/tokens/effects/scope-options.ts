import { holds } from '../../../access/reach.ts'
import { readableResources } from '../../../access/scopable.ts'
import type { IamRoleRow } from '../../../access/state.ts'
import type { EffectContext } from '../../../request/contexts.ts'
import type { Effect } from '../../area.ts'
import { customRolesOffered, readableResourcesOffered } from '../statements/index.ts'

type Context = EffectContext<'getTokenScopeOptions'>

export const getTokenScopeOptions: Effect<'getTokenScopeOptions'> = (context) => {
  context.cite(readableResourcesOffered)
  const resources = readableResources(context, context.caller)
  return { roles: grantableRoles(context).map(roleView), resources }
}

function grantableRoles(context: Context): IamRoleRow[] {
  const roles = [...context.oldest('IamRole', 'all', context.caller.org)]
  context.cite(customRolesOffered)
  if (context.gap('iam.scope-options-grantable') === 'all') return roles
  return roles.filter((role) => holds(context, context.caller, role))
}

function roleView({ id, name, description, scopable, service }: IamRoleRow) {
  return { id, name, description, scopable, ...(service !== undefined && { service }) }
}
