import type { Reader } from '../../../../world/reader.ts'
import { readVersion } from './version.ts'

/** The versions on offer, oldest first. */
export const catalogOf = (reader: Reader, org: string): string[] =>
  [...reader.oldest('OrchestratorVersion', 'all', org)].map(({ version }) => version)

/** The version of a cluster for which none is asked (Upgrade and resize rules, 5: not shown). */
export function defaultVersion(reader: Reader, org: string): string {
  const choice = reader.fill('clusters.default-version')
  const versions = catalogOf(reader, org)
  const newest = versions.at(-1) ?? ''
  switch (choice) {
    case 'newest':
      return newest
    case 'oldest':
      return versions[0] ?? newest
    case 'previous-minor':
      return versions.findLast((version) => readVersion(version)?.minor !== readVersion(newest)?.minor) ?? newest
    default:
      // A symbol: the target will show which one it is.
      return choice
  }
}
