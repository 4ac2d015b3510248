import type { Operation } from '../../contract/operations.ts'
import type { Outcome } from '../../model/decide.ts'
import { rulesFor } from '../../model/model.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { tokenLifetimes } from '../areas/tokens/lifetimes.ts'
import type { Excuse } from '../checks/excuse.ts'
import { wasLetThrough } from '../checks/let-through.ts'
import { isListOfScopable } from '../script/offered.ts'
import { actorOf } from '../shadow/actor-of.ts'
import type { Answered } from '../shadow/answered.ts'
import { memoryOf } from '../shadow/memories.ts'
import { isGone, liveRows, rowsOf } from '../shadow/rows.ts'

/** Quotas and permissions are not all known, so a 403 that nothing explains tells nothing; but where neither can apply, it does. */
export const mayNot: Excuse = (answered, { outcome, seen }) => {
  const { operation, received } = answered
  const isDenial =
    received.status === FORBIDDEN || (received.status === NOT_FOUND && isLower(answered) && !isStated(outcome))
  // No order of refusals is stated, so a permission that may be missing comes before anything else.
  const isFirst = isOtherwiseFree(outcome) || (outcome.kind === 'refused' && isLower(answered))
  return isDenial && isFirst && !maySurely(answered)
    ? {
        shadow: seen,
        inconclusive: `${operation.id} answered ${received.status} to ${callerOf(answered)}: a quota or a permission`,
      }
    : undefined
}

const FORBIDDEN = 403
/** Where no status for a lack of permission is stated, some deny that there is anything. */
const NOT_FOUND = 404

/** True if a status is stated for who may not. */
const isStated = (outcome: Outcome): boolean =>
  outcome.kind === 'refused' &&
  outcome.refusals.some(({ rule }) => rule.stage === 'permission' && rule.status === FORBIDDEN)

/** True for a known role other than the highest: what such roles may do is not stated. */
const isLower = (answered: Answered): boolean => (roleOf(answered) ?? HIGHEST) !== HIGHEST

const HIGHEST = 'owner'

/** True if nothing but a backend that is out of reach stands in the way: quotas and permissions come before that. */
const isOtherwiseFree = (outcome: Outcome): boolean =>
  outcome.kind === 'success' ||
  (outcome.kind === 'refused' && outcome.refusals.every(({ rule }) => rule.stage === 'backend'))

function callerOf({ request: { credential = '' } }: Answered): string {
  if (credential === '') return 'nobody'
  return credential.startsWith('actor:') ? credential.slice('actor:'.length) : 'a token that was created in the run'
}

function maySurely(answered: Answered): boolean {
  if (AREA_JUDGES[answered.operation.area].isFree?.(answered)) return true
  if (isListOfScopable(answered.operation) && isByWholeToken(answered)) return isOpen(answered)
  const role = roleOf(answered)
  if (role === undefined) return false
  return (
    isLetThrough(answered.operation, role) ||
    wasLetThrough(answered) ||
    (role === HIGHEST && (isOwnersAffair(answered) || hasPlenty(answered)))
  )
}

/** True for a token of an owner that is surely good and was not narrowed, so it reaches as far as its owner (Authentication, point 2). */
function isByWholeToken({ request: { credential }, shadow, org }: Answered): boolean {
  const { world } = shadow
  const token = rowsOf(world, 'PersonalToken').find(({ key }) => key === credential)
  const { earliestEndMs = 0 } = memoryOf(shadow, tokenLifetimes).get(token?.id ?? '') ?? {}
  const owner = rowsOf(world, 'Membership').find((row) => row.org === org && row.id === token?.userId)
  const isWhole = token?.org === org && token.enabled && !token.narrowed && earliestEndMs > world.nowMs
  return isWhole && owner?.role === HIGHEST && !owner.grants
}

/** True if staff have set a quota so high that it is in nobody's way. */
const hasPlenty = (answered: Answered): boolean => AREA_JUDGES[answered.operation.area].hasPlenty?.(answered) === true

/** The present role of somebody who calls in person, with all that goes with it; a token may be narrowed, and so may a person. */
function roleOf(answered: Answered): string | undefined {
  const { shadow, org } = answered
  const actor = actorOf(answered)
  const now = rowsOf(shadow.world, 'Membership').find((row) => row.org === org && row.id === actor?.user)
  return now?.grants ? undefined : (now?.role ?? actor?.role)
}

/** True if the contract names the roles that may do it, and this is one of them. */
const isLetThrough = (operation: Operation, role: string): boolean =>
  rulesFor(operation).some(({ provenance, lets = [] }) => provenance === 'stated' && lets.includes(role))

/**
 * True for an owner's access to what the organization has already, and to a first part of a thing of it: no quota applies
 * to that, and the area is open to the owner, or the thing would not be there.
 */
function isOwnersAffair(answered: Answered): boolean {
  const { operation, request, shadow, org } = answered
  const { does, entity = '' } = operation
  const named = operation.parameters.filter((parameter) => parameter.in === 'path')
  if (named.length === 0) return (does === 'read' || does === 'list') && isOpen(answered)
  const ids = new Set(named.map(({ name }) => request.parameters[name]))
  if (
    does === 'create' &&
    rowsOf(shadow.world, entity).some((row) => Object.values(row).some((value) => ids.has(value)))
  )
    return false
  return named.every(({ name, names = '' }) =>
    rowsOf(shadow.world, names).some((row) => row.org === org && row.id === request.parameters[name] && !isGone(row)),
  )
}

/** True if the operation's area is open to the organization for sure: it takes no entitlement, or has things of ours. */
function isOpen({ contract, operation, shadow, org }: Answered): boolean {
  const needsEntitlement = rulesFor(operation).some(({ stage }) => stage === 'entitlement')
  const inArea = [...contract.operations.values()].filter(({ area }) => area === operation.area)
  return !needsEntitlement || inArea.some(({ entity = '' }) => liveRows(shadow.world, entity, org).length > 0)
}
