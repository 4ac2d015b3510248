import { seedPermissions } from '../../../../src/model/access/permission-catalog.ts'
import { seedRoles } from '../../../../src/model/access/roles.ts'
import { seedVersions } from '../../../../src/model/areas/clusters/state/version-catalog.ts'
import type { OperationId } from '../../../../src/model/request/operation-types.ts'
import { makeModel, type Options } from '../../support.ts'
import { conforming } from '../conforming.ts'

export const PROD = {
  name: 'prod',
  tier: 'medium',
  orchestratorVersion: '1.31.8',
  replicas: 3,
  mesh: true,
  datastore: { mode: 'dedicated', size: 'db-medium', storageGiB: 40, replicas: 2, backups: true },
  managedLoadBalancers: { enabled: true },
}

const DATASTORE = { size: 'db-medium', storageGiB: 40, replicas: 2, backups: true }

/** Two organizations with roles and a version catalog. */
export function makeClusters(options: Options = {}) {
  const model = makeModel(options)
  const call = options.model || options.values === 'symbolic' ? model.call : conforming(model.call)
  for (const org of ['acme', 'globex'])
    for (const seed of [seedRoles, seedPermissions, seedVersions])
      model.seed((world, choices) => seed(world, org, choices))
  const as = (actor: string | undefined) => {
    const on =
      <Id extends OperationId>(id: Id) =>
      (name: string, body?: unknown) =>
        call(id, actor, { parameters: { name }, body })
    return {
      create: (body: object = PROD) => call('createCluster', actor, { body }),
      list: () => call('listClusters', actor).body.clusters,
      get: on('getCluster'),
      patch: on('updateCluster'),
      datastore: (name: string, change: object) =>
        call('updateCluster', actor, { parameters: { name }, body: { datastore: { ...DATASTORE, ...change } } }),
      remove: on('deleteCluster'),
      usage: on('getClusterUsage'),
      nodes: (name: string) => on('listNodes')(name).body.nodes,
      kubeconfig: on('getKubeconfig'),
      joinToken: on('createJoinToken'),
      register: on('createRegistrationToken'),
      tokens: (name: string) => on('listRegistrationTokens')(name).body.tokens,
      switchToken: (name: string, id: string, disabled: boolean) =>
        call('updateRegistrationToken', actor, { parameters: { name, id }, body: { disabled } }),
      revoke: (name: string, id: string) => call('deleteRegistrationToken', actor, { parameters: { name, id } }),
      deregister: (name: string, node: string) => call('deleteNode', actor, { parameters: { name, node } }),
    }
  }
  const join = (name: string, token: string, node: string, more: object = {}) =>
    call('joinNode', undefined, { parameters: { name }, body: { token, node, ...more } })
  const owner = as('owner')
  /** A cluster of acme whose provisioning is over. */
  const ready = (change: object = {}) => {
    const { name } = owner.create({ ...PROD, ...change }).body
    model.advance(120)
    return name as string
  }
  return { ...model, now: () => model.world, call, as, owner, join, ready }
}

export type Clusters = ReturnType<typeof makeClusters>
