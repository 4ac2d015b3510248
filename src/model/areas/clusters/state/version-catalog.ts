import type { Choices } from '../../../world/choices.ts'
import { apply, type Change, type World } from '../../../world/world.ts'
import type { OrchestratorVersionRow } from './index.ts'

/** Fills an organization's version catalog from the gaps. A judge fills it with the versions it was given instead. */
export function seedVersions(world: World, org: string, choices: Pick<Choices, 'value'>): World {
  const versions = choices.value('clusters.version-catalog')
  const changes = versions.map(
    (version, index): Change => putVersion({ id: version, org, seq: world.serial + index, version }),
  )
  return apply(world, [...changes, { kind: 'serial', serial: world.serial + versions.length }])
}

export const putVersion = (row: OrchestratorVersionRow): Change => ({ kind: 'put', table: 'OrchestratorVersion', row })
