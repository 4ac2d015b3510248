import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { policyView } from '../../queries/views.ts'
import { policyPatchOnlyNamed } from '../../statements/policies.ts'

export const listEscalationPolicies: Effect<'listEscalationPolicies'> = (context) => ({
  policies: listed(
    context,
    context.oldest('OncallEscalationPolicy', 'all', context.caller.org),
    ({ name }) => name,
  ).map((policy) => policyView(context, policy)),
})

export const createEscalationPolicy: Effect<'createEscalationPolicy'> = (context) => {
  const { name, repeat, steps } = context.body
  const policy = context.put('OncallEscalationPolicy', {
    id: context.fresh.id('OncallEscalationPolicy'),
    org: context.caller.org,
    seq: context.serial(),
    name,
    repeat,
    steps,
    createdAt: context.fresh.time(context.nowMs),
  })
  return policyView(context, policy)
}

export const updateEscalationPolicy: Effect<'updateEscalationPolicy'> = (context) => {
  const before = context.the('OncallEscalationPolicy')
  context.cite(policyPatchOnlyNamed)
  const { name = before.name, repeat = before.repeat, steps = before.steps } = context.body
  return policyView(context, context.put('OncallEscalationPolicy', { ...before, name, repeat, steps }))
}

export const deleteEscalationPolicy: Effect<'deleteEscalationPolicy'> = (context) => {
  const { org, id } = context.the('OncallEscalationPolicy')
  context.remove('OncallEscalationPolicy', org, id)
  return undefined
}
