import { expect, test } from 'vitest'
import { AREAS } from '../../src/contract/areas.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { responseFor } from '../../src/contract/operations.ts'
import { buildPath } from '../../src/contract/routes.ts'

/** Written by hand from the contract's endpoint lists, not derived from the description. */
const OPERATIONS = {
  tokens: 'listTokens createToken getTokenScopeOptions',
  iam: 'getIamCatalog listPermissions',
  organization: 'getContacts updateContacts',
  registry: `listUpstreams listRegistries createRegistry getRegistry createLoginCredential deleteRegistry listTags listRegistryKeys
    createRegistryKey deleteTag revokeLoginCredential listManifests deleteManifest listOidcRules createOidcRule listRepositories
    deleteRepository revokeRegistryKey deleteOidcRule listUpstreamCredentials setUpstreamCredential deleteUpstreamCredential`,
  email: `listSendKeys createSendKey revokeSendKey listRoutes createRoute deleteRoute listDomains createDomain getDomain deleteDomain
    getDomainDns checkDomain armDomainReceiving listMessages getMessage getMessageContent getEmailSettings listSuppressions
    createSuppression deleteSuppression listWebhooks createWebhook updateWebhook deleteWebhook rotateWebhookSecret listDeliveries
    redeliverDelivery`,
  oncall: `getProviderCredential setProviderCredential clearProviderCredential listIncidents listSchedules openIncident createSchedule
    getPagingSettings savePagingSettings listAlertSources createAlertSource setServiceEscalationPolicy getIncident updateSchedule
    deleteSchedule acknowledgeIncident revokeAlertSource listEscalationPolicies createEscalationPolicy resolveIncident publishUpdate
    addOverride updateEscalationPolicy deleteEscalationPolicy retractUpdate removeOverride`,
  clusters: `listClusters createCluster getCluster updateCluster deleteCluster getClusterUsage listNodes getKubeconfig createJoinToken
    deleteNode listRegistrationTokens createRegistrationToken updateRegistrationToken deleteRegistrationToken`,
  uptime: `pingUptime getUptimeCatalog listUptimeServices createUptimeService renameUptimeService deleteUptimeService listMonitors
    createMonitor getMonitor updateMonitor deleteMonitor getMonitorMetrics listMonitorFailures listMonitorTransitions listExportTokens
    createExportToken revokeExportToken`,
} as const

/** Method, path, success status and other stated statuses, from the contract's tables. */
const STATED = `
listTokens GET /api/v1/tokens 200 401
createToken POST /api/v1/tokens 201 401
getTokenScopeOptions GET /api/v1/tokens/scope-options 200 401
getIamCatalog GET /api/v1/iam/catalog 200 400 401 403
listPermissions GET /api/v1/iam/permissions 200 400 401 403
getContacts GET /api/v1/organization/contacts 200 401
updateContacts PATCH /api/v1/organization/contacts 200 400 401 403 409
listSendKeys GET /api/v1/email/keys 200 401 403 404 502
createSendKey POST /api/v1/email/keys 201 401 403 404 502
revokeSendKey DELETE /api/v1/email/keys/{id} 204 401 403 404 502
listRoutes GET /api/v1/email/routes 200 401 403 404 502
createRoute POST /api/v1/email/routes 201 401 403 404 409 502
deleteRoute DELETE /api/v1/email/routes/{id} 204 401 403 404 502
listDomains GET /api/v1/email/domains 200 401 403 404 502
createDomain POST /api/v1/email/domains 201 401 403 404 409 502
getDomain GET /api/v1/email/domains/{id} 200 401 403 404 502
deleteDomain DELETE /api/v1/email/domains/{id} 204 401 403 404 502
getDomainDns GET /api/v1/email/domains/{id}/dns 200 401 403 404 502
checkDomain POST /api/v1/email/domains/{id}/check 202 401 403 404 502
armDomainReceiving POST /api/v1/email/domains/{id}/receive 200 401 403 404 502
listMessages GET /api/v1/email/messages 200 401 403 404 502
getMessage GET /api/v1/email/messages/{id} 200 401 403 404 502
getMessageContent GET /api/v1/email/messages/{id}/content 200 401 403 404 502
getEmailSettings GET /api/v1/email/settings 200 401 403 404 502
listSuppressions GET /api/v1/email/suppressions 200 401 403 404 502
createSuppression POST /api/v1/email/suppressions 201 401 403 404 502
deleteSuppression DELETE /api/v1/email/suppressions/{id} 204 401 403 404 502
listWebhooks GET /api/v1/email/webhooks 200 401 403 404 502
createWebhook POST /api/v1/email/webhooks 201 401 403 404 502
updateWebhook PATCH /api/v1/email/webhooks/{id} 200 401 403 404 502
deleteWebhook DELETE /api/v1/email/webhooks/{id} 204 401 403 404 409 502
rotateWebhookSecret POST /api/v1/email/webhooks/{id}/rotate-secret 200 401 403 404 502
listDeliveries GET /api/v1/email/webhook-deliveries 200 401 403 404 502
redeliverDelivery POST /api/v1/email/webhook-deliveries/{id}/redeliver 202 401 403 404 502
listClusters GET /api/v1/clusters 200 401 403 404
createCluster POST /api/v1/clusters 201 401 403 404
getCluster GET /api/v1/clusters/{name} 200 401 403 404
updateCluster PATCH /api/v1/clusters/{name} 200 401 403 404 409
deleteCluster DELETE /api/v1/clusters/{name} 202 401 403 404
getClusterUsage GET /api/v1/clusters/{name}/usage 200 401 403 404
listNodes GET /api/v1/clusters/{name}/nodes 200 401 403 404
getKubeconfig GET /api/v1/clusters/{name}/kubeconfig 200 401 403 404
createJoinToken POST /api/v1/clusters/{name}/join-tokens 201 401 403 404
deleteNode DELETE /api/v1/clusters/{name}/nodes/{node} 204 401 403 404
listRegistrationTokens GET /api/v1/clusters/{name}/registration-tokens 200 401 403 404
createRegistrationToken POST /api/v1/clusters/{name}/registration-tokens 201 401 403 404
updateRegistrationToken PATCH /api/v1/clusters/{name}/registration-tokens/{id} 204 401 403 404
deleteRegistrationToken DELETE /api/v1/clusters/{name}/registration-tokens/{id} 204 401 403 404
pingUptime GET /api/v1/uptime/ping 200 401 403 404 502
getUptimeCatalog GET /api/v1/uptime/catalog 200 401 403 404 502
listUptimeServices GET /api/v1/uptime/services 200 401 403 404 502
createUptimeService POST /api/v1/uptime/services 201 401 403 404 409 502
renameUptimeService PATCH /api/v1/uptime/services/{id} 200 401 403 404 409 502
deleteUptimeService DELETE /api/v1/uptime/services/{id} 204 401 403 404 409 502
listMonitors GET /api/v1/uptime/monitors 200 401 403 404 502
createMonitor POST /api/v1/uptime/monitors 201 401 403 404 502
getMonitor GET /api/v1/uptime/monitors/{id} 200 401 403 404 502
updateMonitor PATCH /api/v1/uptime/monitors/{id} 200 401 403 404 502
deleteMonitor DELETE /api/v1/uptime/monitors/{id} 204 401 403 404 502
getMonitorMetrics GET /api/v1/uptime/monitors/{id}/metrics 200 401 403 404 502 503
listMonitorFailures GET /api/v1/uptime/monitors/{id}/failures 200 401 403 404 502
listMonitorTransitions GET /api/v1/uptime/monitors/{id}/transitions 200 401 403 404 502
listExportTokens GET /api/v1/uptime/export-tokens 200 401 403 404 502
createExportToken POST /api/v1/uptime/export-tokens 201 401 403 404 502
revokeExportToken DELETE /api/v1/uptime/export-tokens/{id} 204 401 403 404 502`

/** Of registry and on-call only these error statuses are stated. */
const STATED_ERRORS_OF_OPEN_OPERATIONS = {
  createRegistry: [409],
  createLoginCredential: [403],
  setProviderCredential: [422, 502],
  deleteSchedule: [409],
  deleteEscalationPolicy: [409],
}

const contract = loadContract(source)
const all = [...contract.operations.values()]
const words = (text: string) => text.split(/\s+/)

test('every area has its operations, by name, 113 in all', () => {
  const described = AREAS.map((area) => [
    area,
    all
      .filter((operation) => operation.area === area)
      .map(({ id }) => id)
      .sort(),
  ])
  expect(Object.fromEntries(described)).toEqual(
    Object.fromEntries(AREAS.map((area) => [area, words(OPERATIONS[area]).sort()])),
  )
  expect(all.length).toBe(113)
})

test('operations have the stated method, path and statuses, except in registry and on-call', () => {
  const open = ['registry', 'oncall']
  const described = all
    .filter(({ area }) => !open.includes(area))
    .map(({ id, method, path, success, responses }) => {
      const errors = [...responses.keys()].filter((status) => /^[45]\d\d$/.test(status)).sort()
      return [id, method, path, success.status, ...errors].join(' ')
    })
  expect(described.sort()).toEqual(STATED.trim().split('\n').sort())
})

test('those of registry and on-call are bindings of ours, marked so, with only the stated errors', () => {
  const assumed = all.filter(({ assumedBinding }) => assumedBinding)
  expect(assumed.map(({ id }) => id).sort()).toEqual(words(`${OPERATIONS.registry} ${OPERATIONS.oncall}`).sort())
  expect(assumed.every(({ area, success, path }) => success.open && path.startsWith(`/api/v1/${area}`))).toBe(true)
  const errors = assumed.flatMap(({ id, responses }) => {
    const stated = [...responses.keys()]
      .filter((status) => /^[45]\d\d$/.test(status))
      .map(Number)
      .sort()
    return stated.length > 0 ? [[id, stated]] : []
  })
  expect(Object.fromEntries(errors)).toEqual(STATED_ERRORS_OF_OPEN_OPERATIONS)
})

test('every operation leaves room for a refusal whose status is open', () => {
  expect(all.filter((operation) => !responseFor(operation, 418)?.schema)).toEqual([])
})

test('a path is matched, taken apart and built again', () => {
  const operation = contract.operation('deleteUpstreamCredential')
  const path = buildPath(operation, { slug: 'a b', host: 'registry.example:5000/x' })
  expect(path).toBe('/api/v1/registry/registries/a%20b/upstream-credentials/registry.example%3A5000%2Fx')
  expect(contract.routes.match('DELETE', path)).toMatchObject({
    found: 'operation',
    operation: { id: 'deleteUpstreamCredential' },
    parameters: { slug: 'a b', host: 'registry.example:5000/x' },
  })
  expect(contract.routes.match('GET', '/api/v1/tokens/scope-options')).toMatchObject({
    operation: { id: 'getTokenScopeOptions' },
  })
  expect(contract.routes.match('PUT', '/api/v1/tokens')).toEqual({ found: 'path', methods: ['GET', 'POST'] })
  expect(contract.routes.match('GET', '/api/v1/nothing')).toEqual({ found: 'nothing' })
  expect(contract.routes.match('GET', '/api/v1/clusters/%E0%A4%A')).toEqual({ found: 'nothing' })
})

test('half a character has an address too', () => {
  const operation = contract.operation('getRegistry')
  expect(buildPath(operation, { slug: 'base-\ud83e' })).toBe('/api/v1/registry/registries/base-%EF%BF%BD')
})
