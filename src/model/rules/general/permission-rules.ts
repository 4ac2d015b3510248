import { concernOf, covers } from '../../access/concern.ts'
import { permitted } from '../../access/permits.ts'
import { reads, scopeReaches } from '../../access/scope-reaches.ts'
import type { RefusalContext } from '../../request/contexts.ts'
import { type Refusal, refusal } from '../rule.ts'

export const permissionNeeded = refusal({
  id: 'general.permission-needed',
  says: 'Every operation needs a permission tier for reading or writing; which one is open.',
  checklist: ['REG-10'],
  where: 'Authentication, point 3 (names a few permissions only)',
  provenance: 'assumed',
  stage: 'permission',
  status: 'general.permission-status',
  on: { areas: ['registry', 'oncall', 'clusters', 'uptime'] },
  when: (context) => {
    // A caller with full access needs no check.
    if (!context.caller.scope && context.peek('general.role-tiers')[context.caller.role] === 'admin') return undefined
    const permission = permissionFor(context)
    // A request outside the token's scope is refused by the rule about scopes.
    if (permission === undefined || !scopeReaches(context) || isPermitted(context, permission)) return undefined
    return `this needs the permission ${permission}`
  },
})

export const PERMISSION_RULES: readonly Refusal[] = [permissionNeeded]

/** Undefined where an operation falls under none, or nothing is needed. */
function permissionFor(context: RefusalContext): string | undefined {
  const { id, area } = context.operation
  const resource = context.gap('general.permission-resources')[id]
  if (resource === undefined) return undefined
  const tier = context.gap(reads(context) ? 'general.read-tier' : 'general.write-tier')
  return tier === 'none' ? undefined : `${area}.${resource}.${tier}`
}

function isPermitted(context: RefusalContext, permission: string): boolean {
  return permitted(context, context.caller, permission, (resourceIds, limit) =>
    covers(resourceIds, concernOf(context, limit), reads(context)),
  )
}
