import { byBackend } from './by-backend.ts'

export const intervalNotOffered = byBackend({
  id: 'uptime.interval-not-offered',
  says: 'A monitor can only have an interval that the catalog offers.',
  checklist: ['UPT-03', 'LIM-03'],
  where: 'Limits, check intervals and probe vantages; Endpoints, Uptime, row 8',
  provenance: 'stated',
  refuses: ({ named: { intervalSeconds } }, context) =>
    intervalSeconds === undefined || context.get('UptimeInterval', context.caller.org, String(intervalSeconds))
      ? undefined
      : `an interval of ${intervalSeconds} seconds is not on offer`,
})

export const vantageUnavailable = byBackend({
  id: 'uptime.vantage-unavailable',
  says: 'A vantage that the catalog marks as unavailable is refused when a monitor is written.',
  checklist: ['UPT-03', 'LIM-03'],
  where: 'Endpoints, Uptime, row 2',
  provenance: 'stated',
  refuses: ({ named }, context) => {
    const lost = named.vantages?.find((id) => context.get('UptimeVantage', context.caller.org, id)?.available === false)
    return lost === undefined ? undefined : `the vantage ${lost} is not available`
  },
})

export const vantageUnknown = byBackend({
  id: 'uptime.vantage-unknown',
  says: 'A monitor can only have vantages from the catalog.',
  checklist: ['UPT-03', 'LIM-03'],
  where: 'Limits, check intervals and probe vantages; Endpoints, Uptime, row 8',
  provenance: 'stated',
  refuses: ({ named }, context) => {
    const unknown = named.vantages?.find((id) => !context.get('UptimeVantage', context.caller.org, id))
    return unknown === undefined ? undefined : `there is no vantage ${unknown}`
  },
})

export const vantagesEmpty = byBackend({
  id: 'uptime.vantages-empty',
  says: 'A monitor without any vantage may be refused.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8 (not said)',
  provenance: 'assumed',
  refuses: ({ named }, context) =>
    named.vantages?.length === 0 && context.gap('uptime.empty-vantages') === 'refuse'
      ? 'at least one vantage is needed'
      : undefined,
})

export const vantagesRepeated = byBackend({
  id: 'uptime.vantages-repeated',
  says: 'A vantage that appears twice may be refused.',
  checklist: ['UPT-05'],
  where: 'Endpoints, Uptime, row 8 (not said)',
  provenance: 'assumed',
  refuses: ({ named: { vantages = [] } }, context) =>
    new Set(vantages).size < vantages.length && context.gap('uptime.duplicate-vantages') === 'refuse'
      ? 'a vantage is named twice'
      : undefined,
})
