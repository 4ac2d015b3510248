import type { Area } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import { plant } from '../../model/seeds/kit/plant.ts'
import { small } from '../../model/seeds/small.ts'
import type { Choices } from '../../model/world/choices.ts'
import { hasTable, type World } from '../../model/world/world.ts'
import type { Repertoire } from '../moves.ts'

const NOW_MS = Date.parse('2026-03-05T09:00:00Z')
/** Number of things of each kind that are tried. */
const MOST_TRIED = 2

/** Two organizations with somebody of each role, and little in them. */
export const startingWorld = (choices: Choices): World => plant(small, Object.values(small.actors), NOW_MS, choices)

/** The possible moves in an area: by its owner, by a member, and by outside events. */
export function repertoireOf(
  contract: Contract,
  area: Area,
  start: World,
): Repertoire & { readonly reads: readonly Operation[] } {
  const own = [...contract.operations.values()].filter((operation) => operation.area === area)
  const entities = new Set(own.map(({ entity }) => entity))
  const isRead = ({ does }: Operation) => does === 'read' || does === 'list'
  const idsOf = (world: World, entity: string): string[] =>
    hasTable(world, entity)
      ? [...world.tables[entity].order.values()].filter(({ org }) => org === 'acme' || org === '').map(({ id }) => id)
      : []
  return {
    reads: own.filter(isRead),
    changes: own.filter((operation) => !isRead(operation)),
    events: [...contract.controlOperations.values()].filter(
      ({ path, entity }) => path.startsWith('/_understudy/events/') && entities.has(entity),
    ),
    actors: (['owner', 'outsider'] as const).map((name) => ({
      name,
      credential: small.actors[name]?.credential ?? name,
    })),
    ids: (world, entity) => idsOf(world, entity).slice(-MOST_TRIED),
    made: (world, entity) => idsOf(world, entity).length - idsOf(start, entity).length,
  }
}
