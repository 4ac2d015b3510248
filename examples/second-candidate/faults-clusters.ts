import type { Fault } from './fault.ts'
import { as, cluster, event, inProd, joins, later, owner } from './steps.ts'

const patch = (body: object) => owner('updateCluster', { params: inProd, body })
const read = owner('getCluster', { params: inProd })
const old = { orchestratorVersion: '$version.0' }
const crowded = event('headroomChanges', { cluster: 'prod', component: 'scheduler', usedPercent: 95 })
/** A node far behind any version. */
const straggler = joins('n-1', { agentVersion: '$version.ancient' })

/** Faults of clusters: creation, upgrades, resizing, teardown. */
export const CLUSTER_FAULTS: readonly Fault[] = [
  {
    name: 'cluster-created-200',
    rule: 'CLU-01, GEN-09',
    what: 'creating a cluster answers 200',
    minimal: [cluster()],
    shows: { at: 'status', correct: 201, faulty: 200 },
  },
  {
    name: 'clusters-without-session',
    rule: 'GEN-05',
    what: 'clusters are listed for anybody',
    minimal: [as('nobody', 'listClusters')],
    shows: { at: 'status', correct: 401, faulty: 200 },
  },
  {
    name: 'cluster-quota-ignored',
    rule: 'CLU-01',
    what: 'a cluster is created beyond the quota',
    minimal: [event('quotaChanges', { quota: 'clusters', value: 0 }), cluster()],
    shows: { at: 'status', correct: 403, faulty: 201 },
  },
  {
    name: 'foreign-cluster-served',
    rule: 'GEN-04',
    what: "another organization's cluster can be read",
    minimal: [cluster(), as('outsider', 'getCluster', { params: inProd })],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'tier-anything',
    rule: 'CLU-02',
    what: 'a cluster is created in a tier that does not exist',
    minimal: [cluster({ tier: 'gigantic' })],
    shows: { at: 'status', correct: { refused: true }, faulty: 201 },
  },
  {
    name: 'datastore-mode-anything',
    rule: 'CLU-02',
    what: 'a datastore has a mode that does not exist',
    minimal: [cluster({ datastore: { mode: 'borrowed' } })],
    shows: { at: 'status', correct: { refused: true }, faulty: 201 },
  },
  {
    name: 'patch-never-lands',
    rule: 'CLU-03',
    what: 'an accepted change never takes effect',
    minimal: [cluster({ replicas: 1 }), later, patch({ replicas: 5 }), later, read],
    shows: { at: 'body.replicas', correct: 5, faulty: 1 },
  },
  {
    name: 'version-outside-catalog',
    rule: 'CLU-04',
    what: 'a cluster moves to a version outside the catalog',
    minimal: [cluster(old), later, patch({ orchestratorVersion: '$version.unknown' })],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'downgrade-accepted',
    rule: 'CLU-04',
    what: 'a cluster goes back to an older version',
    minimal: [cluster({ orchestratorVersion: '$version.1' }), later, patch({ orchestratorVersion: '$version.0' })],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'minors-skipped',
    rule: 'CLU-04',
    what: 'a cluster skips a minor version',
    minimal: [cluster(old), later, patch({ orchestratorVersion: '$version.newest' })],
    shows: { at: 'status', correct: { refused: true }, faulty: 200 },
  },
  {
    name: 'skew-unchecked',
    rule: 'CLU-05',
    what: 'an upgrade leaves a node too far behind',
    minimal: [cluster(old), later, straggler, patch({ orchestratorVersion: '$version.1' })],
    shows: { at: 'status', correct: 409, faulty: 200 },
  },
  {
    name: 'skew-unnamed',
    rule: 'CLU-05',
    what: 'the refusal does not name the node left behind',
    minimal: [cluster(old), later, straggler, patch({ orchestratorVersion: '$version.1' })],
    shows: { at: 'body.error', correct: { includes: 'n-1' }, faulty: { includes: 'some nodes' } },
  },
  {
    name: 'headroom-unchecked',
    rule: 'CLU-06',
    what: 'a crowded control plane is made smaller',
    minimal: [cluster({ tier: 'large' }), later, crowded, patch({ tier: 'small' })],
    shows: { at: 'status', correct: 409, faulty: 200 },
  },
  {
    name: 'headroom-unnamed',
    rule: 'CLU-06',
    what: 'the refusal does not name the crowded component',
    minimal: [cluster({ tier: 'large' }), later, crowded, patch({ tier: 'small' })],
    shows: { at: 'body.error', correct: { includes: 'scheduler' }, faulty: { includes: 'something' } },
  },
  {
    name: 'concurrent-change-overwritten',
    rule: 'CLU-07',
    what: 'a change is accepted in the middle of another',
    minimal: [
      cluster(),
      event('clusterChangesConcurrently', { cluster: 'prod', lasts: 'one-request' }),
      patch({ replicas: 5 }),
    ],
    shows: { at: 'status', correct: 409, faulty: 200 },
  },
  {
    name: 'teardown-with-body',
    rule: 'CLU-08',
    what: 'teardown answers a body',
    minimal: [cluster(), owner('deleteCluster', { params: inProd })],
    shows: { at: 'body', correct: { absent: true }, faulty: { present: true } },
  },
]
