import { beyondQuota } from '../../checks/beyond-quota.ts'
import { freePlaces, type Quota } from '../../checks/free-places.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** The quota of monitors (Limits), once staff has set it. */
const MONITORS: Quota = {
  create: 'createMonitor',
  entity: 'UptimeMonitor',
  of: (world, org) => rowsOf(world, 'UptimeSettings').find((row) => row.org === org)?.monitorQuota,
  // Whether one that is switched off counts is open.
  counts: ({ enabled }) => enabled === true,
}

export const monitorPlaces = freePlaces(MONITORS)

export const beyondMonitors = beyondQuota(MONITORS, 'uptime.quota-reached')
