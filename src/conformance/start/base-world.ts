import type { Contract } from '../../contract/contract.ts'
import { seedIdentities } from '../../model/access/seed-identities.ts'
import { CONTACTS } from '../../model/areas/organization/state/index.ts'
import { EVERYWHERE } from '../../model/identity/identity.ts'
import type { Rows, TableName } from '../../model/world/state.ts'
import { apply, type Change, emptyWorld, type World } from '../../model/world/world.ts'
import type { Client } from '../../target/client.ts'
import { readOffers, toldOffers } from './offers.ts'
import { items, read } from './plain-read.ts'

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
  const organizations = [...new Set(actors.map(([, actor]) => actor.organization))]
  const offers = [...(await readOffers(contract, client, name)), ...toldOffers(contract)]
  // What is on offer to one organization is taken to be on offer to the others too.
  const rows = organizations.flatMap((org) =>
    offers.map(({ table, ...row }): Change => ({ kind: 'put', table, row: { ...row, org, seq: serial++ } })),
  )
  const { reservedSlug: slug } = contract.profile.vocabulary
  const reserved =
    slug === undefined
      ? []
      : [putting('RegistrySlug', { id: slug, org: EVERYWHERE, seq: serial++, how: 'reserved', formerOrg: undefined })]
  const known = new Set(actors.map(([, { user }]) => user))
  const strangers = people.filter((change) => change.kind === 'put' && !known.has(change.row.id))
  return apply(seeded, [...lent, ...strangers, ...rows, ...reserved, { kind: 'serial', serial }])
}

type Body = Readonly<Record<string, unknown>>

/**
 * What there is one of: nobody knows what an earlier sequence left there, so it is read again. In
 * the shadow it then counts as saved.
 */
export async function withSingletons(contract: Contract, client: Client, world: World, actor: string): Promise<World> {
  const { organization = '', user = `⟦user ${actor}⟧` } = contract.profile.actors[actor] ?? {}
  const [paging, provider, contacts] = [
    await read(contract, client, actor, 'getPagingSettings'),
    await read(contract, client, actor, 'getProviderCredential'),
    await read(contract, client, actor, 'getContacts'),
  ]
  const put = (
    table: 'PagingSettings' | 'ProviderCredential' | 'Contacts',
    org: string,
    id: string,
    row: Body,
  ): Change => ({
    kind: 'put',
    table,
    row: { ...row, id, org, seq: 0 },
  })
  return apply(world, [
    ...(paging ? [organization, EVERYWHERE].map((org) => put('PagingSettings', org, user, paging)) : []),
    ...(provider ? [put('ProviderCredential', organization, 'provider', provider)] : []),
    ...(contacts ? [put('Contacts', organization, CONTACTS, contacts)] : []),
  ])
}

/** Roles that a token may be narrowed to, as the target's scope options name them, with what its catalog adds. */
export async function withRoles(contract: Contract, client: Client, world: World, actor: string): Promise<World> {
  const org = contract.profile.actors[actor]?.organization ?? ''
  const options = await read(contract, client, actor, 'getTokenScopeOptions')
  const catalog = await read(contract, client, actor, 'getIamCatalog')
  const listed = new Map(items(catalog?.roles).map((role) => [role.id, role]))
  const offered = new Map(items(options?.roles).map((role) => [role.id, role]))
  const changes = [...new Set([...listed.keys(), ...offered.keys()])].map((id): Change => {
    // What the catalog does not list can be granted all the same, so it is one of the organization's own.
    const kind = catalog && !listed.has(id) ? 'custom' : 'builtin'
    const shown = { service: undefined, kind, ...offered.get(id), ...listed.get(id) }
    const row = { ...shown, id: String(id), org, seq: 0, reaches: undefined }
    return { kind: 'put', table: 'IamRole', row }
  })
  return apply(world, changes)
}
