import fc from 'fast-check'
import { isoTime } from '../../kit/drawing.ts'
import { own } from '../../kit/own-rows.ts'
import type { PlainValue, PlainValues } from '../../kit/plain-values.ts'
import { choicesFor } from '../../shadow/choices.ts'
import { posted } from './alerts/posted.ts'

const HOUR_MS = 3_600_000

const timezone: PlainValue = ({ sampler }) => sampler.pick(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])

const handoff: PlainValue = ({ sampler, contract, shadow }) => {
  const form = choicesFor(contract, shadow).value('oncall.handoff-time-format')
  // Where hours and minutes were refused, there may have to be seconds.
  const time = `${sampler.pick(['08:00', '09:30', '17:00'])}${form === 'hours-minutes-seconds' ? ':00' : ''}`
  return sampler.chance(0.5)
    ? { interval: 'daily', time }
    : { interval: 'weekly', dow: sampler.draw(fc.integer({ min: 1, max: 5 })), time }
}

const participants: PlainValue = ({ vocabulary, sampler }) => {
  const users = vocabulary.users ?? []
  if (users.length === 0) return undefined
  return sampler.draw(fc.shuffledSubarray([...users], { minLength: 1 })).map(({ id, label }) => ({ userId: id, label }))
}

const override: PlainValue = ({ vocabulary, sampler, shadow }) => {
  const user = sampler.pick(vocabulary.users ?? [])
  if (!user) return undefined
  const now = shadow.world.nowMs
  const [from, to] = sampler.chance(0.7) ? [-HOUR_MS, 2 * HOUR_MS] : [48 * HOUR_MS, 72 * HOUR_MS]
  return { userId: user.id, label: user.label, startsAt: isoTime(now + from), endsAt: isoTime(now + to) }
}

const repeat: PlainValue = ({ sampler }) => sampler.draw(fc.integer({ min: 1, max: 3 }))

const steps: PlainValue = (drawing) => {
  const { vocabulary, sampler } = drawing
  const users = (vocabulary.users ?? []).map(({ id, label }) => ({ kind: 'user', id, label }))
  const schedules = own(drawing, 'OncallSchedule').map(({ id, name }) => ({ kind: 'schedule', id, label: name }))
  const targets = schedules.length > 0 && sampler.chance(0.7) ? schedules : [...users, ...schedules]
  if (targets.length === 0) return undefined
  return sampler.draw(
    fc.array(fc.record({ target: fc.constantFrom(...targets), waitSeconds: fc.integer({ min: 60, max: 900 }) }), {
      minLength: 1,
      maxLength: 2,
    }),
  )
}

const policyOrNone: PlainValue = (drawing) => {
  const policies = own(drawing, 'OncallEscalationPolicy')
  return policies.length === 0 || drawing.sampler.chance(0.35) ? null : drawing.sampler.pick(policies)?.id
}

const notificationRules: PlainValue = ({ sampler }) =>
  sampler.draw(
    fc.array(fc.record({ channel: fc.constant('email'), delaySeconds: fc.integer({ min: 0, max: 600 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  )

export const ONCALL_VALUES: PlainValues = {
  createSchedule: { fields: { timezone, handoff, participants } },
  updateSchedule: { fields: { timezone, handoff, participants } },
  addOverride: { body: override },
  receiveAlerts: { body: (drawing) => posted(drawing, ['plain']) },
  createEscalationPolicy: { fields: { repeat, steps } },
  updateEscalationPolicy: { fields: { repeat, steps } },
  setServiceEscalationPolicy: { fields: { escalationPolicyId: policyOrNone } },
  savePagingSettings: { fields: { phone: ({ vocabulary }) => vocabulary.phone, rules: notificationRules } },
  setProviderCredential: { body: ({ vocabulary }) => vocabulary.provider },
  listIncidents: {
    fields: {
      status: ({ vocabulary: { incidentStatusFilter: filters }, sampler }) =>
        filters && (sampler.pick(Object.values(filters)) ?? 'open'),
    },
  },
}
