import type { ModelRequest } from '../../model/decide.ts'
import { sameJson } from '../compare/compare.ts'
import type { Thing } from '../compare/things.ts'
import type { Unexplained } from '../explain/explain.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** So many looks a roll or a teardown may take that gets on by being looked at. */
export const MOST_LOOKS = 10

/**
 * A roll takes its own time (Endpoints, Clusters, row 4): until it is over a cluster may show what it showed before, but
 * not for ever.
 */
export function mayStillRoll(shadow: Shadow, request: ModelRequest, { mismatches }: Unexplained): boolean {
  if (!READS.has(request.operation.id) || (shadow.looks.get(lookAt(request)) ?? 0) >= MOST_LOOKS) return false
  return mismatches.every(({ path, actual, reason }) => {
    // One that should be gone may not be yet; one that is not there at all is no matter of its roll.
    if (path === 'clusters') return TORN_DOWN.test(reason)
    const field = path.replace(/^clusters\[Cluster\]\./, '')
    return [...shadow.clusters.values()].some((seen) => sameJson(valueAt(seen, field), actual))
  })
}

const TORN_DOWN = /^holds the Cluster .* does not belong in it$/

/** A change answers with the cluster too, as it was or as it will be. */
const READS: ReadonlySet<string> = new Set(['getCluster', 'listClusters', 'updateCluster'])
const lookAt = ({ operation, parameters }: ModelRequest): string => parameters.name ?? operation.id
const valueAt = (object: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((node, part) => (node as Readonly<Record<string, unknown>> | undefined)?.[part], object)

export const withLook = (shadow: Shadow, request: ModelRequest): Shadow => ({
  ...shadow,
  looks: new Map([...shadow.looks, [lookAt(request), (shadow.looks.get(lookAt(request)) ?? 0) + 1]]),
})

/** Remembers clusters as they were last seen. */
export function withClusters(shadow: Shadow, things: readonly Thing[]): Shadow {
  const seen = things.filter(({ entity }) => entity === 'Cluster')
  if (seen.length === 0) return shadow
  return { ...shadow, clusters: new Map([...shadow.clusters, ...seen.map(({ id, object }) => [id, object] as const)]) }
}
