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
  return {
    roles: rolesShown(context).map((role) => roleView(context, role)),
    resources: context.follow(liveResources) ? resources : resources.slice(1),
  }
}

function rolesShown(context: Context): IamRoleRow[] {
  const roles = [...context.oldest('IamRole', 'all', context.caller.org)]
  const shown = roles.filter(({ kind }) => kind === 'builtin' || context.gap('iam.catalog-custom-roles') === 'show')
  return context.follow(builtinRolesListed) ? shown : shown.filter(({ kind }) => kind !== 'builtin')
}

function roleView(reader: Reader, role: IamRoleRow): components['schemas']['IamRole'] {
  const { id, name, description, kind, service, scopable } = role
  const permissions = permissionsOf(reader, role)
  return { id, name, description, kind, ...(service !== undefined && { service }), scopable, permissions }
}
