import type { GapId } from '../../../contract/generated/gaps.ts'
import type { Rows } from '../../../model/world/rows.ts'
import type { OperationFacts, OperationsFacts } from '../../area-judge/operation-facts.ts'
import { type Drawing, plainName } from '../../kit/drawing.ts'
import { A_WHILE_LATER, type Fixtures } from '../../kit/fixture.ts'
import { knownChoice } from '../../kit/known-choice.ts'
import { newest, own } from '../../kit/own-rows.ts'

/** Nothing is under way. */
export const isReady = ({ work }: Rows['Cluster']): boolean => work.endedMs !== undefined

/** Nothing is under way, and services get load balancers. */
const mayExpose = (cluster: Rows['Cluster']): boolean =>
  isReady(cluster) && cluster.managedLoadBalancers?.enabled === true

const AN_HOUR_MS = 3_600_000

/** True while a cluster of ours is being provisioned: it may refuse changes. One that gets on by being read has an hour. */
const isNew = ({ shadow }: Drawing, { work: { kind, endedMs, startedMs } }: Rows['Cluster']): boolean =>
  kind === 'provisioning' && endedMs === undefined && shadow.world.nowMs - startedMs < AN_HOUR_MS

const someAreNew = (drawing: Drawing): boolean => own(drawing, 'Cluster').some((row) => isNew(drawing, row))

/** Where the clock can be moved, a request waits until no cluster of ours is new any more. */
const ripe = (drawing: Drawing): string | undefined =>
  drawing.canCause('advanceClock') && someAreNew(drawing) ? 'NoNewCluster' : undefined

/** So does one that the target is known to refuse before, and mostly one that most targets refuse. */
const ripeWhere = (gap: GapId): Pick<OperationFacts, 'ripens'> => ({
  ripens(drawing) {
    const { contract, shadow, sampler } = drawing
    const known = knownChoice(contract, shadow.learned, gap)
    const isLikely = known === undefined && contract.gaps.value(gap) === 'refuse' && sampler.chance(MOSTLY)
    return known === 'refuse' || isLikely ? ripe(drawing) : undefined
  },
})
const MOSTLY = 0.8

export const CLUSTERS_OPERATIONS: OperationsFacts = {
  updateCluster: { ripens: ripe },
  createJoinToken: ripeWhere('clusters.tokens-while-provisioning'),
  createRegistrationToken: ripeWhere('clusters.tokens-while-provisioning'),
  getKubeconfig: ripeWhere('clusters.kubeconfig-while-provisioning'),
  deleteCluster: ripeWhere('clusters.delete-while-changing'),
}

export const CLUSTERS_FIXTURES: Fixtures = {
  NoNewCluster: { isThere: (drawing) => !someAreNew(drawing), prepare: () => A_WHILE_LATER },
  ReadyCluster: {
    isThere: (drawing) => own(drawing, 'Cluster').some(isReady),
    prepare: (drawing) => (newest(drawing, 'Cluster') ? A_WHILE_LATER : { missing: 'Cluster' }),
  },
  /** It may expose services. */
  ExposingCluster: {
    isThere: (drawing) => own(drawing, 'Cluster').some(mayExpose),
    prepare: (drawing) =>
      own(drawing, 'Cluster').some(isReady)
        ? { operation: 'updateCluster', body: { managedLoadBalancers: { enabled: true } } }
        : { missing: 'ReadyCluster' },
  },
  ExposedService: {
    isThere: (drawing) =>
      own(drawing, 'Cluster').some(
        (row) => mayExpose(row) && (row.managedLoadBalancers?.loadBalancers ?? []).length > 0,
      ),
    prepare(drawing) {
      const cluster = own(drawing, 'Cluster').find(mayExpose)
      return cluster
        ? { event: 'serviceExposed', body: { cluster: cluster.name, service: plainName(drawing) } }
        : { missing: 'ExposingCluster' }
    },
    alone: true,
  },
  Node: {
    prepare(drawing) {
      const cluster = newest(drawing, 'Cluster')
      if (!cluster) return { missing: 'Cluster' }
      return isReady(cluster)
        ? { event: 'nodeJoins', body: { cluster: cluster.name, node: plainName(drawing), ready: true } }
        : A_WHILE_LATER
    },
    alone: true,
  },
}
