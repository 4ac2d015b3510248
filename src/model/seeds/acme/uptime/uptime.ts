import type { EventBody } from '../../../request/operation-types.ts'
import { CAST } from '../../kit/cast.ts'
import { type Dice, makeDice } from '../../kit/dice.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../kit/durations.ts'
import type { Story, Strand } from '../../kit/story.ts'
import { CAUSES, MONITORS, type MonitorPlan, type Outage, SERVICES } from './monitors.ts'

/** By name. */
type Services = Map<string, string>

export function uptime(story: Story): void {
  const services: Services = new Map()
  story.begin(uptimeServices(story, services))
  for (const [index, plan] of MONITORS.entries()) story.begin(monitor(story, plan, services, index))
  story.begin(exportTokens(story))
}

function* uptimeServices(story: Story, services: Services): Strand {
  yield story.before(86 * DAY)
  for (const name of SERVICES) services.set(name, story.ask(CAST.admin, 'createUptimeService', { body: { name } }).id)
}

function* monitor(story: Story, plan: MonitorPlan, services: Services, index: number): Strand {
  yield story.before(plan.daysAgo === 0 ? 2 * MINUTE : plan.daysAgo * DAY)
  const { id } = story.ask(CAST.admin, 'createMonitor', { body: asked(story, plan, services) })
  if (plan.deletedDaysAgo !== undefined) {
    yield story.before(plan.deletedDaysAgo * DAY)
    story.ask(CAST.admin, 'deleteMonitor', { parameters: { id } })
  } else if (plan.disabledDaysAgo !== undefined) {
    yield story.before(plan.disabledDaysAgo * DAY)
    story.ask(CAST.admin, 'updateMonitor', { parameters: { id }, body: { enabled: false } })
  } else if (plan.daysAgo > 0 && plan.enabled !== false) story.begin(probed(story, id, plan, index))
}

function asked({ here }: Story, plan: MonitorPlan, services: Services) {
  const intervals = [...here.oldest('UptimeInterval', 'all', 'acme')].map(({ seconds }) => seconds)
  const open = [...here.oldest('UptimeVantage', 'all', 'acme')].filter(({ available }) => available)
  const { name, url, host, enabled } = plan
  const serviceId = services.get(plan.service ?? '')
  return {
    name,
    ...(enabled !== undefined && { enabled }),
    intervalSeconds: intervals[Math.min(plan.interval, intervals.length - 1)] ?? 0,
    vantages: open.slice(0, plan.vantages).map(({ id }) => id),
    ...(serviceId !== undefined && { serviceId }),
    ...(url !== undefined && { kind: 'http' as const, http: { url } }),
    ...(host !== undefined && { kind: 'tcp' as const, tcp: { host, port: 443, tls: true } }),
    kind: url === undefined ? ('tcp' as const) : ('http' as const),
  }
}

/** A probe with a reported result: the number of the interval, and its outcome. */
interface Telling {
  readonly beat: number
  readonly outage?: Outage
  /** Still up, and this slow already. */
  readonly slowMs?: number
}

/** The probes of a monitor that are reported one by one; those in between are implied. */
function* probed(story: Story, monitorId: string, plan: MonitorPlan, index: number): Strand {
  const created = story.here.nowMs
  const row = story.here.get('UptimeMonitor', 'acme', monitorId)
  if (!row) return
  const step = row.intervalSeconds * SECOND
  const beatAt = (agoMs: number) => Math.ceil((story.endMs - agoMs - created) / step)
  const dice = makeDice(index + 1)
  for (const telling of tellings(plan, { beatAt, step, confirmations: row.downCondition.confirmations }, dice)) {
    yield created + telling.beat * step
    for (const result of results(telling, row.vantages)) story.happens('acme', 'probeResult', { monitorId, ...result })
  }
}

/** How a target is when it is probed; if nothing else is said, as fast as usual. */
function results(
  { outage, slowMs }: Telling,
  vantages: readonly string[],
): readonly Omit<EventBody<'probeResult'>, 'monitorId'>[] {
  if (!outage) return [{ outcome: 'ok' }]
  const [last] = vantages.toReversed()
  const concerned = outage.partial && last !== undefined ? [last] : vantages
  if (slowMs !== undefined)
    return concerned.map((vantage, place) => ({
      vantage,
      outcome: 'ok',
      latencyMs: Math.round(slowMs * (1 + place / 6)),
    }))
  const { seen } = CAUSES[outage.cause]
  return outage.partial ? concerned.map((vantage) => ({ vantage, ...seen })) : [seen]
}

interface Rhythm {
  readonly beatAt: (agoMs: number) => number
  readonly step: number
  readonly confirmations: number
}

/**
 * Each outage until it is confirmed, what announced it, its end, and the one or other good probe of the last week that was
 * looked at.
 */
function tellings({ outages = [] }: MonitorPlan, { beatAt, step, confirmations }: Rhythm, dice: Dice): Telling[] {
  const beats = new Map<number, Telling>()
  for (let hour = 7 * 24; hour > 0; hour -= 24) {
    const beat = beatAt(hour * HOUR - dice.between(0, 50) * MINUTE)
    beats.set(beat, { beat })
  }
  for (const outage of outages) {
    const first = beatAt(outage.minutesAgo * MINUTE)
    const end = Math.max(first + confirmations, beatAt((outage.minutesAgo - outage.minutes) * MINUTE))
    for (const beat of beats.keys()) if (beat >= first && beat <= end) beats.delete(beat)
    for (let beat = first; beat < first + confirmations; beat++) beats.set(beat, { beat, outage })
    beats.set(end, { beat: end })
    for (const warning of warnings(outage, first, step, dice))
      if (!beats.has(warning.beat)) beats.set(warning.beat, warning)
  }
  return [...beats.values()].toSorted((a, b) => a.beat - b.beat)
}

const WARNED = 20 * MINUTE

/** What breaks under load gets slower first, and what is switched off does not. */
function* warnings(outage: Outage, first: number, step: number, dice: Dice): Generator<Telling> {
  const { slowestMs } = CAUSES[outage.cause]
  if (slowestMs === undefined) return
  for (let beat = first - 1; beat > 0 && (first - beat) * step <= WARNED; beat--) {
    const nearness = 2 ** ((-(first - beat) * step) / (WARNED / 3))
    yield { beat, outage, slowMs: Math.round(slowestMs * nearness * (0.8 + 0.4 * dice.share())) + 150 }
  }
}

function* exportTokens(story: Story): Strand {
  const mint = (name: string) => story.ask(CAST.admin, 'createExportToken', { body: { name } })
  yield story.before(82 * DAY)
  const old = mint('prometheus (old)')
  yield story.before(40 * DAY)
  const current = mint('prometheus')
  story.ask(CAST.admin, 'revokeExportToken', { parameters: { id: old.id } })
  yield story.before(6 * DAY)
  mint('grafana cloud')
  yield story.before(MINUTE)
  story.happens('acme', 'credentialUsed', { kind: 'export-token', secret: current.token })
}
