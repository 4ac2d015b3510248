import { byId, type Row, type TableDefinition, within } from '../../../table/table.ts'

/** A version of the orchestrator that is on offer; the catalog is oldest first. */
export interface OrchestratorVersionRow extends Row {
  readonly version: string
}

export interface Datastore {
  readonly mode: string
  readonly size?: string
  readonly storageGiB?: number
  readonly replicas?: number
  readonly backups?: boolean
}

/** The settings that a roll of the control plane changes. */
export interface Settings {
  readonly tier: string
  readonly orchestratorVersion: string
  readonly replicas: number
  readonly mesh: boolean
  readonly datastore: Datastore
}

/** Something long that is done to a cluster, under way or over (States, other states, cluster). */
export interface Work {
  readonly kind: 'provisioning' | 'rolling' | 'deleting'
  readonly startedMs: number
  /** Absent while it goes on. */
  readonly endedMs: number | undefined
  /** The settings before the roll, if it changes settings. */
  readonly before: (Settings & { readonly loadBalancersOn: boolean }) | undefined
  /** Somebody else's change. */
  readonly byAnother: boolean
  /** The end of the work: at a timer, or after this many more reads. */
  readonly dueId: string | undefined
  readonly readsLeft: number | undefined
}

export interface LoadBalancer {
  readonly service: string
  readonly ip: string
}

export interface ClusterRow extends Row, Settings {
  readonly name: string
  readonly endpoint: string
  readonly managedLoadBalancers: {
    readonly enabled: boolean
    readonly maxServices: number
    readonly loadBalancers: readonly LoadBalancer[]
  }
  /** Services that wait for a load balancer, first come first. */
  readonly waiting: readonly string[]
  /** The last work; a cluster is never without one. */
  readonly work: Work
  /** The utilisation of its components in percent, as far as it was reported. */
  readonly usedPercent: Readonly<Record<string, number>>
  readonly readyAtMs: number | undefined
  /** The total time that departed nodes spent in the cluster. */
  readonly pastNodeMs: number
  readonly deleting: boolean
  /** Torn down. The row stays until its name is taken again: a teardown may be slower than usual. */
  readonly deleted: boolean
}

export interface NodeRow extends Row {
  readonly name: string
  readonly ready: boolean
  readonly agentVersion: string
  readonly cluster: string
  readonly joinedAtMs: number
  /** The registration token it came with. */
  readonly registrationTokenId: string | undefined
  /** The moment it becomes ready: at a timer, or after this many more reads. */
  readonly dueId: string | undefined
  readonly readsLeft: number | undefined
}

/** id is the token itself. */
export interface JoinTokenRow extends Row {
  readonly joinToken: string
  readonly cluster: string
  readonly expiresAtMs: number
  readonly used: boolean
  readonly dueId: string
}

export interface RegistrationTokenRow extends Row {
  readonly name: string
  readonly createdAt: string
  readonly expiresAt: string | undefined
  readonly lastUsed: string | undefined
  readonly disabled: boolean
  readonly token: string
  readonly cluster: string
  readonly expiresAtMs: number | undefined
  readonly dueId: string | undefined
}

/** The token in a client configuration; id is the token itself. */
export interface ClientTokenRow extends Row {
  readonly cluster: string
  readonly expiresAtMs: number
}

/**
 * The settings that staff made for an organization; one row, called `settings`. Absent values: the platform's
 * defaults.
 */
export interface ClusterSettingsRow extends Row {
  readonly quota: number | undefined
  readonly maxServices: number | undefined
}

export interface ClustersRows {
  readonly OrchestratorVersion: OrchestratorVersionRow
  readonly Cluster: ClusterRow
  readonly Node: NodeRow
  readonly JoinToken: JoinTokenRow
  readonly RegistrationToken: RegistrationTokenRow
  readonly ClientToken: ClientTokenRow
  readonly ClusterSettings: ClusterSettingsRow
}

const ofCluster = (row: { readonly cluster: string }) => row.cluster

declare module '../../../world/rows.ts' {
  interface Rows extends ClustersRows {}
}

export const CLUSTERS_TABLES: { readonly [Name in keyof ClustersRows]: TableDefinition<ClustersRows[Name]> } = {
  OrchestratorVersion: byId(),
  Cluster: byId({
    live: (row) => (row.deleted ? undefined : [row.org]),
    name: (row) => (row.deleted ? undefined : [row.name]),
    everywhere: (row) => (row.deleted ? undefined : []),
  }),
  Node: within<NodeRow>(ofCluster, {
    token: (row) =>
      row.registrationTokenId === undefined ? undefined : [row.org, row.cluster, row.registrationTokenId],
  }),
  JoinToken: within<JoinTokenRow>(ofCluster, { secret: (row) => [row.joinToken] }),
  RegistrationToken: within<RegistrationTokenRow>(ofCluster, { secret: (row) => [row.token] }),
  ClientToken: within<ClientTokenRow>(ofCluster, { secret: (row) => [row.id] }),
  ClusterSettings: byId(),
}
