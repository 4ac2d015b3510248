import { freePlaces } from '../../checks/free-places.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** The quota of monitors (Limits), once staff has set it. */
export const monitorPlaces = freePlaces({
  create: 'createMonitor',
  entity: 'UptimeMonitor',
  of: (world, org) => rowsOf(world, 'UptimeSettings').find((row) => row.org === org)?.monitorQuota,
})
