import type { Choices } from '../../../../world/choices.ts'
import type { Reader } from '../../../../world/reader.ts'
import { apply, type Change, type World } from '../../../../world/world.ts'
import type { Effect } from '../../../area.ts'
import type { OrchestratorVersionRow } from '../../state/index.ts'
import { readVersion } from './version.ts'

/** Fills an organization's version catalog from the gaps. A judge fills it with the versions it was given instead. */
export function seedVersions(world: World, org: string, choices: Pick<Choices, 'value'>): World {
  const versions = choices.value('clusters.version-catalog')
  const changes = versions.map(
    (version, index): Change => putVersion({ id: version, org, seq: world.serial + index, version }),
  )
  return apply(world, [...changes, { kind: 'serial', serial: world.serial + versions.length }])
}

export const putVersion = (row: OrchestratorVersionRow): Change => ({ kind: 'put', table: 'OrchestratorVersion', row })

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

export const listClusterVersions: Effect<'listClusterVersions'> = (context) => {
  const { org } = context.caller
  const usual = defaultVersion(context, org)
  return { versions: catalogOf(context, org).map((version) => ({ version, default: version === usual })) }
}
