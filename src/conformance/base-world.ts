import type { Contract } from '../contract/contract.ts'
import { isObject } from '../contract/json.ts'
import { EVERYWHERE } from '../model/identity.ts'
import { seedIdentities } from '../model/seed-identities.ts'
import type { Rows, TableName } from '../model/state.ts'
import { apply, type Change, emptyWorld, type World } from '../model/world.ts'
import type { Client } from '../target/client.ts'
import { toSend } from './execute.ts'

const putting = <Name extends TableName>(table: Name, row: Rows[Name]): Change => ({ kind: 'put', table, row })

/** What every sequence starts from: the actors, what is lent, and the catalog the target shows. */
export async function baseWorld(contract: Contract, client: Client, nowMs: number): Promise<World> {
  const actors = Object.entries(contract.profile.actors).filter(([, { headers }]) => Object.keys(headers).length > 0)
  const seeded = seedIdentities(
    emptyWorld({ nowMs, values: 'symbolic' }),
    actors.map(([name, { organization, role, user, label, email }]) => ({
      credential: `actor:${name}`,
      organization,
      role,
      userId: user ?? `⟦user ${name}⟧`,
      label: label ?? `⟦label ${name}⟧`,
      email: email ?? `⟦email ${name}⟧`,
    })),
  )
  const [main] = actors
  if (!main) return seeded
  const [name, { organization }] = main
  let { serial } = seeded
  const lent = (contract.profile.vocabulary.oncallServices ?? []).map((id): Change => {
    const row = {
      id,
      org: organization,
      seq: serial++,
      name: `⟦name of ${id}⟧`,
      createdAt: `⟦time of ${id}⟧`,
      escalationPolicyId: undefined,
      formerPolicyId: undefined,
    }
    return { kind: 'put', table: 'OncallService', row }
  })
  const people = (contract.profile.vocabulary.users ?? []).flatMap(({ id, label }): Change[] => [
    putting('User', { id, org: EVERYWHERE, seq: serial++, label, email: `⟦email of ${id}⟧` }),
    putting('Membership', { id, org: organization, seq: serial++, role: 'member', permissions: [] }),
  ])
  const catalog = await readCatalog(contract, client, name)
  const rows = catalog.map(
    ({ table, ...row }): Change => ({ kind: 'put', table, row: { ...row, org: organization, seq: serial++ } }),
  )
  const known = new Set(actors.map(([, { user }]) => user))
  const strangers = people.filter((change) => change.kind === 'put' && !known.has(change.row.id))
  return apply(seeded, [...lent, ...strangers, ...rows, { kind: 'serial', serial }])
}

type Body = Readonly<Record<string, unknown>>

/** What a plain read answers; undefined when it is left out or refused. */
async function read(contract: Contract, client: Client, actor: string, id: string): Promise<Body | undefined> {
  if (contract.profile.leaveOut.includes(id)) return undefined
  const step = {
    kind: 'request',
    operation: id,
    actor,
    parameters: {},
    query: {},
    body: undefined,
    intent: 'plain',
  } as const
  const exchange = await client.send(
    toSend(contract.operation(id), step, contract.profile.actors[actor]?.headers ?? {}),
  )
  const { status, json } = exchange.answered ? exchange.received : { status: 0, json: undefined }
  return status >= 200 && status < 300 && isObject(json) ? json : undefined
}

const items = (value: unknown): Body[] => (Array.isArray(value) ? value.filter(isObject) : [])

/**
 * What there is one of: nobody knows what an earlier sequence left there, so it is read again. In
 * the shadow it then counts as saved.
 */
export async function withSingletons(contract: Contract, client: Client, world: World, actor: string): Promise<World> {
  const { organization = '', user = `⟦user ${actor}⟧` } = contract.profile.actors[actor] ?? {}
  const [paging, provider] = [
    await read(contract, client, actor, 'getPagingSettings'),
    await read(contract, client, actor, 'getProviderCredential'),
  ]
  const put = (table: 'PagingSettings' | 'ProviderCredential', org: string, id: string, row: Body): Change => ({
    kind: 'put',
    table,
    row: { ...row, id, org, seq: 0 },
  })
  return apply(world, [
    ...(paging ? [organization, EVERYWHERE].map((org) => put('PagingSettings', org, user, paging)) : []),
    ...(provider ? [put('ProviderCredential', organization, 'provider', provider)] : []),
  ])
}

/** Roles that a token may be narrowed to, as the target's scope options name them. */
export async function withRoles(contract: Contract, client: Client, world: World, actor: string): Promise<World> {
  const org = contract.profile.actors[actor]?.organization ?? ''
  const options = await read(contract, client, actor, 'getTokenScopeOptions')
  const changes = items(options?.roles).map((role): Change => {
    const row = { service: undefined, ...role, id: String(role.id), org, seq: 0, kind: 'builtin', reaches: undefined }
    return { kind: 'put', table: 'IamRole', row }
  })
  return apply(world, changes)
}

type CatalogRow = { readonly table: 'UptimeInterval' | 'UptimeVantage'; readonly id: string }

/** Intervals and vantages are the target's own (Endpoints, Uptime, row 2). */
async function readCatalog(contract: Contract, client: Client, actor: string): Promise<CatalogRow[]> {
  const catalog = await read(contract, client, actor, 'getUptimeCatalog')
  return [
    ...items(catalog?.intervals).map((item) => ({
      ...item,
      table: 'UptimeInterval' as const,
      id: String(item.seconds),
    })),
    ...items(catalog?.vantages).map((item) => ({ ...item, table: 'UptimeVantage' as const, id: String(item.id) })),
  ]
}
