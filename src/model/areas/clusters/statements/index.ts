import { statement } from '../../../rules/rule.ts'

export const fieldsAsGiven = statement({
  id: 'clusters.fields-as-given',
  says: 'A new cluster has the fields of the request, including optional ones.',
  checklist: ['CLU-01'],
  where: 'Endpoints, Clusters, row 2',
  provenance: 'stated',
})

export const patchOnlyNamed = statement({
  id: 'clusters.patch-only-named',
  says: 'Updating a cluster changes only the given fields.',
  checklist: ['CLU-03'],
  where: 'Endpoints, Clusters, row 4; Conventions',
  provenance: 'stated',
})

export const rollEndsAsAsked = statement({
  id: 'clusters.roll-ends-as-asked',
  says: 'After a roll the cluster has the requested values.',
  checklist: ['CLU-03'],
  where: 'Endpoints, Clusters, row 4; States, other states, cluster',
  provenance: 'stated',
})

export const skewNamesNodes = statement({
  id: 'clusters.skew-names-nodes',
  says: 'A refusal by the node-skew check names the nodes that would be left too far behind.',
  checklist: ['CLU-05'],
  where: 'Endpoints, Clusters, upgrade and resize rules, 2',
  provenance: 'stated',
})

export const headroomNamesComponent = statement({
  id: 'clusters.headroom-names-component',
  says: 'A refusal by the headroom check names the component that is too full.',
  checklist: ['CLU-06'],
  where: 'Endpoints, Clusters, upgrade and resize rules, 3',
  provenance: 'stated',
})

export const upsizingFree = statement({
  id: 'clusters.upsizing-free',
  says: 'The headroom check does not apply to a larger tier.',
  checklist: ['CLU-06'],
  where: 'Endpoints, Clusters, upgrade and resize rules, 3',
  provenance: 'implied',
})

export const singleReplicaRestarts = statement({
  id: 'clusters.single-replica-restarts',
  says: 'A control plane without redundancy restarts briefly during a roll.',
  checklist: ['CLU-16'],
  where: 'Endpoints, Clusters, upgrade and resize rules, 4',
  provenance: 'stated',
})

export const redundantStaysUp = statement({
  id: 'clusters.redundant-stays-up',
  says: 'A control plane with redundancy stays up during a roll.',
  checklist: ['CLU-16'],
  where: 'Endpoints, Clusters, upgrade and resize rules, 4',
  provenance: 'stated',
})

export const tornDownNotListed = statement({
  id: 'clusters.torn-down-not-listed',
  says: 'After its teardown a cluster is no longer listed.',
  checklist: ['CLU-08'],
  where: 'Endpoints, Clusters, rows 1 and 5',
  provenance: 'implied',
})

export const liveNodes = statement({
  id: 'clusters.live-nodes',
  says: 'The node list has the worker nodes that are currently in the cluster.',
  checklist: ['CLU-09'],
  where: 'Endpoints, Clusters, row 7',
  provenance: 'stated',
})

export const deregisteredIsOut = statement({
  id: 'clusters.deregistered-is-out',
  says: 'A deregistered node is no longer part of the cluster anywhere.',
  checklist: ['CLU-12'],
  where: 'Endpoints, Clusters, row 10',
  provenance: 'stated',
})

export const kubeconfigReadable = statement({
  id: 'clusters.kubeconfig-readable',
  says: 'The client configuration is a kubeconfig in YAML for this cluster, with a token in it.',
  checklist: ['CLU-10'],
  where: 'Endpoints, Clusters, row 8',
  provenance: 'implied',
})

export const clientTokenExpires = statement({
  id: 'clusters.client-token-expires',
  says: 'The token in a client configuration expires.',
  checklist: ['CLU-10'],
  where: 'Endpoints, Clusters, row 8; Authentication, point 8',
  provenance: 'stated',
})

export const registrationTokenOnce = statement({
  id: 'clusters.registration-token-once',
  says: 'A registration token is shown only in the response that creates it.',
  checklist: ['CLU-13', 'GEN-06'],
  where: 'Endpoints, Clusters, rows 11 and 12',
  provenance: 'stated',
})

export const registrationTokenReusable = statement({
  id: 'clusters.registration-token-reusable',
  says: 'Any number of nodes can join with one registration token.',
  checklist: ['CLU-13'],
  where: 'Endpoints, Clusters, row 12; Authentication, point 8',
  provenance: 'stated',
})

export const registrationTokenSwitch = statement({
  id: 'clusters.registration-token-switch',
  says: 'A registration token can be switched off and on again, and shows it.',
  checklist: ['CLU-13'],
  where: 'Endpoints, Clusters, row 13; States, switches',
  provenance: 'stated',
})

export const oneEntryPerService = statement({
  id: 'clusters.one-entry-per-service',
  says: 'Every exposed service has one load balancer in the list, and a withdrawn one has none.',
  checklist: ['CLU-14'],
  where: 'Resources, Clusters, Cluster',
  provenance: 'implied',
})

export const servicesLimited = statement({
  id: 'clusters.services-limited',
  says: 'A cluster exposes no more services than maxServices.',
  checklist: ['CLU-14', 'LIM-02'],
  where: 'Limits, managed load balancers',
  provenance: 'stated',
})
