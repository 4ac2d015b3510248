import type { GapValues } from '../../contract/generated/gaps.ts'
import type { Caller } from '../identity/identity.ts'
import type { Row } from '../table/table.ts'
import type { Reader } from '../world/reader.ts'
import { sees } from './permits.ts'

type Kind = GapValues['iam.scopable-kinds'][number]

/** The table of each kind of resource. Areas meet in the world, so the table of an area not yet simulated is empty. */
const KINDS: Readonly<Record<Kind, { readonly entity: string; readonly service: string }>> = {
  registry: { entity: 'Registry', service: 'registry' },
  'email-domain': { entity: 'EmailDomain', service: 'email' },
  cluster: { entity: 'Cluster', service: 'clusters' },
  'uptime-service': { entity: 'UptimeService', service: 'uptime' },
  monitor: { entity: 'UptimeMonitor', service: 'uptime' },
  schedule: { entity: 'OncallSchedule', service: 'oncall' },
}

/** The entities that a role can be narrowed to. */
export const SCOPABLE_ENTITIES: readonly string[] = Object.values(KINDS).map(({ entity }) => entity)

export interface Resource {
  readonly service: string
  readonly id: string
  readonly name: string
}

/** The services that have something to narrow a role to, where these kinds can be. */
export const servicesOf = (kinds: readonly Kind[]): ReadonlySet<string> =>
  new Set(kinds.map((kind) => KINDS[kind].service))

const kindsInForce = (reader: Reader) => reader.gap('iam.scopable-kinds').map((kind) => KINDS[kind])

export const isScopable = (reader: Reader, entity: string | undefined): boolean =>
  kindsInForce(reader).some((kind) => kind.entity === entity)

/** Every resource of the organization that a token can be narrowed to. */
export const organizationResources = (reader: Reader, org: string): Resource[] =>
  resourcesOf(reader, org, kindsInForce(reader))

function resourcesOf(reader: Reader, org: string, kinds: readonly (typeof KINDS)[Kind][]): Resource[] {
  return kinds.flatMap(({ entity, service }) => {
    const rows: Row[] = reader.isTable(entity) ? [...reader.oldest(entity, 'all', org)] : []
    return rows.filter((row) => isThere(reader, row)).map((row) => ({ service, id: row.id, name: nameOf(reader, row) }))
  })
}

/** Those of them that the caller can read. */
export const readableResources = (reader: Reader, caller: Caller): Resource[] =>
  reachedBy(reader, caller, organizationResources(reader, caller.org))

/** Everything that the caller can read, whether or not a token can be narrowed to things of its kind. */
export const resourcesInSight = (reader: Reader, caller: Caller): Resource[] =>
  reachedBy(reader, caller, resourcesOf(reader, caller.org, Object.values(KINDS)))

const reachedBy = (reader: Reader, caller: Caller, all: Resource[]): Resource[] =>
  caller.scope ? all.filter(({ service, id }) => sees(reader, caller, service, id)) : all

function isThere(reader: Reader, row: Row): boolean {
  if ('deleted' in row && row.deleted === true) return false
  const leaving = 'deleting' in row && row.deleting === true
  return !leaving || reader.gap('iam.deleting-listed') === 'keep'
}

function nameOf(reader: Reader, row: Row): string {
  const own = textIn(row, 'displayName') ?? textIn(row, 'name') ?? row.id
  return own === row.id || reader.gap('iam.resource-names') === 'display-name' ? own : row.id
}

function textIn(row: Row, field: string): string | undefined {
  const value: unknown = Reflect.get(row, field)
  return typeof value === 'string' ? value : undefined
}
