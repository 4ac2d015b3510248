import { EVERYWHERE } from '../../../identity/identity.ts'
import type { EventEffect } from '../../area.ts'
import { happened, Impossible } from '../../event-answer.ts'
import { setPaymentActive } from '../queries/payment.ts'
import { registryAnywhere, registryCalled } from '../queries/registry-of.ts'
import { markSlug, unmarkSlug } from '../queries/slugs.ts'

export const paymentMethodChanges: EventEffect<'paymentMethodChanges'> = (context) => {
  if (!context.get('Organization', EVERYWHERE, context.org))
    throw new Impossible('unknown', `there is no organization ${context.org}`)
  setPaymentActive(context, context.org, context.body.active)
  return happened(context, { entity: 'Organization', id: context.org, change: 'changed' })
}

export const slugClaimedElsewhere: EventEffect<'slugClaimedElsewhere'> = (context) => {
  const { slug, how = 'claimed' } = context.body
  if (registryAnywhere(context, slug))
    throw new Impossible('not-possible', `a registry of this world is called ${slug}`)
  if (how === 'free') unmarkSlug(context, slug)
  else markSlug(context, slug, { how, formerOrg: undefined })
  return happened(context)
}

/** What is stored beyond a lowered quota stays. */
export const quotaChanges: EventEffect<'quotaChanges'> = (context) => {
  const { quota, value, registry: slug } = context.body
  if (quota !== 'registry-storage-bytes') return undefined
  if (slug === undefined) throw new Impossible('unknown', 'storage is limited per registry: name one')
  context.put('Registry', { ...registryCalled(context, slug), storageQuotaBytes: value })
  return happened(context, { entity: 'Registry', id: slug, change: 'changed' })
}
