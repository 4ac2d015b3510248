import { edit, type OutsiderFault } from '../fault.ts'

/** The token inside the configuration of a cluster called prod, character by character: the text around it is no JSON. */
const tokenIn = (step: number) =>
  Array.from({ length: 28 }, (_, at) => `$${step}.kubeconfig.${TOKEN_STARTS + at}`).join('')
const TOKEN_STARTS = [
  'apiVersion: v1',
  'kind: Config',
  'clusters:',
  '  - name: "prod"',
  '    cluster:',
  '      server: "https://prod.clusters.harbor.example"',
  'users:',
  '  - name: admin',
  '    user:',
  '      token: "',
].join('\n').length

export const FOURTH_CLUSTERS: readonly OutsiderFault[] = [
  {
    id: 'd-any-change-switches-load-balancers-off',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-03',
    wrong: 'A change that does not mention load balancers switches them off.',
    requestsAlone: true,
    edits: [edit('clusters.ts', 'balancing: balancingOf(ctx, body),', 'balancing: balancingOf(ctx, body) ?? false,')],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small","managedLoadBalancers":{"enabled":true}}',
      'event advanceClock {"by":"PT1M"}',
      'owner PATCH /clusters/prod {"replicas":3}',
      'event advanceClock {"by":"PT1M"}',
      'owner GET /clusters/prod',
    ],
    differsAt: '4.body.managedLoadBalancers.enabled',
  },
  {
    id: 'd-downgrade-within-a-minor-version',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'CLU-04',
    wrong: 'A cluster can be set back to an older patch of the same minor version.',
    requestsAlone: true,
    edits: [
      edit(
        'cluster-gates.ts',
        "if (rank(to) < rank(from) && !fault('downgrade-accepted'))",
        'if (minors(to) < minors(from))',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small","orchestratorVersion":"1.30.6"}',
      'event advanceClock {"by":"PT1M"}',
      'owner PATCH /clusters/prod {"orchestratorVersion":"1.30.2"}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-only-the-first-node-behind-named',
    areas: ['clusters'],
    kind: 'schema',
    statement: 'CLU-05',
    wrong: 'The refusal of an upgrade names only the first of the nodes that would be left too far behind.',
    requestsAlone: false,
    edits: [edit('cluster-gates.ts', "behind.map(({ name }) => name).join(', ')", 'behind.map(({ name }) => name)[0]')],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small","orchestratorVersion":"1.31.1"}',
      'event advanceClock {"by":"PT1M"}',
      'event nodeJoins {"cluster":"prod","node":"slow-1","agentVersion":"1.29.4"}',
      'event nodeJoins {"cluster":"prod","node":"slow-2","agentVersion":"1.29.4"}',
      'owner PATCH /clusters/prod {"orchestratorVersion":"1.32.0"}',
    ],
    differsAt: '4.body.error',
  },
  {
    id: 'd-tiers-compared-as-words',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'CLU-06',
    wrong:
      'Tiers are compared in alphabetical order, so a crowded cluster cannot grow from small to large, and shrinks unchecked.',
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
      'event advanceClock {"by":"PT1M"}',
      'event headroomChanges {"cluster":"prod","component":"apiserver","usedPercent":95}',
      'owner PATCH /clusters/prod {"tier":"small"}',
    ],
    differsAt: '3.status',
  },
  {
    id: 'd-registration-token-reached-through-another-cluster',
    areas: ['clusters'],
    kind: 'isolation',
    statement: 'CLU-13',
    wrong: 'A registration token can be revoked under the name of a cluster it does not belong to.',
    requestsAlone: true,
    edits: [
      edit(
        'cluster-access.ts',
        "if (!ctx.fault('registration-token-stays')) clusterOf(ctx).registrationTokens.delete(token.id)",
        'for (const { registrationTokens } of ctx.world.clusters.values()) registrationTokens.delete(token.id)',
      ),
      edit(
        'cluster-access.ts',
        "return clusterOf(ctx).registrationTokens.get(param(ctx, 'id')) ?? refuse(404, 'unknown registration token')",
        "const { org } = clusterOf(ctx)\n  const own = [...ctx.world.clusters.values()].filter((cluster) => cluster.org === org)\n  const tokens = own.flatMap(({ registrationTokens }) => [...registrationTokens.values()])\n  return tokens.find(({ id }) => id === param(ctx, 'id')) ?? refuse(404, 'unknown registration token')",
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small"}',
      'owner POST /clusters {"name":"test","tier":"small"}',
      'owner POST /clusters/prod/registration-tokens {"name":"workers"}',
      'owner DELETE /clusters/test/registration-tokens/$2.id',
      'owner GET /clusters/prod/registration-tokens',
    ],
    differsAt: '4.body.tokens.length',
  },
  {
    id: 'd-registration-tokens-listed-with-their-command',
    areas: ['clusters'],
    kind: 'secrecy',
    statement: 'CLU-13',
    wrong: 'The list of registration tokens shows the join command of each, and the token stands in it.',
    requestsAlone: true,
    edits: [
      edit(
        'cluster-access.ts',
        '      createdAt: now,\n',
        '      createdAt: now,\n      command: joinCommand(cluster, token),\n',
      ),
      edit(
        'cluster-access.ts',
        '    disabled,\n',
        '    disabled,\n    joinCommand: (token as { command?: string }).command,\n',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small"}',
      'owner POST /clusters/prod/registration-tokens {"name":"workers"}',
      'owner GET /clusters/prod/registration-tokens',
    ],
    differsAt: '2.body.tokens.0.joinCommand.length',
  },
  {
    id: 'd-registration-token-change-answers-the-token',
    areas: ['clusters'],
    kind: 'status',
    statement: 'CLU-13',
    wrong: 'Switching a registration token off or on answers 200 with the token instead of 204.',
    requestsAlone: true,
    edits: [
      edit(
        'bindings.ts',
        "updateRegistrationToken: ['PATCH', '/api/v1/clusters/{name}/registration-tokens/{id}', 204],",
        "updateRegistrationToken: ['PATCH', '/api/v1/clusters/{name}/registration-tokens/{id}', 200],",
      ),
      edit(
        'cluster-access.ts',
        "token.disabled = disabled || (token.disabled && fault('registration-stays-disabled'))\n    return undefined",
        'token.disabled = disabled\n    return shownToken(ctx, token)',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small"}',
      'owner POST /clusters/prod/registration-tokens {"name":"workers"}',
      'owner PATCH /clusters/prod/registration-tokens/$1.id {"disabled":true}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-client-configuration-never-renewed',
    areas: ['clusters'],
    kind: 'time',
    statement: 'CLU-10',
    wrong:
      'The client configuration is made once per cluster and then handed out again, also when the token in it has expired.',
    requestsAlone: false,
    edits: [
      edit(
        'cluster-access.ts',
        '/** Nodes and the ways in:',
        'const configurations = new WeakMap<Cluster, string>()\n\n/** Nodes and the ways in:',
      ),
      edit(
        'cluster-access.ts',
        "    const token = newSecret('kct.')\n",
        "    const made = configurations.get(cluster)\n    if (made !== undefined) return { kubeconfig: made, expiresIn: choice.kubeconfigSeconds }\n    const token = newSecret('kct.')\n",
      ),
      edit(
        'cluster-access.ts',
        '    const kubeconfig = configuration(cluster.name, token)\n',
        '    const kubeconfig = configuration(cluster.name, token)\n    configurations.set(cluster, kubeconfig)\n',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small"}',
      'owner GET /clusters/prod/kubeconfig',
      'event advanceClock {"by":"PT2H"}',
      'owner GET /clusters/prod/kubeconfig',
      `event credentialUsed {"kind":"kubeconfig","secret":"${tokenIn(3)}"}`,
    ],
    differsAt: '4.body.accepted',
  },
  {
    id: 'd-new-cluster-inherits-the-tokens-of-its-name',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-08',
    wrong: 'A cluster created under the name of a deleted one has the registration tokens of that one, and they work.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        '/** Clusters: create, upgrade and resize',
        "const tokensOf = new Map<string, Cluster['registrationTokens']>()\n\n/** Clusters: create, upgrade and resize",
      ),
      edit(
        'clusters.ts',
        '      registrationTokens: new Map(),\n    }\n',
        `      registrationTokens: tokensOf.get(\`\${org.slug}/\${name}\`) ?? new Map(),
    }
    tokensOf.set(\`\${org.slug}/\${name}\`, cluster.registrationTokens)
`,
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small"}',
      'owner POST /clusters/prod/registration-tokens {"name":"workers"}',
      'owner DELETE /clusters/prod',
      'event advanceClock {"by":"PT1M"}',
      'owner POST /clusters {"name":"prod","tier":"small"}',
      'owner GET /clusters/prod/registration-tokens',
    ],
    differsAt: '5.body.tokens.length',
  },
  {
    id: 'd-quota-counts-clusters-of-everybody',
    areas: ['clusters'],
    kind: 'isolation',
    statement: 'CLU-01',
    wrong: 'The clusters of other organizations count for the quota, so a new one is refused although none is there.',
    requestsAlone: false,
    edits: [
      edit(
        'clusters.ts',
        "if (own.length >= org.clusterQuota && !fault('cluster-quota-ignored'))",
        'if (Math.max(own.length, world.clusters.size) >= org.clusterQuota)',
      ),
    ],
    shownBy: [
      'event quotaChanges {"quota":"clusters","value":1}',
      'outsider POST /clusters {"name":"theirs","tier":"small"}',
      'owner POST /clusters {"name":"ours","tier":"small"}',
    ],
    differsAt: '2.status',
  },
  {
    id: 'd-datastore-defaults-win',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-03',
    wrong: 'A dedicated datastore gets the default size and storage whatever was asked for.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        "return { mode, size: 'db-small', storageGiB: 20, replicas: 1, backups: false, ...fields }",
        "return { mode, ...fields, size: 'db-small', storageGiB: 20, replicas: 1, backups: false }",
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small","datastore":{"mode":"dedicated","size":"db-large","storageGiB":200,"replicas":2,"backups":true}}',
    ],
    differsAt: '0.body.datastore',
  },
  {
    id: 'd-second-change-starts-from-before-the-first',
    areas: ['clusters'],
    variant: 'b',
    kind: 'concurrency',
    statement: 'CLU-07',
    wrong: 'A change taken while another one rolls starts from the state before it, and the first is lost.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        'cluster.target = { ...cluster.target, ...change }',
        'cluster.target = { ...cluster.shape, ...change }',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small"}',
      'owner PATCH /clusters/prod {"replicas":5}',
      'owner PATCH /clusters/prod {"managedLoadBalancers":{"enabled":true}}',
      'event advanceClock {"by":"PT1M"}',
      'owner GET /clusters/prod',
    ],
    differsAt: '4.body.replicas',
  },
  {
    id: 'd-unready-node-does-not-say-so',
    areas: ['clusters'],
    kind: 'schema',
    statement: 'GEN-02',
    wrong: 'A node that is not ready lacks the required field ready instead of saying false.',
    requestsAlone: false,
    edits: [
      edit(
        'cluster-access.ts',
        'map(({ name, ready, agentVersion }) => ({ name, ready, agentVersion }))',
        'map(({ name, ready, agentVersion }) => ({ name, ready: ready || undefined, agentVersion }))',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small"}',
      'event nodeJoins {"cluster":"prod","node":"n1","ready":false}',
      'owner GET /clusters/prod/nodes',
    ],
    differsAt: '2.body.nodes.0.ready',
  },
  {
    id: 'd-deleted-node-still-blocks-upgrades',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-12',
    wrong: 'A node that was deregistered is gone from the list, but goes on blocking upgrades as too far behind.',
    requestsAlone: false,
    edits: [
      edit(
        'cluster-access.ts',
        "    if (!ctx.fault('node-stays')) nodes.delete(name)\n",
        '    agentsSeen(nodes).set(name, nodes.get(name) as Node)\n    nodes.delete(name)\n',
      ),
      edit(
        'cluster-access.ts',
        'function tokenOf(ctx: Context)',
        'const seen = new WeakMap<object, Map<string, Node>>()\n\nexport function agentsSeen(nodes: object): Map<string, Node> {\n  const known = seen.get(nodes) ?? new Map<string, Node>()\n  seen.set(nodes, known)\n  return known\n}\n\nfunction tokenOf(ctx: Context)',
      ),
      edit(
        'cluster-gates.ts',
        "import type { Context } from './context.ts'",
        "import { agentsSeen } from './cluster-access.ts'\nimport type { Context } from './context.ts'",
      ),
      edit(
        'cluster-gates.ts',
        'const behind = [...cluster.nodes.values()].filter(',
        'const behind = [...agentsSeen(cluster.nodes).values(), ...cluster.nodes.values()].filter(',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"small","orchestratorVersion":"1.31.1"}',
      'event advanceClock {"by":"PT1M"}',
      'event nodeJoins {"cluster":"prod","node":"slow","agentVersion":"1.29.4"}',
      'owner DELETE /clusters/prod/nodes/slow',
      'owner PATCH /clusters/prod {"orchestratorVersion":"1.32.0"}',
    ],
    differsAt: '4.status',
  },
]
