import { type Binding, REGISTRY_A, REGISTRY_B, type RegistryOperation } from './bindings.ts'

export type Who = 'owner' | 'admin' | 'member' | 'outsider' | 'guest'
type EventKind = 'sent' | 'delivered' | 'bounced' | 'complained' | 'received'

/** Every choice where the contract is silent. The rest of the code asks here and has no choice of its own. */
export interface Choice {
  readonly variant: 'a' | 'b'
  // The wire
  readonly credential: { readonly header: string; readonly prefix: string }
  readonly sessions: Record<Who, string>
  readonly userIds: Record<Who, string>
  readonly registry: Record<RegistryOperation, Binding>
  readonly invalidStatus: number
  readonly malformedStatus: number
  readonly wrongMethodStatus: number
  readonly noRegistrySession: number
  readonly invalidText: (what: string) => string
  readonly errorCodes: boolean
  readonly jsonType: string
  readonly listCounts: boolean
  readonly doneBody: object | undefined
  readonly unknownFields: 'ignore' | 'refuse'
  readonly nullMeansAbsent: boolean
  readonly blankNames: boolean
  readonly times: 'iso-seconds' | 'http-date'
  readonly ids: 'hex' | 'counted'
  readonly newestFirst: boolean
  // Roles
  readonly memberWritesEmail: boolean
  readonly permissionsForAll: boolean
  readonly customRolesInCatalog: boolean
  readonly clustersScopable: boolean
  readonly roleId: (service: string, level: string) => string
  readonly backendBeforePermission: boolean
  // Organization
  readonly unsetContact: 'role-address' | 'billing-address'
  readonly billingUniqueHere: boolean
  // Registry
  readonly regions: readonly string[]
  readonly unknownRegionRefused: boolean
  readonly displayNameDefault: (slug: string) => string
  readonly storageQuota: number
  readonly slugPattern: RegExp
  readonly reservedSlugs: readonly string[]
  readonly deletedSlugRetired: boolean
  readonly noPayment: number
  readonly notEmpty: number
  readonly foreignRegistry: number
  readonly unknownRepository: 'refuse' | 'empty'
  readonly upstreams: readonly { readonly host: string; readonly endpoint: string }[]
  readonly unknownUpstream: number
  readonly upstreamResetKeepsTime: boolean
  readonly forgetUnsetUpstream: 'refuse' | 'done'
  readonly loginWithoutRegistries: 'empty' | 'refuse'
  readonly loginUnknownRegistry: number
  readonly loginRegistryAll: string
  readonly loginKeyId: 'username' | 'field'
  readonly revokedKeyListed: boolean
  readonly revokeKeyAgain: 'done' | 'refuse'
  readonly keyRevocationTier: 'write' | 'admin'
  readonly purgeTier: 'any' | 'last-tag'
  readonly purgeValues: readonly string[]
  readonly sharedBlobs: 'per-repository' | 'per-registry'
  readonly ruleName: (id: number) => string
  // Email
  readonly eventTypes: Record<EventKind, string>
  readonly messageStates: Record<'accepted' | 'withheld' | EventKind, string>
  readonly doors: readonly string[]
  readonly emptyDomainIds: 'unrestricted' | 'refuse'
  readonly unknownReference: number
  readonly revokedSendKeyListed: boolean
  readonly armedMeans: 'pending' | 'verified'
  readonly mxBeforeArming: boolean
  readonly patternCase: 'lower' | 'kept'
  readonly domainCase: 'lower' | 'kept'
  readonly dkimKeys: number
  readonly checkStatus: string
  readonly checkDelayMs: number
  readonly failedPassShows: 'failed-always' | 'failed-after-verified'
  readonly outsideGrant: number
  readonly pageSize: number
  readonly cursorAfterFullLastPage: boolean
  readonly badCursor: 'refuse' | 'end'
  readonly toFilter: 'exact' | 'substring'
  readonly sinceInclusive: boolean
  readonly unknownDomainFilter: 'empty' | 'refuse'
  readonly oldMessageReadable: boolean
  readonly showAcceptedToday: boolean
  readonly dailyQuota: number
  readonly bouncePausePct: number
  readonly complaintPausePct: number
  readonly pauseAtLeast: number
  readonly suppressTwice: 'refuse' | 'same'
  readonly suppressAnyText: boolean
  readonly suppressionCase: 'lower' | 'kept'
  readonly emptyEventTypes: boolean
  readonly repeatedEventTypes: 'refuse' | 'merge'
  readonly retryDelaysMs: readonly number[]
  readonly firstAttemptDelayMs: number
  readonly redeliverToDisabled: 'refuse' | 'fails'
  readonly deliveriesOfDeletedEndpoint: boolean
  readonly recentDeliveries: number
  readonly badDeliveryId: number
  readonly routedNeedsSubscription: boolean
  readonly signature: 'hex-header' | 'standard'
  readonly keysLoseDeletedDomain: boolean
  // Clusters
  readonly versions: readonly string[]
  readonly defaultVersion: string
  readonly defaultReplicas: number
  readonly dedicatedDefaults: boolean
  readonly datastorePatchWhole: boolean
  readonly maxServices: number
  readonly clusterQuota: number
  readonly clusterNames: 'organization' | 'global'
  readonly takenName: number
  readonly clusterNamePattern: RegExp
  readonly phases: Record<'provisioning' | 'ready' | 'rolling' | 'deleting', string>
  readonly provisionMs: number
  readonly rollMs: number
  readonly teardownMs: number
  readonly patchShows: 'new' | 'old'
  readonly patchDuringRoll: 'refuse' | 'merge'
  readonly versionRefusal: number
  readonly maxSkew: number
  readonly headroomPercent: number
  readonly storageMayShrink: boolean
  readonly kubeconfigSeconds: number
  readonly joinTokenSeconds: number
  readonly nodeReadyMs: number
}

const A: Choice = {
  variant: 'a',
  credential: { header: 'authorization', prefix: 'Bearer ' },
  sessions: { owner: 'sa1-oak', admin: 'sa2-ash', member: 'sa3-elm', outsider: 'sa4-fir', guest: 'sa5-yew' },
  userIds: { owner: 'usr_1', admin: 'usr_2', member: 'usr_3', outsider: 'usr_4', guest: 'usr_5' },
  registry: REGISTRY_A,
  invalidStatus: 422,
  malformedStatus: 400,
  wrongMethodStatus: 405,
  noRegistrySession: 401,
  invalidText: (what) => `invalid request: ${what}`,
  errorCodes: false,
  jsonType: 'application/json',
  listCounts: false,
  doneBody: undefined,
  unknownFields: 'ignore',
  nullMeansAbsent: true,
  blankNames: false,
  times: 'iso-seconds',
  ids: 'counted',
  newestFirst: false,
  memberWritesEmail: true,
  permissionsForAll: true,
  customRolesInCatalog: false,
  clustersScopable: true,
  roleId: (service, level) => `${service}.${level}`,
  backendBeforePermission: false,
  unsetContact: 'role-address',
  billingUniqueHere: false,
  regions: ['eu-north', 'eu-south'],
  unknownRegionRefused: true,
  displayNameDefault: (slug) => slug,
  storageQuota: 50 * 1024 ** 3,
  slugPattern: /^[a-z0-9][a-z0-9._-]{0,62}$/,
  reservedSlugs: ['library', 'session', 'cache'],
  deletedSlugRetired: false,
  noPayment: 402,
  notEmpty: 409,
  foreignRegistry: 404,
  unknownRepository: 'refuse',
  upstreams: [
    { host: 'docker.io', endpoint: 'https://registry-1.docker.io' },
    { host: 'ghcr.io', endpoint: 'https://ghcr.io' },
  ],
  unknownUpstream: 404,
  upstreamResetKeepsTime: true,
  forgetUnsetUpstream: 'refuse',
  loginWithoutRegistries: 'empty',
  loginUnknownRegistry: 404,
  loginRegistryAll: 'registry.harbor.example',
  loginKeyId: 'username',
  revokedKeyListed: true,
  revokeKeyAgain: 'done',
  keyRevocationTier: 'admin',
  purgeTier: 'any',
  purgeValues: ['true', 'false'],
  sharedBlobs: 'per-repository',
  ruleName: () => '',
  eventTypes: {
    sent: 'message.sent',
    delivered: 'message.delivered',
    bounced: 'message.bounced',
    complained: 'message.complained',
    received: 'message.received',
  },
  messageStates: {
    accepted: 'accepted',
    withheld: 'suppressed',
    sent: 'sent',
    delivered: 'delivered',
    bounced: 'bounced',
    complained: 'complained',
    received: 'received',
  },
  doors: ['smtp', 'api'],
  emptyDomainIds: 'unrestricted',
  unknownReference: 404,
  revokedSendKeyListed: false,
  armedMeans: 'pending',
  mxBeforeArming: false,
  patternCase: 'lower',
  domainCase: 'lower',
  dkimKeys: 1,
  checkStatus: 'scheduled',
  checkDelayMs: 300,
  failedPassShows: 'failed-after-verified',
  outsideGrant: 403,
  pageSize: 20,
  cursorAfterFullLastPage: false,
  badCursor: 'refuse',
  toFilter: 'exact',
  sinceInclusive: true,
  unknownDomainFilter: 'empty',
  oldMessageReadable: false,
  showAcceptedToday: true,
  dailyQuota: 2000,
  bouncePausePct: 10,
  complaintPausePct: 0.5,
  pauseAtLeast: 10,
  suppressTwice: 'refuse',
  suppressAnyText: false,
  suppressionCase: 'lower',
  emptyEventTypes: false,
  repeatedEventTypes: 'merge',
  retryDelaysMs: [5_000, 60_000],
  firstAttemptDelayMs: 0,
  redeliverToDisabled: 'refuse',
  deliveriesOfDeletedEndpoint: true,
  recentDeliveries: 100,
  badDeliveryId: 404,
  routedNeedsSubscription: false,
  signature: 'hex-header',
  keysLoseDeletedDomain: true,
  versions: ['1.29.4', '1.30.2', '1.30.6', '1.31.1', '1.32.0'],
  defaultVersion: '1.30.6',
  defaultReplicas: 1,
  dedicatedDefaults: true,
  datastorePatchWhole: false,
  maxServices: 3,
  clusterQuota: 20,
  clusterNames: 'organization',
  takenName: 409,
  clusterNamePattern: /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/,
  phases: { provisioning: 'provisioning', ready: 'running', rolling: 'rolling', deleting: 'deleting' },
  provisionMs: 300,
  rollMs: 300,
  teardownMs: 300,
  patchShows: 'new',
  patchDuringRoll: 'refuse',
  versionRefusal: 422,
  maxSkew: 2,
  headroomPercent: 50,
  storageMayShrink: false,
  kubeconfigSeconds: 3600,
  joinTokenSeconds: 900,
  nodeReadyMs: 500,
}

const B: Choice = {
  variant: 'b',
  credential: { header: 'cookie', prefix: 'harbor_sid=' },
  sessions: {
    owner: 'b.8f2e.owner',
    admin: 'b.1c77.admin',
    member: 'b.90aa.member',
    outsider: 'b.4d31.outsider',
    guest: 'b.6b05.guest',
  },
  userIds: {
    owner: '5f0000000000000000000001',
    admin: '5f0000000000000000000002',
    member: '5f0000000000000000000003',
    outsider: '5f0000000000000000000004',
    guest: '5f0000000000000000000005',
  },
  registry: REGISTRY_B,
  invalidStatus: 400,
  malformedStatus: 422,
  wrongMethodStatus: 404,
  noRegistrySession: 403,
  invalidText: (what) => `Bad input (${what})`,
  errorCodes: true,
  jsonType: 'application/json; charset=utf-8',
  listCounts: true,
  doneBody: { ok: true },
  unknownFields: 'refuse',
  nullMeansAbsent: false,
  blankNames: true,
  times: 'http-date',
  ids: 'hex',
  newestFirst: true,
  memberWritesEmail: false,
  permissionsForAll: false,
  customRolesInCatalog: true,
  clustersScopable: false,
  roleId: (service, level) => `role-${level}-of-${service}`,
  backendBeforePermission: true,
  unsetContact: 'billing-address',
  billingUniqueHere: true,
  regions: ['fra', 'ams', 'waw'],
  unknownRegionRefused: false,
  displayNameDefault: (slug) => `Registry ${slug}`,
  storageQuota: 10 * 10 ** 9,
  slugPattern: /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
  reservedSlugs: ['root', 'system'],
  deletedSlugRetired: true,
  noPayment: 403,
  notEmpty: 412,
  foreignRegistry: 403,
  unknownRepository: 'empty',
  upstreams: [
    { host: 'quay.io', endpoint: 'https://quay.io/v2' },
    { host: 'mirror.example:5000', endpoint: 'https://mirror.example:5000' },
    { host: 'docker.io', endpoint: 'https://index.docker.io' },
  ],
  unknownUpstream: 400,
  upstreamResetKeepsTime: false,
  forgetUnsetUpstream: 'done',
  loginWithoutRegistries: 'refuse',
  loginUnknownRegistry: 403,
  loginRegistryAll: '',
  loginKeyId: 'field',
  revokedKeyListed: false,
  revokeKeyAgain: 'refuse',
  keyRevocationTier: 'write',
  purgeTier: 'last-tag',
  purgeValues: ['true', 'never'],
  sharedBlobs: 'per-registry',
  ruleName: (id) => `rule ${id}`,
  eventTypes: {
    sent: 'SENT',
    delivered: 'DELIVERED',
    bounced: 'BOUNCED',
    complained: 'COMPLAINED',
    received: 'INBOUND',
  },
  messageStates: {
    accepted: 'QUEUED',
    withheld: 'DROPPED',
    sent: 'IN_TRANSIT',
    delivered: 'DONE',
    bounced: 'RETURNED',
    complained: 'REPORTED',
    received: 'IN',
  },
  doors: ['submission'],
  emptyDomainIds: 'refuse',
  unknownReference: 400,
  revokedSendKeyListed: true,
  armedMeans: 'verified',
  mxBeforeArming: true,
  patternCase: 'kept',
  domainCase: 'kept',
  dkimKeys: 3,
  checkStatus: 'running',
  checkDelayMs: 0,
  failedPassShows: 'failed-always',
  outsideGrant: 404,
  pageSize: 7,
  cursorAfterFullLastPage: true,
  badCursor: 'end',
  toFilter: 'substring',
  sinceInclusive: false,
  unknownDomainFilter: 'refuse',
  oldMessageReadable: true,
  showAcceptedToday: false,
  dailyQuota: 500,
  bouncePausePct: 5.5,
  complaintPausePct: 0.1,
  pauseAtLeast: 20,
  suppressTwice: 'same',
  suppressAnyText: true,
  suppressionCase: 'kept',
  emptyEventTypes: true,
  repeatedEventTypes: 'refuse',
  retryDelaysMs: [1_000, 10_000, 100_000],
  firstAttemptDelayMs: 100,
  redeliverToDisabled: 'fails',
  deliveriesOfDeletedEndpoint: false,
  recentDeliveries: 40,
  badDeliveryId: 400,
  routedNeedsSubscription: true,
  signature: 'standard',
  keysLoseDeletedDomain: false,
  versions: ['v1.27', 'v1.28', 'v1.29', 'v1.30', 'v1.31'],
  defaultVersion: 'v1.27',
  defaultReplicas: 3,
  dedicatedDefaults: false,
  datastorePatchWhole: true,
  maxServices: 2,
  clusterQuota: 50,
  clusterNames: 'global',
  takenName: 400,
  clusterNamePattern: /^\S.{0,99}$/,
  phases: { provisioning: 'Creating', ready: 'Ready', rolling: 'Updating', deleting: 'Terminating' },
  provisionMs: 0,
  rollMs: 200,
  teardownMs: 0,
  patchShows: 'old',
  patchDuringRoll: 'merge',
  versionRefusal: 409,
  maxSkew: 1,
  headroomPercent: 70,
  storageMayShrink: true,
  kubeconfigSeconds: 600,
  joinTokenSeconds: 300,
  nodeReadyMs: 0,
}

export function choicesOf(variant: string): Choice {
  if (variant === 'a') return A
  if (variant === 'b') return B
  throw new Error(`unknown variant ${variant}: a or b`)
}
