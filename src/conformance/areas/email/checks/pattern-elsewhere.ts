import { isObject } from '../../../../contract/json.ts'
import type { Rows } from '../../../../model/world/rows.ts'
import { type Found, plainCheck } from '../../../checks/check.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { isArmed } from '../domains/armed.ts'

const CONFLICT = 409

/**
 * A pattern is taken on its own domain only, and otherwise a route is refused where receiving is not armed (Errors, Email
 * routes). From when on it is armed is open; but where another domain has a route for which nothing was published either, it
 * is enough that both were armed.
 */
export const patternElsewhere = plainCheck('accepted', ({ operation, request, received, shadow, org }): Found[] => {
  const { body } = request
  if (operation.id !== 'createRoute' || received.status !== CONFLICT || !isObject(body)) return []
  const routes = rowsOf(shadow.world, 'EmailRoute').filter((route) => route.org === org && isSame(route, body))
  const domains = rowsOf(shadow.world, 'EmailDomain').filter((row) => row.org === org && isArmed(row) && isBare(row))
  const isThere = (id: unknown) => domains.some((row) => row.id === id)
  const isTaken = routes.some(({ domainId }) => domainId === body.domainId)
  if (isTaken || !isThere(body.domainId) || !routes.some(({ domainId }) => isThere(domainId))) return []
  const refused = { expected: operation.success.status, actual: received.status, text: received.text }
  return [{ code: 'refused', ...refused, rules: ['email.pattern-per-domain'] }]
})

const isSame = ({ pattern, endpointId }: Rows['EmailRoute'], body: Readonly<Record<string, unknown>>): boolean =>
  pattern.toLowerCase() === String(body.pattern).toLowerCase() && endpointId === body.endpointId

/** Nothing of it is published, so nobody has found it verified. */
const isBare = ({ published }: Rows['EmailDomain']): boolean => Object.keys(published).length === 0
