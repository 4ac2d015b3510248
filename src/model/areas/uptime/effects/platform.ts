import { EVERYWHERE } from '../../../identity/identity.ts'
import type { Effect } from '../../area.ts'
import { catalogTellsAvailability, pingsActingOrganization } from '../statements/index.ts'

export const pingUptime: Effect<'pingUptime'> = (context) => {
  const organization = context.get('Organization', EVERYWHERE, context.caller.org)
  const slug = organization?.id ?? context.caller.org
  const own = context.gap('uptime.ping-org') === 'slug' ? slug : (organization?.name ?? slug)
  context.cite(pingsActingOrganization)
  return {
    service: context.fill('uptime.ping-service'),
    org: own,
    schemaEpoch: context.fill('uptime.schema-epoch'),
    time: context.fresh.time(context.nowMs),
  }
}

export const getUptimeCatalog: Effect<'getUptimeCatalog'> = (context) => {
  const { org } = context.caller
  context.cite(catalogTellsAvailability)
  return {
    intervals: [...context.oldest('UptimeInterval', 'all', org)].map(({ seconds, label }) => ({ seconds, label })),
    vantages: [...context.oldest('UptimeVantage', 'all', org)].map(({ id, label, available }) => ({
      id,
      label,
      available,
    })),
  }
}
