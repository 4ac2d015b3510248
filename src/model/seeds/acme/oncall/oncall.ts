import type { ActorSeed } from '../../../access/seed-identities.ts'
import { apiDay } from '../../../areas/oncall/queries/schedules/days.ts'
import { CAST, participant } from '../../kit/cast.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/durations.ts'
import { putOncallService } from '../../kit/oncall-service.ts'
import type { Story, Strand } from '../../kit/story.ts'
import { type AlertName, summaryOf } from './alerts.ts'
import { HISTORY } from './history.ts'
import { INCIDENTS } from './incidents.ts'
import type { IncidentPlan } from './plan.ts'

const SERVICES = {
  svc_checkout: 'Checkout',
  svc_search: 'Search',
  svc_payments: 'Payments',
  svc_website: 'Website',
} as const

const serviceNamed = (id: string): string => Object.entries(SERVICES).find(([other]) => other === id)?.[1] ?? id

/** By service: the alert source that speaks for it. */
type Sources = Map<string, string>

export function oncall(story: Story): void {
  const sources: Sources = new Map()
  story.begin(arrangements(story, sources))
  story.begin(oldSource(story))
  for (const plan of [...HISTORY, ...INCIDENTS]) story.begin(incident(story, plan, sources))
}

/** Monday at nine, as the gaps have it written. */
export function mondayAtNine({ here }: Story): { interval: 'weekly'; dow: number; time: string } {
  return { interval: 'weekly', dow: apiDay(here, 1), time: timeOfDay(here, '09:00') }
}

const timeOfDay = (here: Story['here'], time: string): string =>
  here.gap('oncall.handoff-time-format') === 'hours-minutes-seconds' ? `${time}:00` : time

const toUser = ({ userId, label }: ActorSeed) => ({ kind: 'user', id: userId, label }) as const

function* arrangements(story: Story, sources: Sources): Strand {
  const { owner, admin, member, engineer, support } = CAST
  yield story.before(89 * DAY)
  for (const [id, name] of Object.entries(SERVICES)) putOncallService(story.here, 'acme', id, name)
  const primary = story.ask(admin, 'createSchedule', {
    body: {
      name: 'Primary',
      timezone: 'Europe/Berlin',
      participants: [admin, member, engineer].map(participant),
      handoff: mondayAtNine(story),
    },
  })
  const nights = story.ask(admin, 'createSchedule', {
    body: {
      name: 'Nights',
      timezone: 'Europe/Berlin',
      participants: [engineer, support].map(participant),
      handoff: { interval: 'daily', time: timeOfDay(story.here, '18:00') },
    },
  })
  const toSchedule = ({ id, name }: { id: string; name: string }) => ({ kind: 'schedule', id, label: name }) as const
  const urgent = story.ask(admin, 'createEscalationPolicy', {
    body: {
      name: 'Urgent',
      repeat: 1,
      steps: [
        { target: toSchedule(primary), waitSeconds: 300 },
        { target: toSchedule(nights), waitSeconds: 600 },
        { target: toUser(owner), waitSeconds: 900 },
      ],
    },
  })
  const relaxed = story.ask(admin, 'createEscalationPolicy', {
    body: { name: 'Relaxed', repeat: 0, steps: [{ target: toSchedule(primary), waitSeconds: 1800 }] },
  })
  for (const [serviceId, name] of Object.entries(SERVICES)) {
    const { id } = story.ask(admin, 'createAlertSource', { body: { name: `Alertmanager ${name}`, serviceId } })
    sources.set(serviceId, id)
  }
  story.begin(paging(story))
  story.begin(overrides(story, primary.id, nights.id))
  yield story.before(13 * DAY)
  const policies = { svc_checkout: urgent, svc_payments: urgent, svc_search: relaxed } as const
  for (const [id, policy] of Object.entries(policies))
    story.ask(admin, 'setServiceEscalationPolicy', { parameters: { id }, body: { escalationPolicyId: policy.id } })
}

/** The paging settings of the people, and the provider account for texts and calls. */
function* paging(story: Story): Strand {
  const { owner, admin, engineer } = CAST
  yield story.before(88.5 * DAY)
  story.ask(owner, 'setProviderCredential', {
    body: {
      accountSid: 'AC5f0e1d2c3b4a59687786a5b4c3d2e1f0',
      authToken: '0c1d2e3f405162738495a6b7c8d9eaf0',
      fromNumber: '+15550100',
    },
  })
  const text = { channel: 'sms', delaySeconds: 0 } as const
  const call = { channel: 'voice', delaySeconds: 120 } as const
  story.ask(admin, 'savePagingSettings', { body: { phone: '+15550111', rules: [text, call] } })
  story.ask(engineer, 'savePagingSettings', {
    body: { phone: '+15550112', rules: [{ channel: 'email', delaySeconds: 0 }, text] },
  })
  yield story.before(80 * DAY)
  story.ask(owner, 'savePagingSettings', { body: { phone: '+15550110', rules: [call] } })
}

/**
 * Some that are over, one that holds now and one to come. People swapped their turns while services had policies, so who
 * was paged is the same on whichever day of the week and at whichever hour a world begins.
 */
function* overrides(story: Story, primary: string, nights: string): Strand {
  const { admin, member, engineer, support } = CAST
  const { endMs } = story
  const swap = (id: string, who: ActorSeed, fromMs: number, hours: number) => {
    const startsAt = new Date(fromMs).toISOString()
    const endsAt = new Date(fromMs + hours * HOUR).toISOString()
    story.ask(admin, 'addOverride', { parameters: { id }, body: { ...participant(who), startsAt, endsAt } })
  }
  yield story.before(16 * DAY)
  swap(primary, engineer, endMs - 15 * DAY, 24)
  swap(primary, engineer, endMs - 14 * DAY, 6 * 24)
  swap(primary, admin, endMs - 8 * DAY, 6 * 24)
  swap(nights, support, endMs - 6 * DAY, 3 * 24)
  yield story.before(3 * DAY)
  swap(primary, member, endMs - 2 * DAY, 46)
  yield story.before(1 * DAY)
  swap(primary, support, endMs - 2 * HOUR, 8)
  swap(primary, engineer, endMs + 4 * DAY, 48)
}

function* oldSource(story: Story): Strand {
  yield story.before(87 * DAY)
  const body = { name: 'Nagios', serviceId: 'svc_website' }
  const { id } = story.ask(CAST.owner, 'createAlertSource', { body })
  yield story.before(50 * DAY)
  story.ask(CAST.owner, 'revokeAlertSource', { parameters: { id } })
}

function* incident(story: Story, plan: IncidentPlan, sources: Sources): Strand {
  const { service, alerts, by, takenAfter, over, updates = [] } = plan
  const beganMs = story.before(plan.minutesAgo * MINUTE)
  const after = (minutes: number) =>
    beganMs + minutes * MINUTE + ((minutes * 37 + plan.title.length * 11) % 53) * SECOND
  yield beganMs
  const source = sources.get(service) ?? ''
  const id = alerts.length > 0 ? yield* firing(story, plan, source) : opened(story, plan)
  const parameters = { id }
  for (const update of updates) story.begin(publicUpdate(story, id, by, { ...update, atMs: after(update.after) }))
  if (takenAfter !== undefined) {
    yield after(takenAfter)
    story.ask(by, 'acknowledgeIncident', { parameters })
  }
  if (!over) return
  yield after(over.after)
  if (over.how === 'by a person') story.ask(by, 'resolveIncident', { parameters })
  for (const name of alerts) {
    const endsAt = new Date(story.here.nowMs).toISOString()
    story.happens('acme', 'alertResolves', { sourceId: source, alert: identity(name, service), endsAt })
  }
}

const identity = (alert: AlertName, service: string): string => `${alert}/${service}`

function opened(story: Story, { service, title, by, note }: IncidentPlan): string {
  const description = note === undefined ? {} : { description: note }
  return story.ask(by, 'openIncident', { body: { serviceId: service, title, ...description } }).id
}

/** Its alerts, one a little after the other; the first opens it. */
function* firing(story: Story, plan: IncidentPlan, sourceId: string): Generator<number, string, void> {
  const { alerts, service, title } = plan
  const beganMs = story.here.nowMs
  let incidentId = ''
  for (const [index, name] of alerts.entries()) {
    if (index > 0) yield beganMs + index * 23_000
    const summary = summaryOf(name, serviceNamed(service))
    const answer = story.happens('acme', 'alertFires', {
      sourceId,
      alert: identity(name, service),
      title: index === 0 ? title : summary,
      labels: { alertname: name, service, severity: index === 0 ? 'critical' : 'warning' },
      annotations: { summary },
      startsAt: new Date(story.here.nowMs).toISOString(),
    })
    if (index === 0) incidentId = answer.incidentId
  }
  return incidentId
}

function* publicUpdate(
  story: Story,
  id: string,
  by: ActorSeed,
  { atMs, body, retracted = false }: { readonly atMs: number; readonly body: string; readonly retracted?: boolean },
): Strand {
  yield atMs
  const update = story.ask(by, 'publishUpdate', { parameters: { id }, body: { body } })
  if (!retracted) return
  yield atMs + 134 * SECOND
  story.ask(by, 'retractUpdate', { parameters: { id, uid: update.id } })
}
