import { isObject } from '../../../../contract/json.ts'
import { readVersion } from '../../../../model/areas/clusters/queries/versions/version.ts'
import type { Rows } from '../../../../model/world/rows.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** An upgrade, and the agents that it would leave behind. */
interface Upgrade {
  readonly to: string
  /** It stays within its minor version. A gate may let such a one through, whoever is behind. */
  readonly withinMinor: boolean
  readonly nodes: readonly Rows['Node'][]
}

/** An agent that was named as left too far behind by an upgrade. */
interface Blocked {
  readonly to: string
  readonly agentVersion: string
  readonly withinMinor: boolean
}

/**
 * The node-skew gate is about the agents that would be left too far behind the version asked for (upgrade and resize
 * rules, 2). How far that is, is open; but an agent that is too far behind a version is so wherever the cluster comes from.
 */
export const skewGate: Check<readonly Blocked[]> = {
  name: 'skew',
  provenance: 'stated',
  start: [],
  look(answered, blocked) {
    const upgrade = upgradeAsked(answered)
    if (!upgrade) return { found: NOTHING_FOUND, memory: blocked }
    const { text, status } = answered.received
    const named = isSuccess(answered) ? [] : upgrade.nodes.filter(({ name }) => isWordIn(text, name))
    // Another reason to refuse says nothing about agents.
    if (!isSuccess(answered) && (status !== 409 || named.length === 0)) return { found: NOTHING_FOUND, memory: blocked }
    const passed = upgrade.nodes.filter(({ name }) => isSuccess(answered) || !text.includes(name))
    const { to, withinMinor } = upgrade
    return {
      found: passed.filter((node) => isTooFar(blocked, upgrade, node)).map((node) => letThrough(upgrade, node, status)),
      memory: [...blocked, ...named.map(({ agentVersion }) => ({ to, agentVersion, withinMinor }))],
    }
  },
}

/** True if a text has a name that is not a part of a longer one. */
export const isWordIn = (text: string, name: string): boolean => text.split(NO_NAME).includes(name)
const NO_NAME = /[^A-Za-z0-9-]+/

/** True if the same agent was too far behind the same version before, by an upgrade that leaves it no further behind. */
const isTooFar = (blocked: readonly Blocked[], { to, withinMinor }: Upgrade, { agentVersion }: Rows['Node']): boolean =>
  blocked.some((one) => one.to === to && one.agentVersion === agentVersion && (one.withinMinor || !withinMinor))

const letThrough = ({ to }: Upgrade, { name, agentVersion }: Rows['Node'], actual: number): Found => ({
  code: 'accepted',
  rule: 'clusters.node-skew',
  reason: `the agent of ${name}, ${agentVersion}, was too far behind ${to} before`,
  expected: [409],
  actual,
  rules: ['clusters.node-skew'],
})

export function upgradeAsked({ operation, request, shadow, org }: Answered): Upgrade | undefined {
  const { body, parameters } = request
  if (operation.id !== 'updateCluster' || !isObject(body) || typeof body.orchestratorVersion !== 'string')
    return undefined
  const cluster = rowsOf(shadow.world, 'Cluster').find((row) => row.org === org && row.id === parameters.name)
  const [from, to] = [cluster?.orchestratorVersion, body.orchestratorVersion].map((text) => readVersion(String(text)))
  if (!cluster || !from || !to || cluster.orchestratorVersion === body.orchestratorVersion) return undefined
  const nodes = rowsOf(shadow.world, 'Node').filter((row) => row.org === org && row.cluster === cluster.id && row.ready)
  return { to: body.orchestratorVersion, withinMinor: from.minor === to.minor && from.major === to.major, nodes }
}
