import type { RequestBody } from '../../../request/operation-types.ts'
import type { Hand } from '../hand/hand.ts'

type Scope = NonNullable<RequestBody<'createToken'>['scope']>

/** A scope out of what somebody is offered: one role or two, of a service each, and some of their resources. */
export function scopeFor(hand: Hand, credential: string): Scope | undefined {
  const offered = hand.ask('getTokenScopeOptions', { credential })
  const roles = offered?.roles.filter(({ service }) => service !== undefined) ?? []
  if (!offered || roles.length === 0) return undefined
  return hand.some(roles, 1, 2).map(({ id, service, scopable }) => {
    const own = offered.resources.filter((resource) => resource.service === service)
    const resourceIds = scopable && hand.happensTo(0.6) ? hand.some(own, 1, 3).map((resource) => resource.id) : []
    return { role: id, ...(resourceIds.length > 0 && { resourceIds }) }
  })
}
