import type { Reader } from '../../../world/reader.ts'
import type { UptimeServiceRow } from '../state/index.ts'
import { liveCount } from '../statements/index.ts'

/** The number of monitors attached to a service now; a gap says whether disabled ones count. */
export function attachedMonitors(reader: Reader, { org, id }: UptimeServiceRow): number {
  const withDisabled = reader.gap('uptime.disabled-attached') === 'count'
  let count = 0
  for (const { enabled } of reader.newest('UptimeMonitor', 'service', org, id)) if (withDisabled || enabled) count += 1
  return count
}

/** The number that a service shows. */
export function shownMonitors(reader: Reader, service: UptimeServiceRow): number {
  reader.cite(liveCount)
  return attachedMonitors(reader, service)
}
