import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'

/** Choices at open points that the vocabulary of a profile gives away: the shadow reads the target's own words. */
export function toldChoices({ profile: { vocabulary } }: Contract): ReadonlyMap<GapId, Json> {
  const { purgeValue, regions, reservedSlug, incidentStatusFilter = {} } = vocabulary
  const filters = Object.entries(incidentStatusFilter).map(([status, value]) => [value, status])
  const told: Readonly<Partial<Record<GapId, Json | undefined>>> = {
    'registry.purge-values': purgeValue === undefined ? undefined : [purgeValue],
    'registry.regions': regions && [...regions],
    'registry.reserved-slugs': reservedSlug === undefined ? undefined : [reservedSlug],
    'oncall.status-filter-values': filters.length > 0 ? Object.fromEntries(filters) : undefined,
  }
  return new Map(Object.entries(told).flatMap(([id, value]) => (value === undefined ? [] : [[id as GapId, value]])))
}
