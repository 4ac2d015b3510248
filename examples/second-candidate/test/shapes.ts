import assert from 'node:assert/strict'
import type { Operation } from '../bindings.ts'
import type { Answer } from './sequence.ts'

/** A type name, an enumeration, a list of one shape, or the fields of an object (with ? for optional ones). */
type Shape = 'string' | 'integer' | 'number' | 'boolean' | 'object' | ReadonlySet<string> | readonly [Shape] | Fields
interface Fields {
  readonly [field: string]: Shape
}
const oneOf = (...values: string[]) => new Set(values)

const mode = oneOf('pull', 'readwrite')
const iamRole = {
  id: 'string',
  name: 'string',
  description: 'string',
  kind: oneOf('builtin', 'custom'),
  'service?': 'string',
  scopable: 'boolean',
  permissions: ['string'],
} as const satisfies Fields
const tier = { permission: 'string', tier: oneOf('read', 'write', 'admin'), label: 'string' } as const satisfies Fields
const permissions = {
  service: 'string',
  serviceLabel: 'string',
  resources: [{ resource: 'string', resourceLabel: 'string', tiers: [tier] }],
} as const satisfies Fields
const contacts = { billingEmail: 'string', technicalEmail: 'string', securityEmail: 'string' } as const satisfies Fields
const registry = {
  slug: 'string',
  displayName: 'string',
  region: 'string',
  storageQuotaBytes: 'integer',
  createdAt: 'string',
} as const satisfies Fields
const registryKey = {
  keyId: 'string',
  name: 'string',
  mode,
  repoPrefixes: ['string'],
  mintedVia: oneOf('manual', 'oidc'),
  createdAt: 'string',
  'expiresAt?': 'string',
  'lastUsedAt?': 'string',
  'revokedAt?': 'string',
} as const satisfies Fields
const rule = {
  id: 'integer',
  name: 'string',
  issuer: 'string',
  audience: 'string',
  subjectPattern: 'string',
  mode,
  repoPrefixes: ['string'],
  createdAt: 'string',
} as const satisfies Fields
const sendKey = {
  id: 'string',
  name: 'string',
  keyId: 'string',
  domainIds: ['string'],
  createdAt: 'string',
  'lastUsedAt?': 'string',
} as const satisfies Fields
const route = {
  id: 'string',
  domainId: 'string',
  pattern: 'string',
  endpointId: 'string',
  createdAt: 'string',
} as const satisfies Fields
const domain = {
  id: 'string',
  name: 'string',
  sendState: oneOf('pending', 'verified', 'failed'),
  receiveState: oneOf('none', 'pending', 'verified', 'failed'),
  createdAt: 'string',
  dnsRecords: [
    { capability: oneOf('send', 'receive'), type: 'string', name: 'string', value: 'string', 'priority?': 'integer' },
  ],
} as const satisfies Fields
const message = {
  id: 'string',
  direction: oneOf('send', 'receive'),
  state: 'string',
  from: 'string',
  to: ['string'],
  'cc?': ['string'],
  'subject?': 'string',
  sizeBytes: 'integer',
  'door?': 'string',
  domainId: 'string',
  'lastError?': 'string',
  createdAt: 'string',
  'sentAt?': 'string',
  stateAt: 'string',
} as const satisfies Fields
const messageEvent = {
  kind: oneOf('sent', 'delivered', 'bounced', 'complained'),
  'bounceType?': 'string',
  'recipient?': 'string',
  'detail?': 'object',
  occurredAt: 'string',
} as const satisfies Fields
const settings = {
  dailyQuota: 'integer',
  paused: 'boolean',
  'pausedAt?': 'string',
  'pauseReason?': 'string',
  'bouncePausePct?': 'number',
  'complaintPausePct?': 'number',
  'acceptedToday?': 'integer',
} as const satisfies Fields
const suppression = {
  id: 'string',
  address: 'string',
  reason: oneOf('bounce', 'complaint', 'manual'),
  createdAt: 'string',
} as const satisfies Fields
const webhook = {
  id: 'string',
  url: 'string',
  eventTypes: ['string'],
  disabled: 'boolean',
  createdAt: 'string',
} as const satisfies Fields
const delivery = {
  id: 'integer',
  endpointId: 'string',
  eventType: 'string',
  'messageId?': 'string',
  state: oneOf('pending', 'delivering', 'delivered', 'failed'),
  attempts: 'integer',
  'lastStatus?': 'integer',
  'lastError?': 'string',
  'deliveredAt?': 'string',
  createdAt: 'string',
} as const satisfies Fields
const cluster = {
  name: 'string',
  tier: 'string',
  orchestratorVersion: 'string',
  replicas: 'integer',
  mesh: 'boolean',
  datastore: {
    mode: 'string',
    'size?': 'string',
    'storageGiB?': 'integer',
    'replicas?': 'integer',
    'backups?': 'boolean',
  },
  phase: 'string',
  'endpoint?': 'string',
  managedLoadBalancers: {
    enabled: 'boolean',
    maxServices: 'integer',
    loadBalancers: [{ service: 'string', ip: 'string' }],
  },
} as const satisfies Fields
const registrationToken = {
  id: 'string',
  name: 'string',
  createdAt: 'string',
  'expiresAt?': 'string',
  'lastUsed?': 'string',
  disabled: 'boolean',
} as const satisfies Fields

/** The response of each operation, from the contract; nothing where it states no body. */
export const SHAPES = {
  getIamCatalog: { roles: [iamRole], resources: [{ service: 'string', id: 'string', name: 'string' }] },
  listPermissions: { services: [permissions] },
  getContacts: contacts,
  updateContacts: contacts,
  listUpstreams: { upstreams: [{ host: 'string', endpoint: 'string' }] },
  listRegistries: { registries: [registry] },
  createRegistry: registry,
  getRegistry: {
    slug: 'string',
    region: 'string',
    storageQuotaBytes: 'integer',
    usedBytes: 'integer',
    repositoryCount: 'integer',
    createdAt: 'string',
  },
  deleteRegistry: undefined,
  createLoginCredential: {
    username: 'string',
    password: 'string',
    expiresAt: 'string',
    registry: 'string',
    scope: [{ registry: 'string', mode }],
  },
  revokeLoginCredential: undefined,
  listTags: { tags: [{ name: 'string', digest: 'string', manifestSize: 'integer', updatedAt: 'string' }] },
  deleteTag: { purged: 'boolean' },
  listRegistryKeys: { keys: [registryKey] },
  createRegistryKey: { keyId: 'string', secret: 'string' },
  revokeRegistryKey: undefined,
  listManifests: {
    manifests: [{ digest: 'string', mediaType: 'string', sizeBytes: 'integer', tags: ['string'], createdAt: 'string' }],
  },
  deleteManifest: undefined,
  listOidcRules: { rules: [rule] },
  createOidcRule: rule,
  deleteOidcRule: undefined,
  listRepositories: {
    repositories: [{ name: 'string', tagCount: 'integer', sizeBytes: 'integer', createdAt: 'string' }],
  },
  deleteRepository: undefined,
  listUpstreamCredentials: {
    upstreamCredentials: [{ upstream: 'string', username: 'string', createdAt: 'string' }],
  },
  setUpstreamCredential: { upstream: 'string', username: 'string' },
  deleteUpstreamCredential: undefined,
  listSendKeys: { sendKeys: [sendKey] },
  createSendKey: { sendKey, secret: 'string' },
  revokeSendKey: undefined,
  listRoutes: { routes: [route] },
  createRoute: route,
  deleteRoute: undefined,
  listDomains: { domains: [domain] },
  createDomain: domain,
  getDomain: domain,
  deleteDomain: undefined,
  getDomainDns: { records: ['object'] },
  checkDomain: { status: 'string' },
  armDomainReceiving: domain,
  listMessages: { messages: [message], 'cursor?': 'string' },
  getMessage: { message, events: [messageEvent] },
  getMessageContent: 'string',
  getEmailSettings: settings,
  listSuppressions: { suppressions: [suppression] },
  createSuppression: suppression,
  deleteSuppression: undefined,
  listWebhooks: { webhooks: [webhook] },
  createWebhook: { webhook, signingSecret: 'string' },
  updateWebhook: webhook,
  deleteWebhook: undefined,
  rotateWebhookSecret: { signingSecret: 'string' },
  listDeliveries: { deliveries: [delivery] },
  redeliverDelivery: { id: 'integer' },
  listClusters: { clusters: [cluster] },
  createCluster: cluster,
  getCluster: cluster,
  updateCluster: cluster,
  deleteCluster: undefined,
  getClusterUsage: 'object',
  listNodes: { nodes: [{ name: 'string', ready: 'boolean', agentVersion: 'string' }] },
  getKubeconfig: { kubeconfig: 'string', expiresIn: 'integer' },
  createJoinToken: { joinToken: 'string', cluster: 'string', joinCommand: 'string', expiresIn: 'integer' },
  deleteNode: undefined,
  listRegistrationTokens: { tokens: [registrationToken] },
  createRegistrationToken: {
    id: 'string',
    name: 'string',
    token: 'string',
    cloudConfig: 'string',
    joinCommand: 'string',
  },
  updateRegistrationToken: undefined,
  deleteRegistrationToken: undefined,
} as const satisfies Record<Operation, Shape | undefined>

/** What has a shape. Whoever looks into a list expects something in it. */
type Shaped<S> = S extends 'string' | ReadonlySet<string>
  ? string
  : S extends 'integer' | 'number'
    ? number
    : S extends 'boolean'
      ? boolean
      : S extends 'object'
        ? Readonly<Record<string, unknown>>
        : S extends readonly [infer Item]
          ? readonly [Shaped<Item>, ...Shaped<Item>[]]
          : S extends Fields
            ? { readonly [Field in keyof S as Field extends `${string}?` ? never : Field]: Shaped<S[Field]> } & {
                readonly [Field in keyof S as Field extends `${infer Name}?` ? Name : never]?: Shaped<S[Field]>
              }
            : undefined
export type BodyOf<Id extends Operation> = Shaped<(typeof SHAPES)[Id]>

/** Holds an answer against the stated shape. Extra fields are nobody's business. */
export function shaped<Id extends Operation>(operation: Id, { body }: Answer): BodyOf<Id> {
  const shape: Shape | undefined = SHAPES[operation]
  if (shape !== undefined) hold(body, shape, operation)
  return body as BodyOf<Id>
}

function hold(value: unknown, shape: Shape, at: string): void {
  if (shape instanceof Set) assert.ok(typeof value === 'string' && shape.has(value), `${at}: ${value}`)
  else if (shape === 'integer') assert.ok(Number.isSafeInteger(value), `${at}: ${value}`)
  else if (typeof shape === 'string') assert.equal(value === null ? 'null' : typeof value, shape, at)
  else if (Array.isArray(shape)) holdList(value, shape[0], at)
  else holdFields(value, shape as Fields, at)
}

function holdList(value: unknown, shape: Shape, at: string): void {
  assert.ok(Array.isArray(value), `${at} is not an array`)
  for (const [index, item] of value.entries()) hold(item, shape, `${at}[${index}]`)
}

function holdFields(value: unknown, fields: Fields, at: string): void {
  assert.ok(value !== null && typeof value === 'object', `${at} is not an object`)
  for (const [name, shape] of Object.entries(fields)) {
    const field = name.replace('?', '')
    const found = (value as Record<string, unknown>)[field]
    if (found !== undefined || !name.endsWith('?')) hold(found, shape, `${at}.${field}`)
  }
}
