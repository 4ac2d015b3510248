import { reachesOf } from '../../../access/atoms.ts'
import type { EventContext } from '../../../request/contexts.ts'
import { ImpossibleEvent, type Touched } from '../../event-answer.ts'

type Context = EventContext<'roleChanges'>
type Asked = NonNullable<Context['body']['customRole']>

export function changeCustomRole(context: Context, asked: Asked): Touched {
  const { id } = asked
  const before = context.get('IamRole', context.org, id)
  if (before?.kind === 'builtin') throw new ImpossibleEvent('not-possible', `the role ${id} is built in`)
  if (asked.removed && !before) throw new ImpossibleEvent('unknown', `there is no role ${id}`)
  if (asked.removed) context.remove('IamRole', context.org, id)
  else putCustomRole(context, asked)
  return { entity: 'IamRole', id, change: asked.removed ? 'removed' : before ? 'changed' : 'created' }
}

/** Writes a custom role. Fields left out keep their value; in a new role they are empty. */
function putCustomRole(context: Context, { id, ...asked }: Asked): void {
  const before = context.get('IamRole', context.org, id)
  const permissions = asked.permissions ?? before?.permissions ?? []
  const unknown = permissions.find((permission) => !isKnown(context, permission))
  if (unknown !== undefined) throw new ImpossibleEvent('unknown', `there is no permission ${unknown}`)
  context.put('IamRole', {
    id,
    org: context.org,
    seq: before?.seq ?? context.serial(),
    name: asked.name ?? before?.name ?? id,
    description: asked.description ?? before?.description ?? '',
    kind: 'custom',
    service: undefined,
    scopable: asked.scopable ?? before?.scopable ?? false,
    reaches: reachesOf(permissions),
    permissions,
  })
}

/** True if the permission is in the catalog; without a catalog every permission may be. */
function isKnown(context: Context, permission: string): boolean {
  const [any] = context.newest('Permission', 'all', context.org)
  return any === undefined || context.get('Permission', context.org, permission) !== undefined
}
