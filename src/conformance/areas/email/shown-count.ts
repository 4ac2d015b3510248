import { hourOf, NOTHING } from '../../../model/areas/email/queries/sending/traffic.ts'
import { apply, type World } from '../../../model/world/world.ts'
import { rowsOf } from '../../shadow/rows.ts'
import type { Shadow } from '../../shadow/shadow.ts'
import { acceptedShown } from './checks/shown-posture.ts'

/**
 * A world in which as many messages were accepted as the settings have shown. A run does not know of those that others, or
 * earlier sequences, have sent; against a quota they count.
 */
export function withShownCount(shadow: Shadow, world: World, org: string): World {
  const shown = acceptedShown(shadow, org)
  if (shown === undefined) return world
  const hours = rowsOf(world, 'EmailTraffic').filter((row) => row.org === org)
  const known = hours.reduce((sum, { accepted }) => sum + accepted, 0)
  const id = String(hourOf(world.nowMs))
  const hour = hours.find((row) => row.id === id) ?? { id, org, seq: 0, ...NOTHING }
  const row = { ...hour, accepted: hour.accepted + Math.max(0, shown - known) }
  return apply(world, [{ kind: 'put', table: 'EmailTraffic', row }])
}
