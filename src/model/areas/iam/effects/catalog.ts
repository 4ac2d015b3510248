import type { components } from '../../../../contract/generated/api.ts'
import { permissionsOf } from '../../../access/permission-catalog.ts'
import { organizationResources } from '../../../access/scopable.ts'
import type { IamRoleRow } from '../../../access/state.ts'
import type { EffectContext } from '../../../request/contexts.ts'
import type { Reader } from '../../../world/reader.ts'
import type { Effect } from '../../area.ts'
import { builtinRolesListed, liveResources } from '../statements/index.ts'

type Context = EffectContext<'getIamCatalog'>

export const getIamCatalog: Effect<'getIamCatalog'> = (context) => {
  const resources = organizationResources(context, context.caller.org)
  const roles = rolesShown(context).map((role) => roleView(context, role))
  context.cite(liveResources)
  return { roles, resources }
}

function rolesShown(context: Context): IamRoleRow[] {
  const roles = [...context.oldest('IamRole', 'all', context.caller.org)]
  context.cite(builtinRolesListed)
  return roles.filter(({ kind }) => kind === 'builtin' || context.gap('iam.catalog-custom-roles') === 'show')
}

function roleView(reader: Reader, role: IamRoleRow): components['schemas']['IamRole'] {
  const { id, name, description, kind, service, scopable } = role
  const permissions = permissionsOf(reader, role)
  return { id, name, description, kind, ...(service !== undefined && { service }), scopable, permissions }
}
