import { type Binding, type Operation, STATED } from './bindings.ts'
import type { Choice } from './choices.ts'
import { clusterAccessHandlers } from './cluster-access.ts'
import { clusterHandlers } from './clusters.ts'
import type { Handler, Handlers } from './context.ts'
import { emailDomainHandlers } from './email-domains.ts'
import { emailKeyHandlers } from './email-keys.ts'
import { emailMessageHandlers } from './email-messages.ts'
import { emailPostureHandlers } from './email-posture.ts'
import { emailRouteHandlers } from './email-routes.ts'
import { emailWebhookHandlers } from './email-webhooks.ts'
import { iamHandlers } from './iam.ts'
import { imageHandlers } from './images.ts'
import { organizationHandlers } from './organization.ts'
import { registryHandlers } from './registries.ts'
import { registryAccessHandlers } from './registry-access.ts'
import type { Permission } from './roles.ts'

const HANDLERS: Handlers = {
  ...iamHandlers,
  ...organizationHandlers,
  ...registryHandlers,
  ...imageHandlers,
  ...registryAccessHandlers,
  ...emailKeyHandlers,
  ...emailRouteHandlers,
  ...emailDomainHandlers,
  ...emailMessageHandlers,
  ...emailPostureHandlers,
  ...emailWebhookHandlers,
  ...clusterHandlers,
  ...clusterAccessHandlers,
}

/**
 * The permission each operation needs. With `scoped` a grant narrowed to single things will do, and the
 * operation looks at the thing itself; with `own` the operation refuses by itself. Those not listed need none.
 */
const NEEDS: Partial<Record<Operation, readonly [Permission, ('scoped' | 'own')?]>> = {
  listRegistries: ['registry.registry.read', 'scoped'],
  createRegistry: ['registry.registry.write', 'scoped'],
  getRegistry: ['registry.registry.read', 'scoped'],
  deleteRegistry: ['registry.registry.write', 'scoped'],
  createLoginCredential: ['registry.repository.read', 'own'],
  listTags: ['registry.repository.read', 'scoped'],
  deleteTag: ['registry.repository.write', 'scoped'],
  listRegistryKeys: ['registry.key.read', 'scoped'],
  createRegistryKey: ['registry.registry.read', 'scoped'],
  revokeRegistryKey: ['registry.registry.read', 'scoped'],
  listManifests: ['registry.repository.read', 'scoped'],
  deleteManifest: ['registry.repository.write', 'scoped'],
  listOidcRules: ['registry.rule.read', 'scoped'],
  createOidcRule: ['registry.rule.write', 'scoped'],
  deleteOidcRule: ['registry.rule.write', 'scoped'],
  listRepositories: ['registry.repository.read', 'scoped'],
  deleteRepository: ['registry.repository.write', 'scoped'],
  listUpstreamCredentials: ['registry.upstream.read', 'scoped'],
  setUpstreamCredential: ['registry.upstream.write', 'scoped'],
  deleteUpstreamCredential: ['registry.upstream.write', 'scoped'],
  listSendKeys: ['email.key.read'],
  createSendKey: ['email.key.admin', 'own'],
  revokeSendKey: ['email.key.write'],
  listRoutes: ['email.route.read', 'scoped'],
  createRoute: ['email.route.write', 'scoped'],
  deleteRoute: ['email.route.write', 'scoped'],
  listDomains: ['email.domain.read', 'scoped'],
  createDomain: ['email.domain.write', 'scoped'],
  getDomain: ['email.domain.read', 'scoped'],
  deleteDomain: ['email.domain.write', 'scoped'],
  getDomainDns: ['email.domain.read', 'scoped'],
  checkDomain: ['email.domain.write', 'scoped'],
  armDomainReceiving: ['email.domain.write', 'scoped'],
  listMessages: ['email.message.read', 'scoped'],
  getMessage: ['email.message.read', 'scoped'],
  getMessageContent: ['email.message.read', 'scoped'],
  getEmailSettings: ['email.settings.read'],
  listSuppressions: ['email.suppression.read'],
  createSuppression: ['email.suppression.write'],
  deleteSuppression: ['email.suppression.write'],
  listWebhooks: ['email.webhook.read'],
  createWebhook: ['email.webhook.write'],
  updateWebhook: ['email.webhook.write'],
  deleteWebhook: ['email.webhook.write'],
  rotateWebhookSecret: ['email.webhook.write'],
  listDeliveries: ['email.webhook.read'],
  redeliverDelivery: ['email.webhook.write'],
  listClusters: ['clusters.cluster.read', 'scoped'],
  createCluster: ['clusters.cluster.write', 'scoped'],
  getCluster: ['clusters.cluster.read', 'scoped'],
  updateCluster: ['clusters.cluster.write', 'scoped'],
  deleteCluster: ['clusters.cluster.write', 'scoped'],
  getClusterUsage: ['clusters.cluster.read', 'scoped'],
  listNodes: ['clusters.node.read', 'scoped'],
  getKubeconfig: ['clusters.cluster.write', 'scoped'],
  createJoinToken: ['clusters.token.write', 'scoped'],
  deleteNode: ['clusters.node.write', 'scoped'],
  listRegistrationTokens: ['clusters.token.read', 'scoped'],
  createRegistrationToken: ['clusters.token.write', 'scoped'],
  updateRegistrationToken: ['clusters.token.write', 'scoped'],
  deleteRegistrationToken: ['clusters.token.write', 'scoped'],
}

const BODIES: ReadonlySet<Operation> = new Set<Operation>([
  'updateContacts',
  'createRegistry',
  'createLoginCredential',
  'createRegistryKey',
  'createOidcRule',
  'setUpstreamCredential',
  'createSendKey',
  'createRoute',
  'createDomain',
  'createSuppression',
  'createWebhook',
  'updateWebhook',
  'createCluster',
  'updateCluster',
  'createRegistrationToken',
  'updateRegistrationToken',
])

export interface Route {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly status: number
  readonly area: string
  readonly needs: Permission | undefined
  readonly check: 'whole' | 'scoped' | 'own'
  readonly readsBody: boolean
  readonly run: Handler
}

/** Method, path and success status of every operation of a variant. */
export function operationsOf(choice: Choice): Record<string, Binding> {
  const registry = Object.entries(choice.registry).map(([operation, [method, path, status]]) => [
    operation,
    [method, `/api/v1/registry${path}`, status] as const,
  ])
  return { ...STATED, ...Object.fromEntries(registry) }
}

export function routesOf(choice: Choice): Route[] {
  return Object.entries(operationsOf(choice)).map(([name, [method, path, status]]) => {
    const operation = name as Operation
    const run = HANDLERS[operation]
    if (!run) throw new Error(`nothing carries out ${name}`)
    const [needs, check = 'whole'] = NEEDS[operation] ?? []
    const area = path.split('/')[3] ?? ''
    return { operation, method, path, status, area, needs, check, readsBody: BODIES.has(operation), run }
  })
}
