import { refuse } from './errors.mjs'
import { known, readUserId, referred } from './lookup.mjs'
import { ordered, when } from './values.mjs'

/** Escalation policies, and attaching them to services. */
export const policyHandlers = {
  listPolicies(ctx) {
    const counts = attachments(ctx.org)
    return {
      policies: ordered(ctx.org.policies.values(), ctx.choice.policyOrder).map((policy) =>
        showPolicy(ctx, policy, counts),
      ),
    }
  },

  createPolicy(ctx) {
    const { check, world, org, now } = ctx
    const body = check.object(ctx.body, 'policy', FIELDS)
    const policy = {
      id: world.newId(),
      createdAt: now,
      name: check.text(body.name, 'name'),
      repeat: check.integer(body.repeat, 'repeat', 0),
      steps: [],
    }
    if (ctx.fault('refused-policy-kept')) org.policies.set(policy.id, policy)
    policy.steps = readSteps(ctx, body.steps)
    if (ctx.fault('steps-sorted')) policy.steps.sort((x, y) => x.waitSeconds - y.waitSeconds)
    org.policies.set(policy.id, policy)
    return showPolicy(ctx, policy)
  },

  updatePolicy(ctx) {
    const { check } = ctx
    const policy = known(ctx, ctx.org.policies, ctx.params.id, 'policy')
    const body = check.object(ctx.body, 'policy', FIELDS)
    const changes = {
      name: check.optional(body, 'name', check.text),
      repeat: check.optional(body, 'repeat', (value, what) => check.integer(value, what, 0)),
      steps: check.optional(body, 'steps', (value) => readSteps(ctx, value)),
    }
    if (ctx.fault('policy-update-resets-repeat')) changes.repeat ??= 0
    for (const [field, value] of Object.entries(changes)) if (value !== undefined) policy[field] = value
    return showPolicy(ctx, policy)
  },

  deletePolicy(ctx) {
    let { org } = ctx
    if (ctx.fault('other-org-policy-deleted'))
      org = [...ctx.world.orgs.values()].find((any) => any.policies.has(ctx.params.id)) ?? org
    const policy = known(ctx, org.policies, ctx.params.id, 'policy')
    if (attachments(org).has(policy.id) && !ctx.fault('attached-policy-deleted'))
      refuse(409, 'a service still references the policy')
    org.policies.delete(policy.id)
    return ctx.choice.doneBody
  },

  attachPolicy(ctx) {
    const { check, org } = ctx
    const service = known(ctx, org.services, ctx.params.id, 'service')
    const body = check.object(ctx.body, 'attachment', ['escalationPolicyId'])
    const detach = body.escalationPolicyId === null
    const policy = detach ? undefined : referred(ctx, org.policies, body.escalationPolicyId, 'escalationPolicyId')
    if (!detach) service.pagedBy = policy.id
    if (!detach || !ctx.fault('detach-ignored')) service.policyId = policy?.id
    return {
      id: service.id,
      name: service.name,
      createdAt: when(ctx.choice, service.createdAt),
      escalationPolicyId: service.policyId ?? ctx.choice.detachedPolicyId,
    }
  },
}

const FIELDS = ['name', 'repeat', 'steps']

function readSteps(ctx, value) {
  const steps = ctx.check.array(value, 'steps', (item, what) => readStep(ctx, item, what))
  if (steps.length === 0 && ctx.choice.emptySteps === 'refuse') ctx.check.bad('steps: at least one')
  return steps
}

function readStep(ctx, item, what) {
  const { check, org } = ctx
  const step = check.object(item, what, ['target', 'waitSeconds'])
  const target = check.object(step.target, `${what}.target`, ['kind', 'id', 'label'])
  const kind = check.oneOf(target.kind, `${what}.target.kind`, ['schedule', 'user'])
  const id =
    kind === 'schedule'
      ? referred(ctx, org.schedules, target.id, `${what}.target.id`).id
      : readUserId(ctx, target.id, `${what}.target.id`)
  const label = check.string(target.label, `${what}.target.label`)
  return { target: { kind, id, label }, waitSeconds: check.integer(step.waitSeconds, `${what}.waitSeconds`, 0) }
}

/** How many services reference each policy. @returns {Map<string, number>} */
function attachments(org) {
  const counts = new Map()
  for (const { policyId } of org.services.values())
    if (policyId !== undefined) counts.set(policyId, (counts.get(policyId) ?? 0) + 1)
  return counts
}

function showPolicy(ctx, policy, counts = attachments(ctx.org)) {
  const { id, name, repeat, steps, createdAt } = policy
  const services = ctx.fault('policy-count-stale') ? 0 : (counts.get(policy.id) ?? 0)
  return { id, name, repeat, steps, services, createdAt: when(ctx.choice, createdAt) }
}
