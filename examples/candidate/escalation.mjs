import { settingsOf } from './paging.mjs'
import { onCallAt } from './schedules.mjs'

/**
 * Walks a new incident along the ordered steps of its service's policy until
 * somebody acknowledges. A detached service pages no one.
 */
export function startWalk(world, org, incident, now) {
  const { service } = incident
  const policyId = service.policyId ?? (world.fault('detached-still-pages') ? service.pagedBy : undefined)
  const policy = org.policies.get(policyId)
  if (!policy) return
  const walk = { policyId, steps: policy.steps, repeat: policy.repeat, taken: 0 }
  takeStep(world, org, incident, walk, 0, now)
}

/** Takes step number `position` (counted over all walks) at its moment, and plans the next one. */
function takeStep(world, org, incident, walk, position, at) {
  const { choice } = world
  if (!stillCalling(world, incident)) return
  const live = choice.walkUses === 'live' ? org.policies.get(walk.policyId) : walk
  if (!live || live.steps.length === 0 || position >= choice.walkStepCap) return
  const walks = choice.repeatMeans === 'extra-walks' ? live.repeat + 1 : Math.max(1, live.repeat)
  if (position >= live.steps.length * walks) return
  const step = live.steps[position % live.steps.length]
  const userId = responder(world, org, step.target, at)
  const place = { step: position % live.steps.length, round: Math.floor(position / live.steps.length) }
  if (userId !== undefined) notify(world, org, incident, userId, place, at)
  const next = (due) => takeStep(world, org, incident, walk, position + 1, due)
  later(world, at, step.waitSeconds, { timer: 'escalation-step', entity: 'OncallIncident', id: incident.id }, next)
}

function stillCalling(world, incident) {
  return incident.status === 'open' || (incident.status === 'acknowledged' && world.fault('walk-ignores-acknowledge'))
}

/** The user a step's target stands for; overrides count before that. */
function responder(world, org, target, at) {
  if (target.kind === 'user') return target.id
  const schedule = org.schedules.get(target.id)
  return schedule && onCallAt(world, schedule, at)?.userId
}

/** Pages a responder by each of their rules. `place` is the step of the walk and its round. */
function notify(world, org, incident, userId, place, at) {
  const user = world.users.get(userId)
  const page = { incidentId: incident.id, userId, ...place }
  if (!user) {
    record(world, { ...page, at, channel: 'email', to: '', error: 'unknown-user' })
    return
  }
  for (const { channel, delaySeconds } of settingsOf(user).rules) {
    const delay = world.fault('page-delay-ignored') ? 0 : delaySeconds
    later(world, at, delay, { timer: 'page', entity: 'OncallIncident', id: incident.id }, (due) => {
      if (!stillCalling(world, incident)) return
      const error = channel === 'email' ? undefined : failureOf(org, user)
      if (error === 'no-credential' && world.fault('no-credential-silent')) return
      const to = channel === 'email' ? user.email : settingsOf(user).phone
      record(world, { ...page, at: due, channel, to, error })
    })
  }
}

/** Why an sms or voice page cannot be sent; undefined when it can. */
function failureOf(org, user) {
  if (!org.provider) return 'no-credential'
  if (settingsOf(user).phone === '') return 'no-phone'
  const behaviour = org.providerBehaviour.pages
  return behaviour === 'accepts' ? undefined : `provider-${behaviour}`
}

/** Runs now when there is nothing to wait for, else when due. */
function later(world, at, seconds, about, run) {
  if (seconds === 0) run(at)
  else world.timers.add(at + seconds * 1000, about, run)
}

function record(world, page) {
  world.paged += 1
  world.pages.push({ id: world.paged, ...page })
  if (world.pages.length > 20000) world.pages.splice(0, 10000)
}
