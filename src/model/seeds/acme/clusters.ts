import { UNITS_MS } from '../../values/lifetime.ts'
import { CAST } from '../kit/cast.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../kit/durations.ts'
import type { Story, Strand } from '../kit/story.ts'
import { stallCluster } from '../kit/stuck.ts'

export function clusters(story: Story): void {
  for (const strand of [production, staging, edge, lab, retired, tornDown, stuckProvisioning, stuckRoll, stuckTeardown])
    story.begin(strand(story))
}

/** A version on offer, counted back from the newest. */
function version({ here }: Story, back: number): string {
  const versions = [...here.oldest('OrchestratorVersion', 'all', 'acme')].map((row) => row.version)
  return versions[Math.max(0, versions.length - 1 - back)] ?? ''
}

/** Long enough for whatever was begun to be over. */
const PATIENCE = 30 * MINUTE

/** Upgraded twice; two of its nodes have stayed behind. */
function* production(story: Story): Strand {
  const { owner, admin } = CAST
  const parameters = { name: 'prod' }
  const upgrade = (back: number) =>
    story.ask(admin, 'updateCluster', { parameters, body: { orchestratorVersion: version(story, back) } })
  yield story.before(88 * DAY)
  story.ask(owner, 'createCluster', {
    body: {
      name: 'prod',
      tier: 'large',
      orchestratorVersion: version(story, 3),
      replicas: 3,
      datastore: { mode: 'dedicated', size: 'db-medium', storageGiB: 100, replicas: 3, backups: true },
      managedLoadBalancers: { enabled: true },
    },
  })
  yield story.here.nowMs + PATIENCE
  const token = story.ask(admin, 'createRegistrationToken', { parameters, body: { name: 'autoscaling group' } })
  for (const node of ['worker-1', 'worker-2', 'worker-3', 'worker-4']) yield* joins(story, 'prod', node, token.token)
  for (const service of ['storefront/web', 'storefront/api', 'ops/grafana'])
    story.happens('acme', 'serviceExposed', { cluster: 'prod', service })
  story.begin(endedTokens(story))
  story.begin(presentAccess(story))
  yield story.before(50 * DAY)
  upgrade(2)
  yield story.here.nowMs + PATIENCE
  for (const node of ['worker-1', 'worker-2', 'worker-3'])
    story.happens('acme', 'agentUpgraded', { cluster: 'prod', node, agentVersion: version(story, 2) })
  yield story.before(18 * DAY)
  upgrade(1)
  yield story.here.nowMs + PATIENCE
  for (const node of ['worker-1', 'worker-2'])
    story.happens('acme', 'agentUpgraded', { cluster: 'prod', node, agentVersion: version(story, 1) })
  yield* joins(story, 'prod', 'worker-5', token.token)
  yield story.before(3 * HOUR)
  story.happens('acme', 'nodeLost', { cluster: 'prod', node: 'worker-3' })
  const [component] = story.here.gap('clusters.components')
  if (component !== undefined) story.happens('acme', 'headroomChanges', { cluster: 'prod', component, usedPercent: 71 })
}

function* joins(story: Story, cluster: string, node: string, token: string): Strand {
  yield story.here.nowMs + 5 * MINUTE
  story.happens('acme', 'nodeJoins', { cluster, node, token })
}

/** One that has expired and one that is switched off. */
function* endedTokens(story: Story): Strand {
  const parameters = { name: 'prod' }
  yield story.before(60 * DAY)
  const unitMs = UNITS_MS[story.here.gap('clusters.expires-in-unit')]
  story.ask(CAST.admin, 'createRegistrationToken', {
    parameters,
    body: { name: 'migration weekend', expiresIn: Math.floor((2 * DAY) / unitMs) },
  })
  yield story.before(35 * DAY)
  const { id } = story.ask(CAST.admin, 'createRegistrationToken', { parameters, body: { name: 'bare metal' } })
  yield story.before(9 * DAY)
  story.ask(CAST.admin, 'updateRegistrationToken', { parameters: { ...parameters, id }, body: { disabled: true } })
}

/** Somebody is working with it right now. */
function* presentAccess(story: Story): Strand {
  yield story.before(10 * MINUTE)
  story.ask(CAST.admin, 'getKubeconfig', { parameters: { name: 'prod' } })
  yield story.before(4 * MINUTE)
  story.ask(CAST.admin, 'createJoinToken', { parameters: { name: 'prod' } })
}

function* staging(story: Story): Strand {
  yield story.before(72 * DAY)
  story.ask(CAST.admin, 'createCluster', {
    body: { name: 'staging', tier: 'medium', orchestratorVersion: version(story, 1), mesh: true },
  })
  yield story.here.nowMs + PATIENCE
  const { token } = story.ask(CAST.admin, 'createRegistrationToken', {
    parameters: { name: 'staging' },
    body: { name: 'staging nodes' },
  })
  for (const node of ['node-a', 'node-b']) yield* joins(story, 'staging', node, token)
}

/** As many as a cluster may have. */
const EXPOSED = ['cache/varnish', 'cache/purge', 'dns/resolver', 'edge/tls', 'ops/metrics', 'ops/status'] as const

/** Being made larger at the moment. */
function* edge(story: Story): Strand {
  yield story.before(24 * DAY)
  const managedLoadBalancers = { enabled: true }
  story.ask(CAST.admin, 'createCluster', { body: { name: 'edge', tier: 'small', managedLoadBalancers } })
  yield story.here.nowMs + PATIENCE
  const { joinToken } = story.ask(CAST.admin, 'createJoinToken', { parameters: { name: 'edge' } })
  yield* joins(story, 'edge', 'pop-fra', joinToken)
  for (const service of EXPOSED.slice(0, story.here.gap('clusters.max-services')))
    story.happens('acme', 'serviceExposed', { cluster: 'edge', service })
  yield story.endMs - (story.here.gap('clusters.roll-seconds') * SECOND) / 3
  story.ask(CAST.admin, 'updateCluster', { parameters: { name: 'edge' }, body: { tier: 'medium' } })
}

/** Being provisioned at the moment. */
function* lab(story: Story): Strand {
  yield story.endMs - (story.here.gap('clusters.provisioning-seconds') * SECOND) / 3
  story.ask(CAST.engineer, 'createCluster', { body: { name: 'lab', tier: 'small' } })
}

/** Being torn down at the moment. */
function* retired(story: Story): Strand {
  yield story.before(65 * DAY)
  story.ask(CAST.admin, 'createCluster', {
    body: { name: 'batch', tier: 'small', orchestratorVersion: version(story, 3) },
  })
  yield story.endMs - (story.here.gap('clusters.teardown-seconds') * SECOND) / 3
  story.ask(CAST.owner, 'deleteCluster', { parameters: { name: 'batch' } })
}

function* tornDown(story: Story): Strand {
  yield story.before(58 * DAY)
  story.ask(CAST.admin, 'createCluster', { body: { name: 'trial', tier: 'small' } })
  yield story.before(44 * DAY)
  story.ask(CAST.owner, 'deleteCluster', { parameters: { name: 'trial' } })
}

/** Waits for room in its region. */
function* stuckProvisioning(story: Story): Strand {
  yield story.before(7 * HOUR)
  story.ask(CAST.engineer, 'createCluster', { body: { name: 'gpu-trial', tier: 'large', replicas: 1 } })
  stallCluster(story.here, 'acme', 'gpu-trial')
}

/** One of its control planes does not come back. */
function* stuckRoll(story: Story): Strand {
  yield story.before(40 * DAY)
  const orchestratorVersion = version(story, 2)
  story.ask(CAST.admin, 'createCluster', { body: { name: 'reports', tier: 'medium', orchestratorVersion } })
  yield story.here.nowMs + PATIENCE
  const { joinToken } = story.ask(CAST.admin, 'createJoinToken', { parameters: { name: 'reports' } })
  yield* joins(story, 'reports', 'olap-1', joinToken)
  yield story.before(3 * HOUR)
  story.ask(CAST.admin, 'updateCluster', { parameters: { name: 'reports' }, body: { replicas: 3 } })
  stallCluster(story.here, 'acme', 'reports')
}

/** A volume cannot be let go of. */
function* stuckTeardown(story: Story): Strand {
  yield story.before(61 * DAY)
  story.ask(CAST.admin, 'createCluster', { body: { name: 'legacy-shop', tier: 'small' } })
  yield story.before(26 * HOUR)
  story.ask(CAST.owner, 'deleteCluster', { parameters: { name: 'legacy-shop' } })
  stallCluster(story.here, 'acme', 'legacy-shop')
}
