import type { Context } from './context.ts'
import type { Cluster, ClusterShape } from './entities.ts'
import { refuse } from './refusal.ts'

const TIERS = ['small', 'medium', 'large']

interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
}

export function versionOf(text: string): Version | undefined {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? []
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor), patch: Number(patch ?? 0) }
}

const rank = ({ major, minor, patch }: Version) => (major * 1000 + minor) * 1000 + patch
const minors = ({ major, minor }: Version) => major * 1000 + minor

/** Upgrade rules 1 and 2: from the catalogue, no downgrade, one minor per hop, no node left too far behind. */
export function passVersionGate(ctx: Context, cluster: Cluster, wanted: string): void {
  const { choice, fault } = ctx
  const to = versionOf(wanted)
  const from = versionOf(cluster.target.orchestratorVersion)
  if (!choice.versions.includes(wanted) && !fault('version-outside-catalog'))
    refuse(choice.versionRefusal, 'not in the version catalog')
  if (!to || !from) return
  if (rank(to) < rank(from) && !fault('downgrade-accepted')) refuse(choice.versionRefusal, 'no downgrade')
  if (minors(to) - minors(from) > 1 && !fault('minors-skipped'))
    refuse(choice.versionRefusal, 'one minor version per hop')
  const behind = [...cluster.nodes.values()].filter(({ agentVersion }) => {
    const agent = versionOf(agentVersion)
    return agent !== undefined && minors(to) - minors(agent) > choice.maxSkew
  })
  if (minors(to) <= minors(from) || behind.length === 0 || fault('skew-unchecked')) return
  const names = fault('skew-unnamed') ? 'some nodes' : behind.map(({ name }) => name).join(', ')
  refuse(409, `left too far behind: ${names}`)
}

/** Upgrade rule 3: a smaller control plane must hold what runs in it. */
export function passHeadroomGate({ choice, fault }: Context, cluster: Cluster, wanted: string): void {
  const smaller = TIERS.indexOf(wanted) < TIERS.indexOf(cluster.target.tier)
  const crowded = [...cluster.crowding].filter(([, percent]) => percent > choice.headroomPercent)
  if (!smaller || crowded.length === 0 || fault('headroom-unchecked')) return
  const names = fault('headroom-unnamed') ? 'something' : crowded.map(([component]) => component).join(', ')
  refuse(409, `no headroom for a smaller tier: ${names}`)
}

/** Another change must not be overwritten (Errors, Clusters PATCH). */
export function passChangeGate({ choice, fault }: Context, cluster: Cluster, change: Partial<ClusterShape>): void {
  if (fault('concurrent-change-overwritten')) return
  const { blocked, phase } = cluster
  if (blocked === 'one-request') cluster.blocked = undefined
  if (blocked !== undefined) refuse(409, 'another change is under way')
  const risky = change.orchestratorVersion !== undefined || change.tier !== undefined
  const busy = phase === 'rolling' && (choice.patchDuringRoll === 'refuse' || risky)
  if (busy || phase === 'provisioning' || phase === 'deleting') refuse(409, `the cluster is ${choice.phases[phase]}`)
}

export { TIERS }
