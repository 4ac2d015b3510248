import type { GapId } from '../../../contract/generated/gaps.ts'
import { seedPermissions } from '../../access/permission-catalog.ts'
import { seedRoles } from '../../access/roles.ts'
import { seedVersions } from '../../areas/clusters/state/version-catalog.ts'
import { seedEventTypes } from '../../areas/email/state/event-types.ts'
import { seedUpstreams } from '../../areas/registry/state/upstream-catalog.ts'
import { seedCatalog } from '../../areas/uptime/state/catalog.ts'
import { everyRow, newestFirst, type Row } from '../../table/table.ts'
import type { Choices } from '../../world/choices.ts'

import { apply, type Change, type World } from '../../world/world.ts'

/** Something the platform offers every organization: the gaps that say what, and the tables that hold it. */
interface Offer {
  readonly gaps: readonly GapId[]
  readonly tables: readonly (
    | 'IamRole'
    | 'Permission'
    | 'RegistryUpstream'
    | 'EmailEventType'
    | 'OrchestratorVersion'
    | 'UptimeInterval'
    | 'UptimeVantage'
  )[]
  readonly fill: (world: World, org: string, choices: Choices) => World
}

const OFFERS: readonly Offer[] = [
  {
    gaps: ['iam.permission-catalog', 'iam.builtin-roles', 'iam.scopable-kinds'],
    tables: ['IamRole'],
    fill: seedRoles,
  },
  { gaps: ['iam.permission-catalog'], tables: ['Permission'], fill: seedPermissions },
  { gaps: ['registry.upstreams'], tables: ['RegistryUpstream'], fill: seedUpstreams },
  { gaps: ['email.event-types'], tables: ['EmailEventType'], fill: seedEventTypes },
  { gaps: ['clusters.version-catalog'], tables: ['OrchestratorVersion'], fill: seedVersions },
  {
    gaps: ['uptime.catalog-intervals', 'uptime.catalog-vantages'],
    tables: ['UptimeInterval', 'UptimeVantage'],
    fill: seedCatalog,
  },
]

/** Adds what the platform offers every organization; rows that are there already stay. */
export function seedPlatform(world: World, choices: Choices): World {
  return organizationsOf(world)
    .filter((org) => newestFirst(world.tables.IamRole, 'all', [org]).next().done)
    .reduce((sofar, org) => OFFERS.reduce((filled, { fill }) => fill(filled, org, choices), sofar), world)
}

/** The world once a gap has another value: what this gap puts on offer is replaced. Custom roles stay. */
export function offerAnew(world: World, choices: Choices, gap: GapId): World {
  const concerned = OFFERS.filter(({ gaps }) => gaps.includes(gap))
  if (concerned.length === 0) return world
  const cleared = apply(
    world,
    concerned.flatMap((offer) => withdrawn(world, offer)),
  )
  return organizationsOf(world).reduce(
    (sofar, org) => concerned.reduce((filled, { fill }) => fill(filled, org, choices), sofar),
    cleared,
  )
}

/** Of the offers only a role has a kind. */
type OfferedRow = Row & { readonly kind?: string }

const withdrawn = ({ tables }: World, offer: Offer): Change[] =>
  offer.tables.flatMap((table) =>
    [...everyRow<OfferedRow>(tables[table])]
      .filter(({ kind }) => kind !== 'custom')
      .map(({ org, id }): Change => ({ kind: 'remove', table, key: [org, id] })),
  )

const organizationsOf = (world: World): string[] => [...everyRow(world.tables.Organization)].map(({ id }) => id)
