import type { Reader } from '../../../../world/reader.ts'
import type { ClusterRow } from '../../state/index.ts'

/** The component that is too crowded for a smaller tier; the fullest, when several are. */
export function crowdedComponent(reader: Reader, { usedPercent }: ClusterRow): string | undefined {
  const fullest = Object.entries(usedPercent).toSorted(([, a], [, b]) => b - a)[0]
  if (!fullest) return undefined
  const [component, percent] = fullest
  return percent >= reader.gap('clusters.headroom-limit') ? component : undefined
}
