// Paging: a new incident walks the steps of its policy until somebody acknowledges.

import { onCallAt } from './rotation.mjs'
import { iso } from './util.mjs'

export const DEFAULT_RULES = [{ channel: 'email', delaySeconds: 0 }]

/** Begins the walk with the policy as it is now. */
export function beginWalk(w, org, incident) {
  const service = org.oncall.services.get(incident.serviceId)
  const policy = service?.escalationPolicyId ? org.oncall.policies.get(service.escalationPolicyId) : null
  if (!policy) return
  incident.walk = {
    policyId: policy.id,
    policyName: policy.name,
    steps: structuredClone(policy.steps),
    repeat: policy.repeat,
  }
  step(w, org, incident, 0, 0)
}

function step(w, org, incident, index, round) {
  if (incident.status !== 'open') return
  const { steps, repeat } = incident.walk
  const { target, waitSeconds } = steps[index]
  const userId = target.kind === 'user' ? target.id : onCallOf(w, org, target.id)
  incident.timeline.push({
    at: w.now(),
    kind: 'escalated',
    step: index,
    round,
    detail: userId
      ? `Step ${index + 1} notifies ${w.users.get(userId)?.label ?? userId}`
      : `Step ${index + 1} reaches nobody`,
  })
  if (userId && org.members.has(userId)) notify(w, org, incident, userId, index, round)
  const last = index === steps.length - 1
  if (last && round >= repeat) return
  w.clock.after(waitSeconds * 1000, 'escalation-step', 'OncallIncident', incident.id, () =>
    step(w, org, incident, last ? 0 : index + 1, last ? round + 1 : round),
  )
}
function onCallOf(w, org, scheduleId) {
  const schedule = org.oncall.schedules.get(scheduleId)
  return schedule ? onCallAt(schedule, w.now())?.userId : undefined
}

/** Notifies one responder by their rules. */
function notify(w, org, incident, userId, index, round) {
  for (const rule of org.oncall.paging.get(userId)?.rules ?? DEFAULT_RULES) {
    const send = () => {
      if (incident.status === 'open') page(w, org, incident, userId, rule.channel, index, round)
    }
    if (rule.delaySeconds === 0) send()
    else w.clock.after(rule.delaySeconds * 1000, 'notification', 'OncallIncident', incident.id, send)
  }
}

function page(w, org, incident, userId, channel, index, round) {
  const phone = org.oncall.paging.get(userId)?.phone ?? ''
  const email = w.users.get(userId)?.email ?? ''
  let error
  if (channel !== 'email') {
    if (!org.oncall.provider) error = 'no-credential: the organization has no SMS and voice provider credential'
    else if (!phone) error = 'no-phone: the responder has no phone number'
    else if (org.oncall.providerBehaviour.pages === 'rejects') error = 'rejected: the provider rejected the page'
    else if (org.oncall.providerBehaviour.pages === 'unreachable')
      error = 'unreachable: the provider could not be reached'
  }
  const entry = {
    id: w.pages.length + 1,
    at: iso(w.now()),
    incidentId: incident.id,
    userId,
    channel,
    to: channel === 'email' ? email : phone,
    step: index,
    round,
    outcome: error ? 'failed' : 'sent',
    ...(error ? { error } : {}),
  }
  w.pages.push(entry)
  incident.timeline.push({
    at: w.now(),
    kind: error ? 'page-failed' : 'paged',
    userId,
    channel,
    step: index,
    round,
    detail: error ?? `${channel} to ${entry.to}`,
  })
}
