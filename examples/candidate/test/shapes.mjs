import assert from 'node:assert/strict'

/**
 * The contract's shapes. A shape is 'string', 'integer', 'number', 'boolean',
 * 'date-time', an array of allowed values, {list: shape}, {map: true}, or
 * {field: shape}; a field ending in ? is optional.
 */
const incident = {
  id: 'string',
  serviceId: 'string',
  serviceName: 'string',
  title: 'string',
  status: ['open', 'acknowledged', 'resolved'],
  openedAt: 'string',
  'acknowledgedAt?': 'string',
  'resolvedAt?': 'string',
  firingAlerts: 'integer',
}
const override = { id: 'string', userId: 'string', label: 'string', startsAt: 'string', endsAt: 'string' }
const schedule = {
  id: 'string',
  name: 'string',
  timezone: 'string',
  participants: { list: { userId: 'string', label: 'string' } },
  handoff: { interval: ['daily', 'weekly'], 'dow?': 'integer', time: 'string' },
  'onCallNow?': { userId: 'string', label: 'string', until: 'string', override: 'boolean' },
  overrides: { list: override },
  createdAt: 'string',
}
const policy = {
  id: 'string',
  name: 'string',
  repeat: 'integer',
  services: 'integer',
  createdAt: 'string',
  steps: { list: { target: { kind: ['schedule', 'user'], id: 'string', label: 'string' }, waitSeconds: 'integer' } },
}
const paging = {
  email: 'string',
  phone: 'string',
  rules: { list: { channel: ['email', 'sms', 'voice'], delaySeconds: 'integer' } },
}
const provider = { configured: 'boolean', accountSid: 'string', fromNumber: 'string', updatedAt: 'string' }
const service = { id: 'string', name: 'string', monitors: 'integer', createdAt: 'string' }
const monitor = {
  id: 'string',
  name: 'string',
  'serviceId?': 'string',
  enabled: 'boolean',
  intervalSeconds: 'integer',
  vantages: { list: 'string' },
  timeoutMs: 'integer',
  downCondition: { confirmations: 'integer', quorum: 'integer' },
  kind: ['tcp', 'http'],
  'state?': ['pending', 'up', 'down'],
  'stateSince?': 'string',
  createdAt: 'string',
  updatedAt: 'string',
  'http?': {
    url: 'string',
    'method?': ['GET', 'HEAD', 'POST'],
    'headers?': { map: true },
    'bodyBase64?': 'string',
    'followRedirects?': 'boolean',
    'expectStatus?': { list: 'string' },
    'expectBodyContains?': 'string',
  },
  'tcp?': {
    host: 'string',
    port: 'integer',
    'tls?': 'boolean',
    'sendBase64?': 'string',
    'expectPrefixBase64?': 'string',
  },
}

/** The success response of each operation; operations without a stated body are left out. */
export const ANSWERS = {
  listTokens: {
    tokens: {
      list: {
        id: 'string',
        name: 'string',
        start: 'string',
        enabled: 'boolean',
        createdAt: 'date-time',
        expiresAt: 'date-time',
        lastRequest: 'date-time',
        orgSlug: 'string',
        scope: { list: { role: 'string', roleName: 'string', resourceIds: { list: 'string' } } },
      },
    },
  },
  createToken: { id: 'string', key: 'string', orgSlug: 'string' },
  scopeOptions: {
    roles: { list: { id: 'string', name: 'string', description: 'string', scopable: 'boolean', 'service?': 'string' } },
    resources: { list: { service: 'string', id: 'string', name: 'string' } },
  },
  ping: { service: 'string', org: 'string', schemaEpoch: 'string', time: 'string' },
  catalog: {
    intervals: { list: { seconds: 'integer', label: 'string' } },
    vantages: { list: { id: 'string', label: 'string', available: 'boolean' } },
  },
  listServices: { services: { list: service } },
  createService: service,
  renameService: service,
  listMonitors: { monitors: { list: monitor } },
  createMonitor: monitor,
  getMonitor: monitor,
  updateMonitor: monitor,
  monitorMetrics: {
    window: ['1h', '24h', '7d'],
    stepSeconds: 'integer',
    uptimePct: { map: true },
    series: { list: { vantage: 'string', points: { list: { t: 'number', latencyMs: 'number', up: 'number' } } } },
  },
  monitorFailures: {
    failures: {
      list: {
        at: 'string',
        vantage: 'string',
        attempt: 'integer',
        outcome: ['fail', 'error'],
        errorKind: 'string',
        errorDetail: 'string',
        responseSnippet: 'string',
      },
    },
  },
  monitorTransitions: {
    transitions: {
      list: {
        at: 'string',
        from: ['pending', 'up', 'down'],
        to: ['pending', 'up', 'down'],
        failingVantages: { list: 'string' },
      },
    },
  },
  listExportTokens: { tokens: { list: { id: 'string', name: 'string', createdAt: 'string', lastUsedAt: 'string' } } },
  createExportToken: { id: 'string', name: 'string', token: 'string', createdAt: 'string' },
  getProvider: provider,
  setProvider: provider,
  listIncidents: { incidents: { list: incident } },
  openIncident: incident,
  acknowledge: incident,
  resolve: incident,
  getIncident: { map: true },
  listSchedules: { schedules: { list: schedule } },
  createSchedule: schedule,
  updateSchedule: schedule,
  addOverride: override,
  getPaging: paging,
  savePaging: paging,
  listSources: {
    sources: {
      list: { id: 'string', name: 'string', serviceId: 'string', createdAt: 'string', lastEventAt: 'string' },
    },
  },
  createSource: { id: 'string', name: 'string', serviceId: 'string', token: 'string', createdAt: 'string' },
  attachPolicy: { id: 'string', name: 'string', createdAt: 'string', 'escalationPolicyId?': 'string' },
  listPolicies: { policies: { list: policy } },
  createPolicy: policy,
  updatePolicy: policy,
  publishUpdate: { id: 'string', at: 'string', body: 'string', byLabel: 'string' },
}

/** Asserts that a value has a shape. */
export function assertShape(value, shape, at) {
  if (Array.isArray(shape)) assert.ok(shape.includes(value), `${at} is ${JSON.stringify(value)}`)
  else if (shape === 'integer') assert.ok(Number.isInteger(value), `${at} is ${JSON.stringify(value)}`)
  else if (shape === 'date-time') assert.match(value, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/, at)
  else if (typeof shape === 'string') assert.equal(typeof value, shape, at)
  else if (shape.list) {
    assert.ok(Array.isArray(value), at)
    for (const [index, item] of value.entries()) assertShape(item, shape.list, `${at}[${index}]`)
  } else {
    assert.ok(value !== null && typeof value === 'object' && !Array.isArray(value), at)
    if (shape.map === true) return
    for (const [name, inner] of Object.entries(shape)) {
      const field = name.replace(/\?$/, '')
      if (field !== name && value[field] === undefined) continue
      assertShape(value[field], inner, `${at}.${field}`)
    }
  }
}

/** Asserts what every answer must be: the stated shape, or a refusal with an error. */
export function assertAnswer(operation, status, answer) {
  assert.ok(answer.status < 500, `${operation} answered ${answer.status}`)
  if (answer.status >= 400) {
    assert.equal(typeof answer.body?.error, 'string', `${operation} ${answer.status} has no error`)
    return
  }
  assert.equal(answer.status, status, operation)
  if (ANSWERS[operation]) assertShape(answer.body, ANSWERS[operation], operation)
}
