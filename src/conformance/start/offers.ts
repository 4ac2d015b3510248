import type { Contract } from '../../contract/contract.ts'
import type { TableName } from '../../model/world/state.ts'
import type { Client } from '../../target/client.ts'
import { items, read } from './plain-read.ts'

/** Something a target offers every organization; the shadow decides by it. */
export interface Offer {
  readonly table: TableName
  readonly id: string
}

/** What the target shows of its offers: intervals, vantages, upstreams, permissions. */
export async function readOffers(contract: Contract, client: Client, actor: string): Promise<Offer[]> {
  const uptime = await read(contract, client, actor, 'getUptimeCatalog')
  const registry = await read(contract, client, actor, 'listUpstreams')
  const iam = await read(contract, client, actor, 'listPermissions')
  return [
    ...items(uptime?.intervals).map((item) => ({
      ...item,
      table: 'UptimeInterval' as const,
      id: String(item.seconds),
    })),
    ...items(uptime?.vantages).map((item) => ({ ...item, table: 'UptimeVantage' as const, id: String(item.id) })),
    ...items(registry?.upstreams).map((item) => ({
      ...item,
      table: 'RegistryUpstream' as const,
      id: String(item.host),
    })),
    ...items(iam?.services).flatMap(permissionsOf),
  ]
}

function permissionsOf({ service, serviceLabel, resources }: Readonly<Record<string, unknown>>): Offer[] {
  return items(resources).flatMap(({ resource, resourceLabel, tiers }) =>
    items(tiers).map((atom) => ({
      ...atom,
      table: 'Permission' as const,
      id: String(atom.permission),
      service,
      serviceLabel,
      resource,
      resourceLabel,
    })),
  )
}

/** What only the profile can tell: versions and event types. */
export function toldOffers({ profile: { vocabulary } }: Contract): Offer[] {
  return [
    ...(vocabulary.orchestratorVersions ?? []).map((version) => ({
      table: 'OrchestratorVersion' as const,
      id: version,
      version,
    })),
    ...(vocabulary.eventTypes ?? []).map((id) => ({
      table: 'EmailEventType' as const,
      id,
      announces: ANNOUNCES.find(([, name]) => name.test(id))?.[0],
    })),
  ]
}

/** What an event type is about is not shown; its name tells as a rule. */
const ANNOUNCES = [
  ['delivered', /deliver/i],
  ['bounced', /bounc/i],
  ['complained', /complain/i],
  ['received', /receiv|inbound/i],
  ['sent', /sen[dt]/i],
] as const
