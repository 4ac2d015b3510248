import { EVERYWHERE } from '../../../identity/identity.ts'
import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent } from '../../event-answer.ts'
import { markSlug, unmarkSlug } from '../effects/registries/mark-slug.ts'
import { setPaymentActive } from '../effects/registries/set-payment.ts'
import { registryAnywhere, registryCalled } from '../queries/registry-of.ts'

export const paymentMethodChanges: EventEffect<'paymentMethodChanges'> = (context) => {
  if (!context.get('Organization', EVERYWHERE, context.org))
    throw new ImpossibleEvent('unknown', `there is no organization ${context.org}`)
  setPaymentActive(context, context.org, context.body.active)
  return eventAnswer(context, { entity: 'Organization', id: context.org, change: 'changed' })
}

export const slugClaimedElsewhere: EventEffect<'slugClaimedElsewhere'> = (context) => {
  const { slug, how = 'claimed' } = context.body
  if (registryAnywhere(context, slug))
    throw new ImpossibleEvent('not-possible', `a registry of this world is called ${slug}`)
  if (how === 'free') unmarkSlug(context, slug)
  else markSlug(context, slug, { how, formerOrg: undefined })
  return eventAnswer(context)
}

/** Images beyond a lowered quota stay. */
export const quotaChanges: EventEffect<'quotaChanges'> = (context) => {
  const { quota, value, registry: slug } = context.body
  if (quota !== 'registry-storage-bytes') return undefined
  if (slug === undefined) throw new ImpossibleEvent('unknown', 'storage is limited per registry: name one')
  context.put('Registry', { ...registryCalled(context, slug), storageQuotaBytes: value })
  return eventAnswer(context, { entity: 'Registry', id: slug, change: 'changed' })
}
