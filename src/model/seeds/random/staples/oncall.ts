import { DAY, HOUR, MINUTE } from '../../kit/durations.ts'
import { alertComesIn } from '../follows/incidents.ts'
import type { Hand } from '../hand/hand.ts'
import { newName, type Staple } from './staple.ts'

/** A service that pages people, and incidents that are still open. */
export const ONCALL_STAPLES: readonly Staple[] = [
  [29.5 * DAY, (hand) => pagedService(hand)],
  [9 * DAY, (hand) => alertComesIn(hand)],
  [35 * MINUTE, (hand) => opened(hand, 'Nobody can log in to')],
  [
    80 * MINUTE,
    (hand) => {
      const id = opened(hand, 'Old prices in')
      const { credential } = hand.somebody()
      if (id !== undefined)
        hand.after(11 * MINUTE, () => hand.ask('acknowledgeIncident', { credential, parameters: { id } }))
    },
  ],
  [
    13 * DAY,
    (hand) => {
      const service = hand.one('OncallService')
      const lost =
        service &&
        hand.ask('createAlertSource', { body: { name: newName(hand, 'source', ' '), serviceId: service.id } })
      if (lost) hand.after(4 * DAY, () => hand.ask('revokeAlertSource', { parameters: { id: lost.id } }))
    },
  ],
]

function pagedService(hand: Hand): void {
  const service = hand.ask('createOncallService', { body: { name: newName(hand, 'service', ' ') } })
  const participants = hand.staff.map(({ userId, label }) => ({ userId, label }))
  const time = hand.reader.gap('oncall.handoff-time-format') === 'hours-minutes-seconds' ? '09:00:00' : '09:00'
  const schedule = hand.ask('createSchedule', {
    body: {
      name: newName(hand, 'rotation', ', '),
      timezone: 'Europe/Berlin',
      participants,
      handoff: { interval: 'daily', time },
    },
  })
  if (!service || !schedule) return
  const target = { kind: 'schedule', id: schedule.id, label: schedule.name } as const
  const policy = hand.ask('createEscalationPolicy', {
    body: { name: newName(hand, 'policy', ' '), repeat: 1, steps: [{ target, waitSeconds: 600 }] },
  })
  if (!policy) return
  const parameters = { id: service.id }
  hand.after(10 * MINUTE, () =>
    hand.ask('setServiceEscalationPolicy', { parameters, body: { escalationPolicyId: policy.id } }),
  )
  const [who] = hand.some(participants, 1, 1)
  const swap = {
    startsAt: new Date(hand.growing.endMs - 2 * HOUR).toISOString(),
    endsAt: new Date(hand.growing.endMs + 6 * HOUR).toISOString(),
  }
  if (who)
    hand.after(27 * DAY, () => hand.ask('addOverride', { parameters: { id: schedule.id }, body: { ...who, ...swap } }))
}

/** By a person, so that no alert ends it. */
function opened(hand: Hand, title: string): string | undefined {
  const service = hand.one('OncallService')
  if (!service) return undefined
  const { credential } = hand.somebody()
  const body = { serviceId: service.id, title: `${title} ${service.name}` }
  return hand.ask('openIncident', { credential, body })?.id
}
