/** Faults of uptime as a whole, its services and its export tokens. See faults.mjs for the shape. */
const as = (who, operation, more = {}) => ({ as: who, operation, ...more })
const owner = (operation, more) => as('owner', operation, more)
const service = (name = 'Shop') => owner('createService', { body: { name } })
const monitor = {
  name: 'Front',
  kind: 'tcp',
  tcp: { host: 'shop.example', port: 443 },
  intervalSeconds: '$interval',
  vantages: ['$vantage'],
}
const token = owner('createExportToken', { body: { name: 'Grafana' } })

export const UPTIME_FAULTS = [
  {
    name: 'bare-401',
    area: 'uptime',
    what: 'the body of a 401 has no error',
    contract: 'Conventions: every error response body has error (string)',
    minimal: [as('nobody', 'ping')],
    shows: { at: 'body.error', correct: { type: 'string' }, faulty: { absent: true } },
  },
  {
    name: 'catalog-without-session',
    area: 'uptime',
    what: 'the catalog is answered without a session',
    contract: 'Errors: Uptime (all) 401 no valid session',
    minimal: [as('nobody', 'catalog')],
    shows: { at: 'status', correct: 401, faulty: 200 },
  },
  {
    name: 'ping-time-missing',
    area: 'uptime',
    what: 'ping answers without time',
    contract: 'Uptime: GET ping, 200 {service, org, schemaEpoch, time}',
    minimal: [owner('ping')],
    shows: { at: 'body.time', correct: { type: 'string' }, faulty: { absent: true } },
  },
  {
    name: 'entitlement-only-on-ping',
    area: 'uptime',
    what: 'the entitlement is checked by ping alone',
    contract: 'Errors: Uptime (all) 403 uptime not enabled for the organization',
    minimal: [
      { event: 'entitlementChanges', with: { organization: 'north', area: 'uptime', enabled: false } },
      owner('listMonitors'),
    ],
    shows: { at: 'status', correct: 403, faulty: 200 },
  },
  {
    name: 'outage-hidden-in-list',
    area: 'uptime',
    what: 'listing monitors answers 200 while the backend is unreachable',
    contract: 'Errors: Uptime (all) 502',
    minimal: [{ event: 'backendBehaves', with: { backend: 'uptime', reachable: false } }, owner('listMonitors')],
    shows: { at: 'status', correct: 502, faulty: 200 },
  },
  {
    name: 'duplicate-service-created',
    area: 'uptime',
    what: 'two services can have the same name',
    contract: 'Uptime: POST services, 409 when a service with the name exists',
    minimal: [service(), service()],
    shows: { at: 'status', correct: 409, faulty: 201 },
  },
  {
    name: 'duplicate-rename-accepted',
    area: 'uptime',
    what: "a service can be renamed to another's name",
    contract: 'Uptime: PATCH services, 409 on a duplicate name',
    minimal: [service(), service('Blog'), owner('renameService', { params: { id: '$1.id' }, body: { name: 'Shop' } })],
    shows: { at: 'status', correct: 409, faulty: 200 },
  },
  {
    name: 'service-delete-cascades',
    area: 'uptime',
    what: 'deleting a service deletes its monitors',
    contract: 'Uptime: DELETE services, 409 while monitors are attached; no implicit cascade',
    minimal: [
      service(),
      owner('createMonitor', { body: { ...monitor, serviceId: '$0.id' } }),
      owner('deleteService', { params: { id: '$0.id' } }),
    ],
    shows: { at: 'status', correct: 409, faulty: 204 },
  },
  {
    name: 'monitor-count-stale',
    area: 'uptime',
    what: "a service's count keeps its deleted monitors",
    contract: 'Uptime: GET services, with live monitor counts',
    variants: ['a'],
    minimal: [
      service(),
      owner('createMonitor', { body: { ...monitor, serviceId: '$0.id' } }),
      owner('deleteMonitor', { params: { id: '$1.id' } }),
      owner('listServices'),
    ],
    shows: { at: 'body.services.0.monitors', correct: 0, faulty: 1 },
  },
  {
    name: 'other-org-services-listed',
    area: 'uptime',
    what: 'the services of all organizations are listed',
    contract: "Conventions: every operation acts on the caller's acting organization",
    variants: ['a'],
    minimal: [service(), as('outsider', 'listServices')],
    shows: { at: 'body.services.length', correct: 0, faulty: 1 },
  },
  {
    name: 'export-token-in-list',
    area: 'uptime',
    what: 'the list of export tokens shows the tokens',
    contract: 'Uptime: GET export-tokens, metadata only, never secrets',
    minimal: [token, owner('listExportTokens')],
    shows: { at: 'body.tokens.0.token', correct: { absent: true }, faulty: { present: true } },
  },
  {
    name: 'other-org-export-revoked',
    area: 'uptime',
    what: 'an export token can be revoked from another organization',
    contract: "Conventions: every operation acts on the caller's acting organization",
    minimal: [token, as('outsider', 'revokeExportToken', { params: { id: '$0.id' } })],
    shows: { at: 'status', correct: { refused: true }, faulty: 204 },
  },
  {
    name: 'revoked-export-works',
    area: 'uptime',
    what: 'a revoked export token still scrapes',
    contract: 'Uptime: DELETE export-tokens, immediate; in-flight scrapes get 401',
    minimal: [
      token,
      owner('revokeExportToken', { params: { id: '$0.id' } }),
      { event: 'credentialUsed', with: { kind: 'export-token', secret: '$0.token' } },
    ],
    shows: { at: 'body.accepted', correct: false, faulty: true },
  },
]
