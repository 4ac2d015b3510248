import type { Reader } from '../../context.ts'
import { liveCount } from './rules/statements.ts'
import type { UptimeServiceRow } from './state.ts'

/** How many monitors are attached to a service at the moment; disabled ones by the gap. */
export function attachedMonitors(reader: Reader, { org, id }: UptimeServiceRow): number {
  const withDisabled = reader.gap('uptime.disabled-attached') === 'count'
  let count = 0
  for (const { enabled } of reader.newest('UptimeMonitor', 'service', org, id)) if (withDisabled || enabled) count += 1
  return count
}

/** The number that a service shows. */
export function shownMonitors(reader: Reader, service: UptimeServiceRow): number {
  if (reader.follow(liveCount)) return attachedMonitors(reader, service)
  return [...reader.newest('UptimeMonitor', 'all', service.org)].filter(({ serviceId }) => serviceId === service.id)
    .length
}
