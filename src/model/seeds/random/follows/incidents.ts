import { ALERT_NAMES, summaryOf } from '../../acme/oncall/alerts.ts'
import { HOUR, MINUTE, SECOND } from '../../kit/durations.ts'
import type { Hand } from '../hand/hand.ts'
import { UPDATES } from '../words/updates.ts'

interface Firing {
  readonly serviceId: string
  readonly alert: string
}

/** An alert fires at a service, at a source of it if it has one. */
export function alertComesIn(hand: Hand): boolean {
  const service = hand.one('OncallService')
  if (!service) return false
  const name = hand.dice.pick(ALERT_NAMES)
  const summary = summaryOf(name, service.name)
  const source = hand.one('OncallAlertSource', ({ serviceId }) => serviceId === service.id)
  const alert = `${name}/${hand.growing.ordinal('alert')}`
  const severity = hand.happensTo(0.4) ? 'critical' : 'warning'
  const fired = hand.happens('alertFires', {
    ...(source ? { sourceId: source.id } : { serviceId: service.id }),
    ...{
      alert,
      title: summary,
      labels: { alertname: name, service: service.name, severity },
      annotations: { summary },
    },
  })
  if (!fired) return false
  isLookedAfter(hand, fired.incidentId, { serviceId: service.id, alert })
  return true
}

/** Somebody takes an incident, says something about it, and some time later it is over. */
export function isLookedAfter(hand: Hand, id: string, firing?: Firing): void {
  const { credential } = hand.somebody()
  const parameters = { id }
  const takenMs = hand.between(40 * SECOND, 35 * MINUTE)
  if (hand.happensTo(0.85)) hand.after(takenMs, () => takes(hand, id, credential))
  if (hand.happensTo(0.25))
    hand.after(takenMs + 5 * MINUTE, () =>
      hand.ask('publishUpdate', { credential, parameters, body: { body: hand.dice.pick<string>(UPDATES) } }),
    )
  const overMs = takenMs + hand.between(6 * MINUTE, 5 * HOUR)
  hand.after(overMs, () => {
    if (firing) hand.happens('alertResolves', firing)
    if (!isOver(hand, id) && !stillFires(hand, id)) hand.ask('resolveIncident', { credential, parameters })
  })
}

function takes(hand: Hand, id: string, credential: string): void {
  const incident = hand.reader.get('OncallIncident', hand.org, id)
  if (incident?.status === 'open') hand.ask('acknowledgeIncident', { credential, parameters: { id } })
}

const isOver = (hand: Hand, id: string): boolean =>
  hand.reader.get('OncallIncident', hand.org, id)?.status === 'resolved'

const stillFires = (hand: Hand, id: string): boolean =>
  !hand.reader.oldest('OncallAlert', 'firing', hand.org, id)[Symbol.iterator]().next().done
