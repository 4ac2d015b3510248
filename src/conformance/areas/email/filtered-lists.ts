import { callerOf } from '../../../model/request/caller.ts'
import { readerOf } from '../../../model/world/transaction-context.ts'
import type { World } from '../../../model/world/world.ts'
import type { Answered } from '../../shadow/answered.ts'
import { choicesFor } from '../../shadow/choices.ts'
import { liveRows, rowsOf } from '../../shadow/rows.ts'

const FILTERED: ReadonlySet<string> = new Set(['listDomains', 'listRoutes'])

/**
 * True for lists of domains and routes that are asked for by somebody who has the mightiest role of the service for one of
 * the domains: they see them filtered, and are not refused (Authentication, point 3).
 */
export function seesFiltered({ contract, operation, request, shadow, org }: Answered): boolean {
  if (!FILTERED.has(operation.id)) return false
  const { world } = shadow
  const { scope = [] } = callerOf(readerOf(world, choicesFor(contract, shadow)), request.credential) ?? {}
  const domains = new Set(liveRows(world, 'EmailDomain', org).map(({ id }) => id))
  return scope.some(({ role, resourceIds }) => isMightiest(world, role) && resourceIds.some((id) => domains.has(id)))
}

/** True for a role that has every permission which any role of the service has. */
function isMightiest(world: World, id: string): boolean {
  const roles = rowsOf(world, 'IamRole').filter(({ service }) => service === 'email')
  const own = new Set(roles.find((role) => role.id === id)?.permissions)
  return own.size > 0 && roles.every(({ permissions = [] }) => permissions.every((permission) => own.has(permission)))
}
