import type { EventEffect } from '../areas/area.ts'
import { eventAnswer, ImpossibleEvent } from '../areas/event-answer.ts'
import { EVERYWHERE } from '../identity/identity.ts'

export const entitlementChanges: EventEffect<'entitlementChanges'> = (context) => {
  const { area, enabled } = context.body
  const organization = context.get('Organization', EVERYWHERE, context.org)
  if (!organization) throw new ImpossibleEvent('unknown', `there is no organization ${context.org}`)
  const others = organization.entitlements.filter((entitlement) => entitlement !== area)
  context.put('Organization', { ...organization, entitlements: enabled ? [...others, area] : others })
  return eventAnswer(context, { entity: 'Organization', id: context.org, change: 'changed' })
}

export const backendBehaves: EventEffect<'backendBehaves'> = (context) => {
  const { backend, reachable } = context.body
  context.put('Backend', { id: backend, org: EVERYWHERE, seq: context.serial(), reachable })
  return eventAnswer(context)
}
