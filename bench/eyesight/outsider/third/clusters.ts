import { edit, type OutsiderFault } from '../fault.ts'
import { INTERLEAVED_SECOND, WAIT } from './interleaved.ts'

const cluster = (more = '', name = 'prod', who = 'owner') =>
  `${who} POST /clusters {"name":"${name}","tier":"small"${more}}`
const LATER = 'event advanceClock {"by":"PT1M"}'
const change = (body: string) => `owner PATCH /clusters/prod ${body}`

/** Mistakes in clusters. */
export const CLUSTERS: readonly OutsiderFault[] = [
  {
    id: 'c-switching-off-ignored',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-03',
    wrong: 'Managed load balancers that somebody switches off stay on, though the change was accepted.',
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        'filter(([, value]) => value !== undefined),\n    )\n    passChangeGate',
        'filter(([, value]) => Boolean(value)),\n    )\n    passChangeGate',
      ),
    ],
    shownBy: [
      cluster(',"managedLoadBalancers":{"enabled":true}'),
      LATER,
      change('{"managedLoadBalancers":{"enabled":false}}'),
      LATER,
      'owner GET /clusters/prod',
    ],
    differsAt: '4.body.managedLoadBalancers.enabled',
  },
  {
    id: 'c-second-change-forgets-the-first',
    areas: ['clusters'],
    variant: 'b',
    kind: 'concurrency',
    statement: 'CLU-03',
    wrong: 'A change accepted while another one rolls out takes that one back, though both were accepted.',
    requestsAlone: true,
    edits: [edit('clusters.ts', 'cluster.target = { ...cluster.target,', 'cluster.target = { ...cluster.shape,')],
    shownBy: [
      cluster(),
      change('{"replicas":5}'),
      change('{"managedLoadBalancers":{"enabled":true}}'),
      LATER,
      'owner GET /clusters/prod',
    ],
    differsAt: '4.body.replicas',
  },
  {
    id: 'c-patch-downgrade-accepted',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'CLU-04',
    wrong: 'A cluster goes back to an earlier patch version of its minor version.',
    requestsAlone: true,
    edits: [edit('cluster-gates.ts', 'if (rank(to) < rank(from) &&', 'if (minors(to) < minors(from) &&')],
    shownBy: [cluster(',"orchestratorVersion":"1.30.6"'), LATER, change('{"orchestratorVersion":"1.30.2"}')],
    differsAt: '2.status',
  },
  {
    id: 'c-one-node-named',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-05',
    wrong: 'Of several nodes that an upgrade would leave too far behind, the refusal names only the first.',
    requestsAlone: false,
    edits: [edit('cluster-gates.ts', "behind.map(({ name }) => name).join(', ')", 'behind[0]?.name')],
    shownBy: [
      cluster(',"orchestratorVersion":"1.31.1"'),
      LATER,
      'event nodeJoins {"cluster":"prod","node":"alpha","agentVersion":"1.29.4"}',
      'event nodeJoins {"cluster":"prod","node":"beta","agentVersion":"1.29.4"}',
      change('{"orchestratorVersion":"1.32.0"}'),
    ],
    differsAt: '4.body.error',
  },
  {
    id: 'c-tiers-in-the-order-of-the-alphabet',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'CLU-06',
    wrong: 'A crowded cluster is made smaller without a look at its headroom, as small comes after large.',
    requestsAlone: false,
    edits: [
      edit(
        'cluster-gates.ts',
        'TIERS.indexOf(wanted) < TIERS.indexOf(cluster.target.tier)',
        'wanted < cluster.target.tier',
      ),
    ],
    shownBy: [
      'owner POST /clusters {"name":"prod","tier":"large"}',
      LATER,
      'event headroomChanges {"cluster":"prod","component":"store","usedPercent":95}',
      change('{"tier":"small"}'),
    ],
    differsAt: '3.status',
  },
  {
    id: 'c-teardown-by-name',
    areas: ['clusters'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: "The teardown of a cluster takes another organization's cluster of the same name with it.",
    requestsAlone: true,
    edits: [
      edit(
        'clusters.ts',
        'if (world.clusters.get(key) === cluster) world.clusters.delete(key)',
        'for (const [other, { name }] of world.clusters) if (name === cluster.name) world.clusters.delete(other)',
      ),
    ],
    shownBy: [
      cluster(),
      cluster('', 'prod', 'outsider'),
      'owner DELETE /clusters/prod',
      LATER,
      'outsider GET /clusters/prod',
    ],
    differsAt: '4.status',
  },
  {
    id: 'c-all-registration-tokens-disabled',
    areas: ['clusters'],
    kind: 'side effect',
    statement: 'CLU-13',
    wrong: 'Disabling one registration token disables all those of the cluster.',
    requestsAlone: true,
    edits: [
      edit(
        'cluster-access.ts',
        "token.disabled = disabled || (token.disabled && fault('registration-stays-disabled'))",
        'for (const one of clusterOf(ctx).registrationTokens.values()) one.disabled = disabled',
      ),
    ],
    shownBy: [
      cluster(),
      'owner POST /clusters/prod/registration-tokens {"name":"one"}',
      'owner POST /clusters/prod/registration-tokens {"name":"two"}',
      'owner PATCH /clusters/prod/registration-tokens/$1.id {"disabled":true}',
      'owner GET /clusters/prod/registration-tokens',
    ],
    differsAt: '4.body.tokens.1.disabled',
  },
  {
    id: 'c-foreign-registration-token-changed',
    areas: ['clusters'],
    kind: 'isolation',
    statement: 'GEN-04',
    wrong: "Somebody disables another organization's registration token under the name of a cluster of their own.",
    requestsAlone: true,
    edits: [
      edit(
        'cluster-access.ts',
        "return clusterOf(ctx).registrationTokens.get(param(ctx, 'id')) ??",
        "const clusters = [clusterOf(ctx), ...ctx.world.clusters.values()]\n  return clusters.map(({ registrationTokens }) => registrationTokens.get(param(ctx, 'id'))).find(Boolean) ??",
      ),
    ],
    shownBy: [
      cluster(),
      'owner POST /clusters/prod/registration-tokens {"name":"one"}',
      cluster('', 'mine', 'outsider'),
      'outsider PATCH /clusters/mine/registration-tokens/$1.id {"disabled":true}',
      'owner GET /clusters/prod/registration-tokens',
    ],
    differsAt: '4.body.tokens.0.disabled',
  },
  {
    id: 'c-small-change-over-another',
    areas: ['clusters'],
    kind: 'guard',
    statement: 'CLU-07',
    wrong: 'A change of the replicas is accepted in the middle of a change by somebody else.',
    requestsAlone: false,
    edits: [
      edit(
        'cluster-gates.ts',
        'if (blocked !== undefined) refuse',
        'if (blocked !== undefined && (change.orchestratorVersion ?? change.tier) !== undefined) refuse',
      ),
    ],
    shownBy: [
      cluster(),
      LATER,
      'event clusterChangesConcurrently {"cluster":"prod","lasts":"one-request"}',
      change('{"replicas":3}'),
    ],
    differsAt: '3.status',
  },
  {
    id: 'c-clusters-past-quota-together',
    areas: ['clusters'],
    kind: 'concurrency',
    statement: 'CLU-01',
    wrong: 'Two clusters created at the same time both fit into the last place of the quota.',
    requestsAlone: false,
    edits: [
      ...INTERLEAVED_SECOND,
      edit('clusters.ts', '  createCluster(ctx) {', '  async createCluster(ctx) {'),
      edit('clusters.ts', 'world.clusters.set(key, cluster)', `${WAIT}\n    world.clusters.set(key, cluster)`),
    ],
    shownBy: ['event quotaChanges {"quota":"clusters","value":1}', `${cluster('', 'one')} || ${cluster('', 'two')}`],
    differsAt: '1.status',
  },
  {
    id: 'c-one-balancer-too-many',
    areas: ['clusters'],
    kind: 'order and caps',
    statement: 'CLU-14',
    wrong: 'A cluster gives addresses to one exposed service more than its maxServices.',
    requestsAlone: false,
    edits: [edit('cluster-view.ts', 'all.slice(0, maxServices)', 'all.slice(0, maxServices + 1)')],
    shownBy: [
      cluster(',"managedLoadBalancers":{"enabled":true}'),
      LATER,
      ...['a', 'b', 'c', 'd'].map((name) => `event serviceExposed {"cluster":"prod","service":"${name}"}`),
      'owner GET /clusters/prod',
    ],
    differsAt: '6.body.managedLoadBalancers.loadBalancers.length',
  },
]
