import type { AreaJudge } from '../../area-judge/area-judge.ts'
import { datastoreChanges } from './checks/datastore-changes.ts'
import { exposedServices } from './checks/exposed-services.ts'
import { goneNodes } from './checks/gone-nodes.ts'
import { kubeconfig } from './checks/kubeconfig.ts'
import { ownServices } from './checks/own-services.ts'
import { refusalNames } from './checks/refusal-names.ts'
import { resting } from './checks/resting.ts'
import { sameHeadroom } from './checks/same-headroom.ts'
import { seenClusters } from './checks/seen-clusters.ts'
import { skewGate } from './checks/skew-gate.ts'
import { spentToken } from './checks/spent-token.ts'
import { CLUSTERS_CLEAN_UP } from './clean-up.ts'
import { CLUSTERS_COMPARATORS } from './comparators.ts'
import { CLUSTERS_EVENTS } from './events.ts'
import { CLUSTERS_FIXTURES, CLUSTERS_OPERATIONS } from './fixtures.ts'
import { CLUSTERS_MUST_WORK } from './must-work.ts'
import { beyondClusters, clusterPlaces } from './places.ts'
import { CHANGE_SCRIPTS } from './scripts/changes.ts'
import { IN_REAL_TIME_SCRIPTS } from './scripts/in-real-time.ts'
import { JOINING_SCRIPTS } from './scripts/joining.ts'
import { NAMESAKE_SCRIPTS } from './scripts/namesakes.ts'
import { RUNNING_SCRIPTS } from './scripts/running.ts'
import { SEVERAL_CHANGES_SCRIPTS } from './scripts/several-changes.ts'
import { SKEW_SCRIPTS } from './scripts/skew.ts'
import { CLUSTERS_EXCUSES, tornDownMeanwhile } from './settling.ts'
import { CLUSTERS_START_UP } from './start-up.ts'
import { CLUSTERS_SWITCHES } from './switches.ts'
import { mayHaveExpired } from './token-lifetimes.ts'
import { CLUSTERS_VALUES } from './values.ts'

export const clusters: AreaJudge = {
  operations: CLUSTERS_OPERATIONS,
  values: CLUSTERS_VALUES,
  fixtures: CLUSTERS_FIXTURES,
  twists: {},
  scripts: [
    ...[...CHANGE_SCRIPTS, ...SKEW_SCRIPTS, ...SEVERAL_CHANGES_SCRIPTS, ...JOINING_SCRIPTS, ...RUNNING_SCRIPTS],
    ...IN_REAL_TIME_SCRIPTS,
    ...NAMESAKE_SCRIPTS,
  ],
  events: CLUSTERS_EVENTS,
  switches: CLUSTERS_SWITCHES,
  quotas: ['clusters'],
  scopedBy: ['Cluster'],
  startUp: CLUSTERS_START_UP,
  singletons: [],
  cleanUp: CLUSTERS_CLEAN_UP,
  comparators: CLUSTERS_COMPARATORS,
  checks: [
    exposedServices,
    ownServices,
    refusalNames,
    skewGate,
    goneNodes,
    kubeconfig,
    spentToken,
    seenClusters,
    resting,
    sameHeadroom,
    datastoreChanges,
    clusterPlaces.check,
    beyondClusters,
  ],
  excuses: [...CLUSTERS_EXCUSES, mayHaveExpired],
  mustWork: CLUSTERS_MUST_WORK,
  takesItsTime: true,
  meanwhile: tornDownMeanwhile,
  isFree: clusterPlaces.isFree,
  hasPlenty: clusterPlaces.hasPlenty,
}
