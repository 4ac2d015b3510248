import { edit, type OutsiderFault } from '../fault.ts'

const PROD = 'owner POST /clusters {"name":"prod","tier":"small"}'
const LATER = 'event advanceClock {"by":"PT1M"}'

/** Mistakes of a third person, in the clusters area of the second candidate. */
export const SECOND_CLUSTERS: readonly OutsiderFault[] = [
  {
    id: 'b-second-change-undoes-the-first',
    areas: ['clusters'],
    variant: 'b',
    kind: 'concurrency',
    statement: 'CLU-07',
    wrong:
      'A change accepted while another rolls starts from the old shape, so the one before it is answered 200 and never comes.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        'cluster.target = { ...cluster.target, ...change }',
        'cluster.target = { ...cluster.shape, ...change }',
      ),
    ],
    shownBy: [
      PROD,
      'owner PATCH /clusters/prod {"replicas":5}',
      'owner PATCH /clusters/prod {"managedLoadBalancers":{"enabled":true}}',
      LATER,
      'owner GET /clusters/prod',
    ],
    differsAt: '4.body.replicas',
  },
  {
    id: 'b-patch-level-downgrade',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'CLU-04',
    wrong: 'A cluster can go back to an earlier patch of its minor version: only minors are compared.',
    requestsAlone: true,
    edits: [
      edit(
        'cluster-gates.ts',
        'const rank = ({ major, minor, patch }: Version) => (major * 1000 + minor) * 1000 + patch',
        'const rank = ({ major, minor }: Version) => major * 1000 + minor',
      ),
    ],
    shownBy: [PROD, LATER, 'owner PATCH /clusters/prod {"orchestratorVersion":"1.30.2"}'],
    differsAt: '2.status',
  },
  {
    id: 'b-skew-names-one-node',
    areas: ['clusters'],
    kind: 'schema',
    statement: 'CLU-05',
    wrong:
      'Of two nodes that would be left too far behind the refusal names one, so the operator upgrades it and is refused again.',
    requestsAlone: false,
    edits: [edit('cluster-gates.ts', "behind.map(({ name }) => name).join(', ')", 'behind[0]?.name')],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small","orchestratorVersion":"1.31.1"}',
      LATER,
      'event nodeJoins {"cluster":"prod","node":"n1","agentVersion":"1.29.4"}',
      'event nodeJoins {"cluster":"prod","node":"n2","agentVersion":"1.29.4"}',
      'owner PATCH /clusters/prod {"orchestratorVersion":"1.32.0"}',
    ],
    differsAt: '4.body.error',
  },
  {
    id: 'b-tiers-compared-as-text',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'CLU-06',
    wrong:
      'Tiers are compared by their spelling, so a crowded control plane shrinks from large to small and may not grow.',
    requestsAlone: false,
    edits: [
      edit(
        'cluster-gates.ts',
        'const smaller = TIERS.indexOf(wanted) < TIERS.indexOf(cluster.target.tier)',
        'const smaller = wanted < cluster.target.tier',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"large"}',
      LATER,
      'event headroomChanges {"cluster":"prod","component":"etcd","usedPercent":95}',
      'owner PATCH /clusters/prod {"tier":"small"}',
    ],
    differsAt: '3.status',
  },
  {
    id: 'b-registration-token-of-any-cluster',
    areas: ['clusters'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong:
      "Through a cluster of one's own, the registration tokens of another organization's cluster can be switched off.",
    requestsAlone: true,
    edits: [
      edit(
        'cluster-access.ts',
        "return clusterOf(ctx).registrationTokens.get(param(ctx, 'id')) ?? refuse(",
        "clusterOf(ctx)\n  const all = [...ctx.world.clusters.values()].flatMap((one) => [...one.registrationTokens.values()])\n  return all.find(({ id }) => id === param(ctx, 'id')) ?? refuse(",
      ),
    ],
    shownBy: [
      PROD,
      'owner POST /clusters/prod/registration-tokens {"name":"pool"}',
      'outsider POST /clusters {"name":"theirs","tier":"small"}',
      'outsider PATCH /clusters/theirs/registration-tokens/$1.id {"disabled":true}',
    ],
    differsAt: '3.status',
  },
  {
    id: 'b-teardown-by-name',
    areas: ['clusters'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: "Deleting a cluster tears down every other organization's cluster of the same name.",
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        'if (world.clusters.get(key) === cluster) world.clusters.delete(key)',
        'for (const [other, { name }] of world.clusters) if (name === cluster.name) world.clusters.delete(other)',
      ),
    ],
    shownBy: [
      PROD,
      'outsider POST /clusters {"name":"prod","tier":"small"}',
      'owner DELETE /clusters/prod',
      LATER,
      'outsider GET /clusters/prod',
    ],
    differsAt: '4.status',
  },
  {
    id: 'b-resize-resets-replicas',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-03',
    wrong: 'A PATCH that does not name replicas puts the control plane back to the default number of them.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        "replicas: read.maybe(body, 'replicas', read.integer(1, 9)),\n      balancing",
        "replicas: read.maybe(body, 'replicas', read.integer(1, 9)) ?? ctx.choice.defaultReplicas,\n      balancing",
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small","replicas":3}',
      LATER,
      'owner PATCH /clusters/prod {"tier":"medium"}',
      LATER,
      'owner GET /clusters/prod',
    ],
    differsAt: '4.body.replicas',
  },
  {
    id: 'b-backups-cannot-be-stopped',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-03',
    wrong:
      'Backups of a dedicated datastore cannot be turned off: false counts as not given, though the answer is 200.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        'return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))',
        'return Object.fromEntries(Object.entries(given).filter(([, value]) => value))',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small","datastore":{"mode":"dedicated","backups":true}}',
      LATER,
      'owner PATCH /clusters/prod {"datastore":{"size":"db-small","storageGiB":20,"replicas":1,"backups":false}}',
      LATER,
      'owner GET /clusters/prod',
    ],
    differsAt: '4.body.datastore.backups',
  },
  {
    id: 'b-concurrent-change-423',
    areas: ['clusters'],
    kind: 'status',
    statement: 'CLU-07',
    wrong: 'A change that meets another one is refused with 423, so clients that try again on 409 give up.',
    requestsAlone: false,
    edits: [
      edit(
        'cluster-gates.ts',
        "refuse(409, 'another change is under way')",
        "refuse(423, 'another change is under way')",
      ),
    ],
    shownBy: [
      PROD,
      LATER,
      'event clusterChangesConcurrently {"cluster":"prod","lasts":"one-request"}',
      'owner PATCH /clusters/prod {"replicas":3}',
    ],
    differsAt: '3.status',
  },
]
