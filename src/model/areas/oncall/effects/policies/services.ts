import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { serviceView } from '../../queries/views.ts'
import { nullDetaches } from '../../statements/policies.ts'

export const listOncallServices: Effect<'listOncallServices'> = (context) => ({
  services: listed(context, context.oldest('OncallService', 'all', context.caller.org), ({ name }) => name).map(
    (service) => serviceView(context, service),
  ),
})

export const createOncallService: Effect<'createOncallService'> = (context) => {
  const service = context.put('OncallService', {
    id: context.fresh.id('OncallService'),
    org: context.caller.org,
    seq: context.serial(),
    name: context.body.name,
    createdAt: context.fresh.time(context.nowMs),
    escalationPolicyId: undefined,
  })
  return serviceView(context, service)
}

export const setServiceEscalationPolicy: Effect<'setServiceEscalationPolicy'> = (context) => {
  const service = context.the('OncallService')
  const { escalationPolicyId: given } = context.body
  if (given === null) context.cite(nullDetaches)
  return serviceView(context, context.put('OncallService', { ...service, escalationPolicyId: given ?? undefined }))
}
