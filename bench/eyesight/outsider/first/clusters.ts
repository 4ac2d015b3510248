import { edit, type OutsiderFault } from '../fault.ts'

const create = (more = '') => `owner POST /clusters {"name":"prod","tier":"small"${more}}`
const LATER = 'event advanceClock {"by":"PT1M"}'
const DEDICATED = ',"datastore":{"mode":"dedicated","size":"db-small","storageGiB":20,"replicas":1,"backups":true}'
const node = (name: string) => `event nodeJoins {"cluster":"prod","node":"${name}","agentVersion":"1.28.0"}`

/** Mistakes in clusters. */
export const CLUSTER_FAULTS: readonly OutsiderFault[] = [
  {
    id: 'backups-never-on',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-01',
    wrong: 'A dedicated datastore is created without backups, asked for or not.',
    requestsAlone: true,
    edits: [edit('clusters.ts', 'backups: false, ...fields }', '...fields, backups: false }')],
    shownBy: [create(DEDICATED)],
    differsAt: '0.body.datastore.backups',
  },
  {
    id: 'datastore-mode-optional',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'GEN-08',
    wrong: 'A datastore without a mode is taken for a dedicated one.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        "read.oneOf(['shared', 'dedicated']))(body.mode, 'mode')",
        "read.oneOf(['shared', 'dedicated']))(body.mode ?? 'dedicated', 'mode')",
      ),
    ],
    shownBy: [create(',"datastore":{"size":"db-small"}')],
    differsAt: '0.status',
  },
  {
    id: 'balancing-not-switched-off',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-03',
    wrong: 'Managed load balancers cannot be switched off: false counts as not given.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        'Partial<ClusterShape> = Object.fromEntries(\n      Object.entries(given).filter(([, value]) => value !== undefined),',
        'Partial<ClusterShape> = Object.fromEntries(\n      Object.entries(given).filter(([, value]) => value),',
      ),
    ],
    shownBy: [
      create(',"managedLoadBalancers":{"enabled":true}'),
      LATER,
      'owner PATCH /clusters/prod {"managedLoadBalancers":{"enabled":false}}',
      LATER,
      'owner GET /clusters/prod',
    ],
    differsAt: '4.body.managedLoadBalancers.enabled',
  },
  {
    id: 'patch-version-downgraded',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'CLU-04',
    wrong: 'A downgrade within the minor version is accepted.',
    requestsAlone: true,
    edits: [edit('cluster-gates.ts', 'rank(to) < rank(from)', 'minors(to) < minors(from)')],
    shownBy: [
      create(',"orchestratorVersion":"1.30.6"'),
      LATER,
      'owner PATCH /clusters/prod {"orchestratorVersion":"1.30.2"}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'skew-names-first-node',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'CLU-05',
    wrong: 'Of the nodes that would be left behind only the first is named.',
    requestsAlone: false,
    edits: [edit('cluster-gates.ts', "behind.map(({ name }) => name).join(', ')", 'behind[0]?.name')],
    shownBy: [
      create(',"orchestratorVersion":"1.30.6"'),
      LATER,
      node('n1'),
      node('n2'),
      'owner PATCH /clusters/prod {"orchestratorVersion":"1.31.1"}',
    ],
    differsAt: '4.body.error',
  },
  {
    id: 'headroom-unchecked-with-replicas',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'CLU-06',
    wrong: 'The headroom check is left out when the request changes the replicas as well.',
    requestsAlone: false,
    edits: [
      edit(
        'clusters.ts',
        'if (change.tier !== undefined) passHeadroomGate',
        'if (change.tier !== undefined && change.replicas === undefined) passHeadroomGate',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"large"}',
      LATER,
      'event headroomChanges {"cluster":"prod","component":"etcd","usedPercent":95}',
      'owner PATCH /clusters/prod {"tier":"small","replicas":3}',
    ],
    differsAt: '3.status',
  },
  {
    id: 'foreign-clusters-listed',
    areas: ['clusters'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: 'The list has the clusters of every organization.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        'const own = ofOrganization(world, world.clusters.values(), org.slug).filter(({ name }) => reach.to(name))',
        'const own = [...world.clusters.values()].filter(({ name }) => reach.to(name))',
      ),
    ],
    shownBy: ['outsider POST /clusters {"name":"theirs","tier":"small"}', 'owner GET /clusters'],
    differsAt: '1.body.clusters.length',
  },
  {
    id: 'missing-disabled-disables',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'GEN-08',
    wrong: 'Changing a registration token without saying disabled disables it.',
    requestsAlone: true,
    edits: [
      edit(
        'cluster-access.ts',
        "read.boolean(read.object(ctx.body, 'body', ['disabled']).disabled, 'disabled')",
        "read.maybe(read.object(ctx.body, 'body', ['disabled']), 'disabled', read.boolean) ?? true",
      ),
    ],
    shownBy: [
      create(),
      'owner POST /clusters/prod/registration-tokens {"name":"t"}',
      'owner PATCH /clusters/prod/registration-tokens/$1.id {}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'foreign-registration-token-disabled',
    areas: ['clusters'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong:
      "A registration token is looked up in all clusters, so another organization's can be disabled through one's own.",
    requestsAlone: true,
    edits: [
      edit(
        'cluster-access.ts',
        "return clusterOf(ctx).registrationTokens.get(param(ctx, 'id')) ?? refuse(",
        "clusterOf(ctx)\n  const all = [...ctx.world.clusters.values()].flatMap((one) => [...one.registrationTokens.values()])\n  return all.find(({ id }) => id === param(ctx, 'id')) ?? refuse(",
      ),
    ],
    shownBy: [
      create(),
      'owner POST /clusters/prod/registration-tokens {"name":"t"}',
      'outsider POST /clusters {"name":"mine","tier":"small"}',
      'outsider PATCH /clusters/mine/registration-tokens/$1.id {"disabled":true}',
    ],
    differsAt: '3.status',
  },
  {
    id: 'cluster-quota-off-by-one',
    areas: ['clusters'],
    kind: 'order and caps',
    statement: 'CLU-01',
    wrong: 'There may be one cluster more than the quota.',
    requestsAlone: false,
    edits: [edit('clusters.ts', 'own.length >= org.clusterQuota', 'own.length > org.clusterQuota')],
    shownBy: ['event quotaChanges {"quota":"clusters","value":0}', create()],
    differsAt: '1.status',
  },
  {
    id: 'join-token-expiry-as-text',
    areas: ['clusters'],
    kind: 'schema',
    statement: 'GEN-02',
    wrong: 'expiresIn of a join token is a string.',
    requestsAlone: true,
    edits: [
      edit('cluster-access.ts', 'expiresIn: choice.joinTokenSeconds,', 'expiresIn: String(choice.joinTokenSeconds),'),
    ],
    shownBy: [create(), 'owner POST /clusters/prod/join-tokens'],
    differsAt: '1.body.expiresIn',
  },
  {
    id: 'second-change-drops-the-first',
    areas: ['clusters'],
    variant: 'b',
    kind: 'concurrency',
    statement: 'CLU-07',
    wrong: 'A change accepted while another rolls undoes that one.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        'cluster.target = { ...cluster.target, ...change }',
        'cluster.target = { ...cluster.shape, ...change }',
      ),
    ],
    shownBy: [
      create(),
      'owner PATCH /clusters/prod {"replicas":5}',
      'owner PATCH /clusters/prod {"managedLoadBalancers":{"enabled":true}}',
      LATER,
      'owner GET /clusters/prod',
    ],
    differsAt: '4.body.replicas',
  },
  {
    id: 'teardown-answers-204',
    areas: ['clusters'],
    kind: 'status',
    statement: 'CLU-08',
    wrong: 'Deleting a cluster answers 204.',
    requestsAlone: true,
    edits: [
      edit(
        'bindings.ts',
        "deleteCluster: ['DELETE', '/api/v1/clusters/{name}', 202]",
        "deleteCluster: ['DELETE', '/api/v1/clusters/{name}', 204]",
      ),
    ],
    shownBy: [create(), 'owner DELETE /clusters/prod'],
    differsAt: '1.status',
  },
]
