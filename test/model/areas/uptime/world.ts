import { seedCatalog } from '../../../../src/model/areas/uptime/state/catalog.ts'
import { makeModel, type Options } from '../../support.ts'
import { conforming } from '../conforming.ts'

export const HTTP = {
  name: 'Home page',
  kind: 'http',
  intervalSeconds: 60,
  vantages: ['fra', 'iad'],
  timeoutMs: 5000,
  downCondition: { confirmations: 2, quorum: 1 },
  http: { url: 'https://shop.acme.example/', expectStatus: ['200'] },
}

export const TCP = {
  name: 'Database port',
  kind: 'tcp',
  intervalSeconds: 300,
  vantages: ['fra'],
  tcp: { host: 'db.acme.example', port: 5432 },
}

/** Two organizations whose catalog is filled. */
export function makeUptime(options: Options = {}) {
  const model = makeModel(options)
  const call = conforming(model.call)
  for (const org of ['acme', 'globex']) model.seed((world, choices) => seedCatalog(world, org, choices))
  const as = (actor: string) => ({
    monitor: (change: object = {}) => call('createMonitor', actor, { body: { ...HTTP, ...change } }),
    patch: (id: string, body: object) => call('updateMonitor', actor, { parameters: { id }, body }),
    get: (id: string) => call('getMonitor', actor, { parameters: { id } }),
    service: (name: string) => call('createUptimeService', actor, { body: { name } }),
    metrics: (id: string, window?: string) =>
      call('getMonitorMetrics', actor, { parameters: { id }, query: window ? { window } : {} }),
    failures: (id: string) => call('listMonitorFailures', actor, { parameters: { id } }),
    transitions: (id: string) => call('listMonitorTransitions', actor, { parameters: { id } }),
    token: (name: string) => call('createExportToken', actor, { body: { name } }),
  })
  const probe = (monitorId: string, outcome: 'ok' | 'fail' | 'error', more: object = {}) =>
    model.happen('probeResult', { monitorId, outcome, ...more })
  return { ...model, call, as, owner: as('owner'), probe }
}
