import type { Choices } from '../../../world/choices.ts'
import { apply, type Change, type World } from '../../../world/world.ts'
import type { RegistryUpstreamRow } from './index.ts'

/** Fills the catalog of an organization from the gap. A judge fills it from what its target shows instead. */
export function seedUpstreams(world: World, org: string, choices: Pick<Choices, 'value'>): World {
  const upstreams = choices.value('registry.upstreams')
  const changes = upstreams.map(({ host, endpoint }, index) =>
    putUpstream({ id: host, org, seq: world.serial + index, host, endpoint }),
  )
  return apply(world, [...changes, { kind: 'serial', serial: world.serial + upstreams.length }])
}

export const putUpstream = (row: RegistryUpstreamRow): Change => ({ kind: 'put', table: 'RegistryUpstream', row })
