/** The data of the candidate. Times are in milliseconds; `seq` orders things with the same time. */
export interface Made {
  readonly org: string
  readonly createdAt: number
  readonly seq: number
}

export type Mode = 'pull' | 'readwrite'

export interface Registry extends Made {
  readonly slug: string
  readonly displayName: string
  readonly region: string
  quota: number
  readonly repositories: Map<string, Repository>
  readonly keys: Map<string, RegistryKey>
  readonly rules: Map<number, OidcRule>
  readonly logins: Map<string, UpstreamLogin>
}
export interface Repository {
  readonly name: string
  readonly createdAt: number
  readonly manifests: Map<string, Manifest>
  readonly tags: Map<string, { digest: string; updatedAt: number }>
}
export interface Blob {
  readonly digest: string
  readonly size: number
}
export interface Manifest {
  readonly digest: string
  readonly mediaType: string
  readonly bytes: number
  layers: readonly Blob[]
  readonly createdAt: number
}
export interface RegistryKey {
  readonly keyId: string
  readonly name: string
  readonly mode: Mode
  readonly repoPrefixes: readonly string[]
  readonly mintedVia: 'manual' | 'oidc'
  readonly secretHash: string
  /** Kept for one fault only; undefined otherwise. */
  readonly leaked: string | undefined
  readonly createdAt: number
  readonly expiresAt: number | undefined
  lastUsedAt: number | undefined
  revokedAt: number | undefined
}
export interface OidcRule {
  readonly id: number
  readonly name: string
  readonly issuer: string
  readonly audience: string
  readonly subjectPattern: string
  readonly mode: Mode
  readonly repoPrefixes: readonly string[]
  readonly createdAt: number
}
export interface UpstreamLogin {
  readonly upstream: string
  readonly username: string
  readonly password: string
  readonly createdAt: number
}
export interface LoginCredential {
  readonly org: string
  readonly keyId: string
  readonly passwordHash: string
  readonly scope: readonly { readonly registry: string; readonly mode: Mode }[]
  readonly expiresAt: number
  revoked: boolean
}

export interface SendKey extends Made {
  readonly id: string
  readonly name: string
  readonly keyId: string
  domainIds: readonly string[]
  readonly secretHash: string
  readonly leaked: string | undefined
  lastUsedAt: number | undefined
  revoked: boolean
}
export interface Route extends Made {
  readonly id: string
  readonly domainId: string
  readonly pattern: string
  readonly endpointId: string
}
export interface DnsRecord {
  readonly capability: 'send' | 'receive'
  readonly type: string
  readonly name: string
  readonly value: string
  readonly priority?: number
}
export interface Domain extends Made {
  readonly id: string
  readonly name: string
  sendState: 'pending' | 'verified' | 'failed'
  receiveState: 'none' | 'pending' | 'verified' | 'failed'
  readonly records: readonly DnsRecord[]
}
export interface Message extends Made {
  readonly id: string
  readonly direction: 'send' | 'receive'
  state: string
  stateAt: number
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[] | undefined
  readonly subject: string | undefined
  readonly raw: string
  readonly door: string | undefined
  readonly domainId: string
  lastError: string | undefined
  readonly sentAt: number | undefined
  readonly events: MessageEvent[]
}
export interface MessageEvent {
  readonly kind: 'sent' | 'delivered' | 'bounced' | 'complained'
  readonly bounceType?: string
  readonly recipient?: string
  readonly detail?: object
  readonly at: number
}
export interface Suppression extends Made {
  readonly id: string
  readonly address: string
  reason: 'bounce' | 'complaint' | 'manual'
}
export interface Answer {
  readonly status?: number
  readonly failure?: string
}
export interface Webhook extends Made {
  readonly id: string
  url: string
  eventTypes: readonly string[]
  disabled: boolean
  secret: string
  /** Scripted responses instead of a real request. */
  script: { answers: Answer[]; afterwards: 'repeat-last' | 'send' } | undefined
}
export interface Delivery extends Made {
  readonly id: number
  readonly endpointId: string
  readonly eventType: string
  readonly messageId: string | undefined
  readonly payload: string
  state: 'pending' | 'delivering' | 'delivered' | 'failed'
  attempts: number
  lastStatus: number | undefined
  lastError: string | undefined
  deliveredAt: number | undefined
}

export interface Datastore {
  readonly mode: string
  readonly size?: string
  readonly storageGiB?: number
  readonly replicas?: number
  readonly backups?: boolean
}
/** The part of a cluster that PATCH changes. */
export interface ClusterShape {
  readonly orchestratorVersion: string
  readonly tier: string
  readonly replicas: number
  readonly datastore: Datastore
  readonly balancing: boolean
}
export interface Cluster extends Made {
  readonly name: string
  readonly mesh: boolean
  shape: ClusterShape
  /** The target of the roll in progress. */
  target: ClusterShape
  phase: 'provisioning' | 'ready' | 'rolling' | 'deleting'
  /** Which roll is the latest, so that an earlier one's end does not end it. */
  roll: number
  /** A change by somebody else stands in the way of the next request, or until it is over. */
  blocked: 'one-request' | 'roll' | undefined
  maxServices: number
  /** Exposed services, with the address each would have. */
  readonly services: Map<string, string>
  readonly nodes: Map<string, Node>
  readonly crowding: Map<string, number>
  readonly registrationTokens: Map<string, RegistrationToken>
}
export interface Node {
  readonly name: string
  ready: boolean
  agentVersion: string
}
export interface RegistrationToken {
  readonly id: string
  readonly name: string
  readonly hash: string
  readonly leaked: string | undefined
  readonly createdAt: number
  readonly expiresAt: number | undefined
  lastUsed: number | undefined
  disabled: boolean
}
export interface JoinToken {
  readonly org: string
  readonly cluster: string
  readonly expiresAt: number
  used: boolean
}
export interface ClientToken {
  readonly org: string
  readonly cluster: string
  readonly expiresAt: number
}
