import type { Vocabulary } from '../../../src/contract/profile.ts'

interface Call {
  readonly path?: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
  /** It is to be refused. */
  readonly refused?: true
}

interface Said {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: bodies of eight areas, read as a client would
  readonly body: any
}

/** Calls an operation as an actor of the profile. */
export type Caller = (as: string, operation: string, call?: Call) => Promise<Said>

/** Identifiers of things that were there before. */
export type There = Readonly<Record<string, string>>

interface Session {
  readonly area: string
  /** What somebody made before anything was recorded. */
  before(call: Caller, vocabulary: Vocabulary): Promise<There>
  /** What is recorded: it uses what was there, makes things of its own, and is refused something. */
  session(call: Caller, there: There, vocabulary: Vocabulary): Promise<void>
}

const nothing = async () => ({})

export const SESSIONS: readonly Session[] = [
  {
    area: 'tokens',
    before: nothing,
    async session(call) {
      await call('owner', 'createToken', { body: { name: 'deploy' } })
      await call('owner', 'listTokens')
      await call('owner', 'getTokenScopeOptions')
      await call('nobody', 'listTokens', { refused: true })
    },
  },
  {
    area: 'iam',
    before: nothing,
    async session(call) {
      await call('owner', 'getIamCatalog')
      await call('owner', 'listPermissions')
      await call('nobody', 'getIamCatalog', { refused: true })
    },
  },
  {
    area: 'organization',
    before: nothing,
    async session(call) {
      await call('owner', 'updateContacts', { body: { technicalEmail: 'ops@customers.example' } })
      await call('member', 'getContacts')
      await call('member', 'updateContacts', { body: { technicalEmail: 'me@customers.example' }, refused: true })
    },
  },
  {
    area: 'registry',
    async before(call) {
      const slug = 'old-images'
      await call('owner', 'createRegistry', { body: { slug } })
      const key = await call('owner', 'createRegistryKey', { path: { slug }, body: { name: 'old', mode: 'pull' } })
      return { slug, key: key.body.keyId }
    },
    async session(call, { slug = '', key = '' }, { regions = [] }) {
      await call('owner', 'listRegistries')
      await call('owner', 'getRegistry', { path: { slug } })
      await call('owner', 'revokeRegistryKey', { path: { slug, keyId: key } })
      await call('owner', 'createRegistry', { body: { slug: 'storefront', region: regions[1] } })
      const rule = await call('owner', 'createOidcRule', {
        path: { slug: 'storefront' },
        body: { issuer: 'https://ci.example', audience: 'registry', subjectPattern: 'repo:shop', mode: 'pull' },
      })
      await call('owner', 'listOidcRules', { path: { slug: 'storefront' } })
      await call('owner', 'deleteOidcRule', { path: { slug: 'storefront', id: rule.body.id } })
      await call('owner', 'createRegistry', { body: { slug: 'storefront' }, refused: true })
      await call('outsider', 'getRegistry', { path: { slug: 'storefront' }, refused: true })
      await call('owner', 'deleteRegistry', { path: { slug: 'storefront' } })
    },
  },
  {
    area: 'email',
    async before(call, { domainSuffix = '', eventTypes = [] }) {
      const domain = await call('owner', 'createDomain', { body: { name: `old.${domainSuffix}` } })
      const webhook = await call('owner', 'createWebhook', {
        body: { url: 'https://hooks.customers.example/old', eventTypes: [eventTypes[1]] },
      })
      return { domain: domain.body.id, webhook: webhook.body.webhook.id }
    },
    async session(call, { domain = '', webhook = '' }, { domainSuffix = '', eventTypes = [] }) {
      await call('owner', 'listDomains')
      await call('owner', 'getDomain', { path: { id: domain } })
      await call('owner', 'armDomainReceiving', { path: { id: domain } })
      await call('owner', 'rotateWebhookSecret', { path: { id: webhook } })
      await call('owner', 'updateWebhook', { path: { id: webhook }, body: { eventTypes: [eventTypes[2]] } })
      const own = await call('owner', 'createDomain', { body: { name: `new.${domainSuffix}` } })
      await call('owner', 'createSendKey', { body: { name: 'shop', domainIds: [own.body.id] } })
      await call('owner', 'listSendKeys')
      await call('owner', 'createSuppression', { body: { address: 'former@customers.example' } })
      await call('outsider', 'deleteDomain', { path: { id: own.body.id }, refused: true })
      await call('owner', 'createDomain', { body: { name: `old.${domainSuffix}` }, refused: true })
    },
  },
  {
    area: 'oncall',
    async before(call, { users = [], oncallServices = [] }) {
      const schedule = await call('owner', 'createSchedule', {
        body: {
          name: 'old rota',
          timezone: 'Europe/Paris',
          participants: [{ userId: users[0]?.id, label: users[0]?.label }],
          handoff: { interval: 'daily', time: '09:00' },
        },
      })
      const incident = await call('owner', 'openIncident', { body: { serviceId: oncallServices[1], title: 'old' } })
      await call('owner', 'resolveIncident', { path: { id: incident.body.id } })
      return { schedule: schedule.body.id, incident: incident.body.id }
    },
    async session(call, { schedule = '', incident = '' }, { users = [], oncallServices = [] }) {
      await call('owner', 'listIncidents', { query: { status: 'resolved' } })
      await call('owner', 'acknowledgeIncident', { path: { id: incident }, refused: true })
      const opened = await call('owner', 'openIncident', { body: { serviceId: oncallServices[1], title: 'slow' } })
      await call('member', 'acknowledgeIncident', { path: { id: opened.body.id } })
      await call('owner', 'publishUpdate', { path: { id: opened.body.id }, body: { body: 'We are looking into it.' } })
      await call('owner', 'listIncidents', { query: { status: 'acknowledged' } })
      await call('owner', 'resolveIncident', { path: { id: opened.body.id } })
      const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+/, '')
      const override = await call('owner', 'addOverride', {
        path: { id: schedule },
        body: { userId: users[1]?.id, label: users[1]?.label, startsAt: soon(-1), endsAt: soon(2) },
      })
      await call('owner', 'listSchedules')
      await call('owner', 'removeOverride', { path: { id: schedule, oid: override.body.id } })
      const policy = await call('owner', 'createEscalationPolicy', {
        body: {
          name: 'first line',
          repeat: 1,
          steps: [{ target: { kind: 'schedule', id: schedule, label: 'old rota' }, waitSeconds: 300 }],
        },
      })
      await call('owner', 'deleteSchedule', { path: { id: schedule }, refused: true })
      await call('owner', 'deleteEscalationPolicy', { path: { id: policy.body.id } })
      await call('outsider', 'getIncident', { path: { id: opened.body.id }, refused: true })
    },
  },
  {
    area: 'clusters',
    async before(call) {
      await call('owner', 'createCluster', { body: { name: 'old', tier: 'small' } })
      await settled(call, 'old')
      return { cluster: 'old' }
    },
    async session(call, { cluster: name = '' }, { orchestratorVersions: versions = [] }) {
      await call('owner', 'listClusters')
      const token = await call('owner', 'createRegistrationToken', { path: { name }, body: { name: 'workers' } })
      await call('owner', 'updateRegistrationToken', { path: { name, id: token.body.id }, body: { disabled: true } })
      await call('owner', 'listRegistrationTokens', { path: { name } })
      const body = { name: 'web', tier: 'small', orchestratorVersion: versions[2], replicas: 1 }
      await call('owner', 'createCluster', { body })
      await settled(call, 'web')
      await call('owner', 'updateCluster', { path: { name: 'web' }, body: { orchestratorVersion: versions[3] } })
      await settled(call, 'web')
      await call('owner', 'updateCluster', {
        path: { name: 'web' },
        body: { orchestratorVersion: versions[2] },
        refused: true,
      })
      await call('outsider', 'deleteCluster', { path: { name: 'web' }, refused: true })
      await call('owner', 'deleteCluster', { path: { name: 'web' } })
    },
  },
  {
    area: 'uptime',
    async before(call) {
      const service = await call('owner', 'createUptimeService', { body: { name: 'old shop' } })
      const { body: catalog } = await call('owner', 'getUptimeCatalog')
      const monitor = await call('owner', 'createMonitor', {
        body: {
          name: 'old check',
          kind: 'http',
          intervalSeconds: catalog.intervals[0].seconds,
          vantages: [catalog.vantages[0].id],
          http: { url: 'https://shop.customers.example/' },
        },
      })
      const { intervals, vantages } = catalog
      return {
        service: service.body.id,
        monitor: monitor.body.id,
        interval: String(intervals.at(-1).seconds),
        vantage: vantages.filter((one: { available?: boolean }) => one.available !== false).at(-1).id,
      }
    },
    async session(call, { service = '', monitor = '', interval = '', vantage = '' }) {
      await call('owner', 'listMonitors')
      await call('owner', 'getMonitor', { path: { id: monitor } })
      const made = await call('owner', 'createMonitor', {
        body: {
          name: 'home page',
          serviceId: service,
          kind: 'http',
          intervalSeconds: Number(interval),
          vantages: [vantage],
          http: { url: 'https://shop.customers.example/home' },
        },
      })
      await call('owner', 'deleteUptimeService', { path: { id: service }, refused: true })
      await call('owner', 'updateMonitor', { path: { id: made.body.id }, body: { enabled: false } })
      await call('owner', 'getMonitor', { path: { id: made.body.id } })
      await call('owner', 'deleteMonitor', { path: { id: made.body.id } })
      await call('owner', 'getMonitor', { path: { id: made.body.id }, refused: true })
      await call('owner', 'createUptimeService', { body: { name: 'old shop' }, refused: true })
      const token = await call('owner', 'createExportToken', { body: { name: 'grafana' } })
      await call('owner', 'revokeExportToken', { path: { id: token.body.id } })
      await call('outsider', 'getMonitor', { path: { id: monitor }, refused: true })
    },
  },
]

/** Reads until the work on a cluster is done, as a client has to. */
async function settled(call: Caller, name: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const { body } = await call('owner', 'getCluster', { path: { name } })
    const phase = String(body.phase).toLowerCase()
    if (body.endpoint && !/roll|updat|provision|creat|chang/.test(phase)) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
