import type { Effect } from '../../area.ts'
import { listed } from './listed.ts'
import { policyPatchOnlyNamed } from './rules/policies.ts'
import { policyView } from './views.ts'

export const listEscalationPolicies: Effect<'listEscalationPolicies'> = (context) => ({
  policies: listed(context, 'OncallEscalationPolicy', context.caller.org).map((policy) => policyView(context, policy)),
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
  const rest = context.follow(policyPatchOnlyNamed) ? before : { ...before, repeat: 0, steps: [] }
  const { name = rest.name, repeat = rest.repeat, steps = rest.steps } = context.body
  return policyView(context, context.put('OncallEscalationPolicy', { ...before, name, repeat, steps }))
}

export const deleteEscalationPolicy: Effect<'deleteEscalationPolicy'> = (context) => {
  const { org, id } = context.the('OncallEscalationPolicy')
  context.remove('OncallEscalationPolicy', org, id)
  return undefined
}
