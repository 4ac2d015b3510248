import { CAST } from '../kit/cast.ts'
import { makeDice } from '../kit/dice.ts'
import { DAY, HOUR, MINUTE } from '../kit/durations.ts'
import type { Story, Strand } from '../kit/story.ts'

interface MonitorPlan {
  readonly name: string
  readonly service?: string
  readonly daysAgo: number
  /** Which of the intervals on offer, the shortest first. */
  readonly interval: number
  /** From how many of the vantages that are available. */
  readonly vantages: number
  readonly url?: string
  readonly host?: string
  /** Minutes ago, and for how many of them. */
  readonly outages?: readonly (readonly [minutesAgo: number, minutes: number])[]
  readonly deletedDaysAgo?: number
  readonly disabled?: true
}

const SERVICES = ['Storefront', 'Public API', 'Back office'] as const

const MONITORS: readonly MonitorPlan[] = [
  {
    name: 'Home page',
    service: 'Storefront',
    daysAgo: 85,
    interval: 1,
    vantages: 3,
    url: 'https://www.acme.example/',
    outages: [
      [16 * 1440 + 545, 26],
      [5 * 1440 + 60, 4],
    ],
  },
  {
    name: 'Checkout',
    service: 'Storefront',
    daysAgo: 85,
    interval: 1,
    vantages: 3,
    url: 'https://shop.acme.example/checkout/health',
    outages: [
      [5 * 1440 + 245, 70],
      [1 * 1440 + 385, 21],
      [14, 60],
    ],
  },
  {
    name: 'Search',
    service: 'Storefront',
    daysAgo: 70,
    interval: 2,
    vantages: 2,
    url: 'https://shop.acme.example/search?q=anvil',
    outages: [[3 * 1440 + 95, 28]],
  },
  { name: 'API', service: 'Public API', daysAgo: 85, interval: 1, vantages: 3, url: 'https://api.acme.example/health' },
  { name: 'API over TLS', service: 'Public API', daysAgo: 60, interval: 2, vantages: 2, host: 'api.acme.example' },
  {
    name: 'Webhooks',
    service: 'Public API',
    daysAgo: 44,
    interval: 2,
    vantages: 1,
    url: 'https://hooks.acme.example/health',
    outages: [
      [6 * 1440, 12],
      [2 * 1440 + 700, 9],
    ],
  },
  {
    name: 'ERP',
    service: 'Back office',
    daysAgo: 30,
    interval: 3,
    vantages: 1,
    url: 'https://erp.acme.example/login',
    outages: [[9 * 60, 600]],
  },
  { name: 'Mail gateway', service: 'Back office', daysAgo: 30, interval: 2, vantages: 2, host: 'mail.acme.example' },
  { name: 'Careers page', daysAgo: 26, interval: 3, vantages: 1, url: 'https://careers.acme.example/', disabled: true },
  {
    name: 'New landing page',
    service: 'Storefront',
    daysAgo: 0,
    interval: 3,
    vantages: 2,
    url: 'https://www.acme.example/spring',
  },
  {
    name: 'Old shop',
    service: 'Storefront',
    daysAgo: 80,
    interval: 3,
    vantages: 1,
    url: 'https://old.acme.example/',
    deletedDaysAgo: 20,
  },
]

/** By name. */
type Services = Map<string, string>

export function uptime(story: Story): void {
  const services: Services = new Map()
  story.begin(uptimeServices(story, services))
  for (const [index, plan] of MONITORS.entries()) story.begin(monitor(story, plan, services, index))
  story.begin(exportTokens(story))
}

function* uptimeServices(story: Story, services: Services): Strand {
  yield story.endMs - 86 * DAY
  for (const name of SERVICES) services.set(name, story.ask(CAST.admin, 'createUptimeService', { body: { name } }).id)
}

function* monitor(story: Story, plan: MonitorPlan, services: Services, index: number): Strand {
  const { endMs } = story
  yield plan.daysAgo === 0 ? endMs - MINUTE : endMs - plan.daysAgo * DAY
  const { id } = story.ask(CAST.admin, 'createMonitor', { body: asked(story, plan, services) })
  const vantages = story.here.get('UptimeMonitor', 'acme', id)?.vantages ?? []
  if (plan.deletedDaysAgo !== undefined) {
    yield endMs - plan.deletedDaysAgo * DAY
    story.ask(CAST.admin, 'deleteMonitor', { parameters: { id } })
  } else if (plan.disabled) {
    yield endMs - 8 * DAY
    story.ask(CAST.admin, 'updateMonitor', { parameters: { id }, body: { enabled: false } })
  } else if (plan.daysAgo > 0) {
    story.begin(measured(story, id, vantages, index, plan.outages ?? []))
    for (const outage of plan.outages ?? []) story.begin(down(story, id, outage))
  }
}

function asked({ here }: Story, plan: MonitorPlan, services: Services) {
  const intervals = [...here.oldest('UptimeInterval', 'all', 'acme')].map(({ seconds }) => seconds)
  const open = [...here.oldest('UptimeVantage', 'all', 'acme')].filter(({ available }) => available)
  const { name, url, host } = plan
  const serviceId = services.get(plan.service ?? '')
  return {
    name,
    intervalSeconds: intervals[Math.min(plan.interval, intervals.length - 1)] ?? 0,
    vantages: open.slice(0, plan.vantages).map(({ id }) => id),
    ...(serviceId !== undefined && { serviceId }),
    ...(url !== undefined && { kind: 'http' as const, http: { url } }),
    ...(host !== undefined && { kind: 'tcp' as const, tcp: { host, port: 443, tls: true } }),
    kind: url === undefined ? ('tcp' as const) : ('http' as const),
  }
}

/** A week of probes that were looked at more closely; all others go without saying. */
function* measured(
  story: Story,
  monitorId: string,
  vantages: readonly string[],
  index: number,
  outages: NonNullable<MonitorPlan['outages']>,
): Strand {
  const dice = makeDice(index + 1)
  const fails = (atMs: number) =>
    outages.some(([ago, minutes]) => {
      const fromMs = story.endMs - ago * MINUTE
      return atMs >= fromMs && atMs <= fromMs + minutes * MINUTE
    })
  for (let hour = 7 * 24; hour > 0; hour -= 12) {
    const atMs = story.endMs - hour * HOUR + dice.between(0, 50) * MINUTE
    if (fails(atMs)) continue
    yield atMs
    for (const vantage of vantages) {
      const latencyMs = 40 + 20 * (index % 4) + dice.between(0, 60)
      story.happens('acme', 'probeResult', { monitorId, vantage, outcome: 'ok', latencyMs })
    }
  }
}

/** Everywhere at once, until it is over; then one good probe each. */
function* down(story: Story, monitorId: string, [ago, minutes]: readonly [number, number]): Strand {
  const fromMs = story.endMs - ago * MINUTE
  const every = Math.max(2, Math.ceil(minutes / 5))
  for (let minute = 0; minute < minutes; minute += every) {
    yield fromMs + minute * MINUTE
    story.happens('acme', 'probeResult', {
      monitorId,
      outcome: 'fail',
      latencyMs: 212,
      errorKind: 'status',
      errorDetail: 'expected 2xx, got 503',
      responseSnippet: 'Service Unavailable',
    })
  }
  yield fromMs + minutes * MINUTE
  story.happens('acme', 'probeResult', { monitorId, outcome: 'ok', latencyMs: 96 })
}

function* exportTokens(story: Story): Strand {
  const mint = (name: string) => story.ask(CAST.admin, 'createExportToken', { body: { name } })
  yield story.endMs - 82 * DAY
  const old = mint('prometheus (old)')
  yield story.endMs - 40 * DAY
  const current = mint('prometheus')
  story.ask(CAST.admin, 'revokeExportToken', { parameters: { id: old.id } })
  yield story.endMs - 6 * DAY
  mint('grafana cloud')
  yield story.endMs - MINUTE
  story.happens('acme', 'credentialUsed', { kind: 'export-token', secret: current.token })
}
