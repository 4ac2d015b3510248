import { AREAS } from '../../../../contract/areas.ts'
import { holds } from '../../../access/reach.ts'
import { readableResources, resourcesInSight } from '../../../access/scopable.ts'
import { scopeReaches } from '../../../access/scope-reaches.ts'
import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import { askedScope } from '../queries/asked-scope.ts'
import { credentialOf } from '../queries/credential-of.ts'

type Asked = ReturnType<typeof askedScope>[number]

const roleOf = (context: RefusalContext, id: string) => context.get('IamRole', context.caller.org, id)

export const roleUnknown = refusal({
  id: 'tokens.role-unknown',
  says: 'A scope with an unknown role is refused; the status is open.',
  checklist: ['TOK-04', 'TOK-05'],
  where: 'Endpoints, Tokens, row 3; Authentication, point 2',
  provenance: 'implied',
  stage: 'validation',
  status: 'tokens.unknown-role-status',
  on: ['createToken'],
  when: (context) => {
    const unknown = askedScope(context).find(({ role }) => !roleOf(context, role))
    return unknown && `there is no role ${unknown.role}`
  },
})

export const roleBeyondOwner = refusal({
  id: 'tokens.role-beyond-owner',
  says: 'A scope with a role that its owner does not hold may be refused.',
  checklist: ['TOK-04'],
  where: 'Authentication, point 2 (roles too, or resources only, is not said)',
  provenance: 'assumed',
  stage: 'permission',
  status: 'tokens.beyond-owner-status',
  on: ['createToken'],
  when: (context) => {
    const beyond = askedScope(context).find(({ role }) => {
      const row = roleOf(context, role)
      return row && !holds(context, context.caller, row)
    })
    if (!beyond || context.gap('tokens.beyond-owner-roles') === 'resources') return undefined
    return `you do not have the role ${beyond.role}`
  },
})

export const resourceBeyondOwner = refusal({
  id: 'tokens.resource-beyond-owner',
  says: 'A scope with a resource that its owner cannot read is refused; the status is open.',
  checklist: ['TOK-04'],
  where: 'Endpoints, Tokens, row 3; Authentication, point 2',
  provenance: 'stated',
  stage: 'permission',
  status: 'tokens.beyond-owner-status',
  on: ['createToken'],
  when: (context) => {
    const named = askedScope(context).flatMap(({ resourceIds = [] }) => resourceIds)
    if (named.length === 0) return undefined
    const inSight = new Set(resourcesInSight(context, context.caller).map(({ id }) => id))
    const beyond = named.find((id) => !inSight.has(id))
    return beyond === undefined ? undefined : `you see no resource ${beyond}`
  },
})

export const resourceNotScopable = refusal({
  id: 'tokens.resource-not-scopable',
  says: 'A scope may be refused for a resource of a kind that nothing can be narrowed to.',
  checklist: ['TOK-04', 'TOK-05'],
  where: 'Endpoints, Tokens, row 3 (which kinds of resources there are is not said)',
  provenance: 'assumed',
  stage: 'permission',
  status: 'tokens.beyond-owner-status',
  on: ['createToken'],
  when: (context) => {
    const named = askedScope(context).flatMap(({ resourceIds = [] }) => resourceIds)
    if (named.length === 0) return undefined
    const offered = new Set(readableResources(context, context.caller).map(({ id }) => id))
    const other = resourcesInSight(context, context.caller).find(({ id }) => named.includes(id) && !offered.has(id))
    return other && `nothing can be narrowed to ${other.id}`
  },
})

/** A scope that means nothing clear may be refused, by a gap each. */
const unclear = (facts: Pick<Refusal, 'id' | 'says'>, when: Refusal['when']): Refusal =>
  refusal({
    ...facts,
    checklist: ['TOK-02'],
    where: 'Endpoints, Tokens, row 2 (not said)',
    provenance: 'assumed',
    stage: 'validation',
    status: 'general.validation-status',
    on: ['createToken'],
    when,
  })

export const scopeEmpty = unclear(
  { id: 'tokens.scope-empty', says: 'A scope without entries may be refused.' },
  (context) =>
    checkedBody<'createToken'>(context)?.scope?.length === 0 && context.gap('tokens.empty-scope') === 'refuse'
      ? 'a scope needs an entry'
      : undefined,
)

export const resourceIdsEmpty = unclear(
  { id: 'tokens.resource-ids-empty', says: 'A scope entry with an empty list of resources may be refused.' },
  (context) =>
    askedScope(context).some(({ resourceIds }) => resourceIds?.length === 0) &&
    context.gap('tokens.resource-ids-empty') === 'refuse'
      ? 'resourceIds must not be empty'
      : undefined,
)

export const resourceIdsUnscopable = unclear(
  { id: 'tokens.resource-ids-unscopable', says: 'Resources for a role that is not scopable may be refused.' },
  (context) => {
    const odd = askedScope(context).find(
      ({ role, resourceIds = [] }) => resourceIds.length > 0 && roleOf(context, role)?.scopable === false,
    )
    if (!odd || context.gap('tokens.resource-ids-unscopable') === 'ignore') return undefined
    return `the role ${odd.role} cannot be narrowed to resources`
  },
)

export const resourceElsewhere = unclear(
  {
    id: 'tokens.resource-elsewhere',
    says: 'A resource that belongs to another service than the role may be refused.',
  },
  (context) => {
    const odd = askedScope(context).find((entry) => namesOtherService(context, entry))
    if (!odd || context.gap('tokens.resource-elsewhere') === 'accept') return undefined
    return `the role ${odd.role} is not for these resources`
  },
)

function namesOtherService(context: RefusalContext, { role, resourceIds = [] }: Asked): boolean {
  const row = roleOf(context, role)
  if (resourceIds.length === 0 || !row?.scopable || !row.reaches) return false
  const services = row.reaches.map(({ service }) => service)
  const seen = readableResources(context, context.caller)
  const own = new Set(seen.flatMap(({ service, id }) => (services.includes(service) ? [id] : [])))
  return resourceIds.some((id) => !own.has(id) && seen.some((resource) => resource.id === id))
}

export const roleRepeated = unclear(
  { id: 'tokens.role-repeated', says: 'A role that appears twice may be refused.' },
  (context) => {
    const roles = askedScope(context).map(({ role }) => role)
    if (new Set(roles).size === roles.length) return undefined
    return context.gap('tokens.repeated-role') === 'refuse' ? 'a role is named twice' : undefined
  },
)

/**
 * Whoever has no registry access for whatever reason gets 403 there (Endpoints, Registries, 5); the list of permissions
 * belongs to no service that a role could be for.
 */
const ELSEWHERE: readonly string[] = ['createLoginCredential', 'listPermissions']

/** Lists of domains and routes may be empty for a caller without any permission (Endpoints, Email, rows 4 and 7). */
const showsNone = (context: RefusalContext): boolean =>
  ['listDomains', 'listRoutes'].includes(context.operation.id) &&
  context.gap('email.list-without-permission') === 'empty'

/** What belongs to a person may be no matter of the services that a token is narrowed to (Endpoints, On-call, 8 and 9). */
const isPersonal = (context: RefusalContext): boolean =>
  ['getPagingSettings', 'savePagingSettings'].includes(context.operation.id) &&
  context.gap('oncall.paging-by-narrowed') === 'accept'

export const scopeExceeded = refusal({
  id: 'tokens.scope-exceeded',
  says: 'A narrowed token cannot do anything beyond its roles and resources; the status is open.',
  checklist: ['TOK-06'],
  where: 'Authentication, point 2',
  provenance: 'stated',
  stage: 'permission',
  status: 'general.permission-status',
  on: { areas: AREAS.filter((area) => area !== 'tokens') },
  when: (context) => {
    if (ELSEWHERE.includes(context.operation.id) || scopeReaches(context)) return undefined
    if (showsNone(context) || isPersonal(context)) return undefined
    const who = credentialOf(context, context.credential)?.tokenId === undefined ? 'the caller' : 'this token'
    return `${who} does not reach that far`
  },
})
