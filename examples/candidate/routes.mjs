import { exportTokenHandlers, scrape } from './export-tokens.mjs'
import { incidentHandlers } from './incidents.mjs'
import { historyHandlers } from './monitor-history.mjs'
import { monitorHandlers } from './monitors.mjs'
import { pagingHandlers } from './paging.mjs'
import { policyHandlers } from './policies.mjs'
import { providerHandlers } from './provider.mjs'
import { scheduleHandlers } from './schedules.mjs'
import { sourceHandlers } from './sources.mjs'
import { tokenHandlers } from './tokens.mjs'
import { updateHandlers } from './updates.mjs'
import { uptimeServiceHandlers } from './uptime-services.mjs'
import { receiveAlerts } from './webhook.mjs'

/** The operations whose method, path and status the contract states. */
export const STATED = {
  listTokens: ['GET', '/api/v1/tokens', 200],
  createToken: ['POST', '/api/v1/tokens', 201],
  scopeOptions: ['GET', '/api/v1/tokens/scope-options', 200],
  ping: ['GET', '/api/v1/uptime/ping', 200],
  catalog: ['GET', '/api/v1/uptime/catalog', 200],
  listServices: ['GET', '/api/v1/uptime/services', 200],
  createService: ['POST', '/api/v1/uptime/services', 201],
  renameService: ['PATCH', '/api/v1/uptime/services/{id}', 200],
  deleteService: ['DELETE', '/api/v1/uptime/services/{id}', 204],
  listMonitors: ['GET', '/api/v1/uptime/monitors', 200],
  createMonitor: ['POST', '/api/v1/uptime/monitors', 201],
  getMonitor: ['GET', '/api/v1/uptime/monitors/{id}', 200],
  updateMonitor: ['PATCH', '/api/v1/uptime/monitors/{id}', 200],
  deleteMonitor: ['DELETE', '/api/v1/uptime/monitors/{id}', 204],
  monitorMetrics: ['GET', '/api/v1/uptime/monitors/{id}/metrics', 200],
  monitorFailures: ['GET', '/api/v1/uptime/monitors/{id}/failures', 200],
  monitorTransitions: ['GET', '/api/v1/uptime/monitors/{id}/transitions', 200],
  listExportTokens: ['GET', '/api/v1/uptime/export-tokens', 200],
  createExportToken: ['POST', '/api/v1/uptime/export-tokens', 201],
  revokeExportToken: ['DELETE', '/api/v1/uptime/export-tokens/{id}', 204],
}

const HANDLERS = new Map(
  Object.entries({
    ...tokenHandlers,
    ...uptimeServiceHandlers,
    ...monitorHandlers,
    ...historyHandlers,
    ...exportTokenHandlers,
    ...providerHandlers,
    ...incidentHandlers,
    ...scheduleHandlers,
    ...pagingHandlers,
    ...sourceHandlers,
    ...policyHandlers,
    ...updateHandlers,
  }),
)

/** Operations that read a body. */
const BODY = new Set([
  'createToken',
  'createService',
  'renameService',
  'createMonitor',
  'updateMonitor',
  'createExportToken',
  'setProvider',
  'openIncident',
  'createSchedule',
  'updateSchedule',
  'savePaging',
  'createSource',
  'attachPolicy',
  'createPolicy',
  'updatePolicy',
  'publishUpdate',
  'addOverride',
])
/** Operations a token narrowed to single resources may call. */
const RESOURCES = new Set([
  'ping',
  'catalog',
  'listServices',
  'renameService',
  'deleteService',
  'listMonitors',
  'getMonitor',
  'updateMonitor',
  'deleteMonitor',
  'monitorMetrics',
  'monitorFailures',
  'monitorTransitions',
  'listSchedules',
  'updateSchedule',
  'deleteSchedule',
  'addOverride',
  'removeOverride',
])

/** Method, path and success status of every operation in a variant. @returns {Record<string, [string, string, number]>} */
export function operationsOf(choice) {
  const oncall = Object.entries(choice.oncall).map(([name, [method, path, status]]) => [
    name,
    [method, `/api/v1/oncall${path}`, status],
  ])
  return { ...STATED, ...Object.fromEntries(oncall) }
}

/** @returns {any[]} every route of a variant */
export function routesOf(choice) {
  const routes = Object.entries(operationsOf(choice)).map(([name, [method, path, status]]) => ({
    name,
    method,
    path,
    status,
    session: true,
    run: HANDLERS.get(name),
    body: BODY.has(name),
    resources: RESOURCES.has(name),
    area: path.split('/')[3],
    level: method === 'GET' ? 'read' : 'write',
  }))
  const { webhook } = choice
  routes.push({
    name: 'webhook',
    method: webhook.method,
    path: webhook.path,
    status: webhook.status,
    run: receiveAlerts,
  })
  routes.push({ name: 'scrape', method: choice.scrape.method, path: choice.scrape.path, status: 200, run: scrape })
  return routes
}
