/** One stretch of time in which a monitor's target failed. */
export interface Outage {
  readonly minutesAgo: number
  readonly minutes: number
  readonly cause: keyof typeof CAUSES
  /** Only at one of several vantages. */
  readonly partial?: boolean
}

export interface MonitorPlan {
  readonly name: string
  readonly service?: string
  readonly daysAgo: number
  /** The index among the intervals on offer, the shortest first. */
  readonly interval: number
  /** From how many of the vantages that are available. */
  readonly vantages: number
  readonly url?: string
  readonly host?: string
  readonly outages?: readonly Outage[]
  readonly deletedDaysAgo?: number
  readonly disabledDaysAgo?: number
  /** Never switched on, so never probed. */
  readonly enabled?: false
}

/** A reason for failed probes: what a probe sees, and how slow the target is just before. */
interface Cause {
  readonly seen: {
    readonly outcome: 'fail' | 'error'
    readonly latencyMs: number
    readonly errorKind: string
    readonly errorDetail: string
    readonly responseSnippet?: string
  }
  readonly slowestMs?: number
}

export const CAUSES: Readonly<
  Record<'overloaded' | 'gateway' | 'silent' | 'refused' | 'expired' | 'maintenance', Cause>
> = {
  overloaded: {
    seen: {
      outcome: 'fail',
      latencyMs: 212,
      errorKind: 'status',
      errorDetail: 'expected 2xx, got 503',
      responseSnippet: '<h1>Service Unavailable</h1>',
    },
    slowestMs: 1900,
  },
  gateway: {
    seen: {
      outcome: 'fail',
      latencyMs: 1804,
      errorKind: 'status',
      errorDetail: 'expected 2xx, got 502',
      responseSnippet: '502 Bad Gateway',
    },
    slowestMs: 1400,
  },
  silent: {
    seen: { outcome: 'error', latencyMs: 10_000, errorKind: 'timeout', errorDetail: 'no answer within 10000 ms' },
    slowestMs: 4200,
  },
  refused: { seen: { outcome: 'error', latencyMs: 31, errorKind: 'connect', errorDetail: 'connection refused' } },
  expired: {
    seen: { outcome: 'error', latencyMs: 88, errorKind: 'tls', errorDetail: 'the certificate has expired' },
  },
  maintenance: {
    seen: {
      outcome: 'fail',
      latencyMs: 143,
      errorKind: 'body',
      errorDetail: 'the expected text is not in the answer',
      responseSnippet: 'Wartungsarbeiten – wir sind gleich zurück. メンテナンス中です。',
    },
  },
}

export const SERVICES = ['Storefront', 'Public API', 'Back office'] as const

const days = (count: number, minutes = 0): number => count * 1440 + minutes

/** A queue worker that restarts whenever it runs out of memory: often, and never for long. */
const FLAPPING: readonly Outage[] = Array.from({ length: 27 }, (_, index) => ({
  minutesAgo: days(6) - index * 307,
  minutes: 10 + ((index * 13) % 31),
  cause: index % 4 === 0 ? 'silent' : 'refused',
}))

export const MONITORS: readonly MonitorPlan[] = [
  {
    name: 'Home page',
    service: 'Storefront',
    daysAgo: 85,
    interval: 1,
    vantages: 3,
    url: 'https://www.acme.example/',
    outages: [
      { minutesAgo: days(16, 545), minutes: 26, cause: 'gateway' },
      { minutesAgo: days(5, 60), minutes: 4, cause: 'overloaded' },
      { minutesAgo: days(2, 410), minutes: 47, cause: 'silent', partial: true },
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
      { minutesAgo: days(5, 245), minutes: 70, cause: 'overloaded' },
      { minutesAgo: days(1, 385), minutes: 21, cause: 'gateway' },
      { minutesAgo: 14, minutes: days(30), cause: 'overloaded' },
    ],
  },
  {
    name: 'Search',
    service: 'Storefront',
    daysAgo: 70,
    interval: 2,
    vantages: 2,
    url: 'https://shop.acme.example/search?q=%E3%83%8F%E3%83%B3%E3%83%9E%E3%83%BC',
    outages: [{ minutesAgo: days(3, 95), minutes: 28, cause: 'silent' }],
  },
  { name: 'API', service: 'Public API', daysAgo: 85, interval: 1, vantages: 3, url: 'https://api.acme.example/health' },
  {
    name: 'API over TLS',
    service: 'Public API',
    daysAgo: 60,
    interval: 2,
    vantages: 2,
    host: 'api.acme.example',
    outages: [{ minutesAgo: days(31, 880), minutes: 35, cause: 'expired' }],
  },
  {
    name: 'Webhooks',
    service: 'Public API',
    daysAgo: 44,
    interval: 2,
    vantages: 1,
    url: 'https://hooks.acme.example/health',
    outages: FLAPPING,
  },
  {
    name: 'ERP',
    service: 'Back office',
    daysAgo: 30,
    interval: 3,
    vantages: 1,
    url: 'https://erp.acme.example/login',
    outages: [
      { minutesAgo: days(12, 30), minutes: 95, cause: 'maintenance' },
      { minutesAgo: 9 * 60, minutes: days(30), cause: 'silent' },
    ],
  },
  { name: 'Mail gateway', service: 'Back office', daysAgo: 30, interval: 2, vantages: 2, host: 'mail.acme.example' },
  {
    name: 'Careers page',
    daysAgo: 26,
    interval: 3,
    vantages: 1,
    url: 'https://careers.acme.example/',
    disabledDaysAgo: 8,
  },
  {
    name: 'New landing page',
    service: 'Storefront',
    daysAgo: 0,
    interval: 3,
    vantages: 2,
    url: 'https://www.acme.example/spring',
  },
  {
    name: 'Kundenportal – Österreich & Südtirol (noch nicht freigeschaltet)',
    service: 'Back office',
    daysAgo: 4,
    interval: 3,
    vantages: 2,
    url: 'https://portal.acme.example/anmeldung',
    enabled: false,
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
