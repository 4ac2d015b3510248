import { AREAS } from '../../contract/areas.ts'
import type { Contract } from '../../contract/contract.ts'
import { seedIdentities } from '../../model/access/seed-identities.ts'
import { emptyWorld } from '../../model/empty-world.ts'
import { EVERYWHERE } from '../../model/identity/identity.ts'
import { apply, type Change, type World } from '../../model/world/world.ts'
import type { Client } from '../../target/client.ts'
import type { StartRow, Surroundings } from '../area-judge/start-up.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { castOf } from '../kit/cast.ts'
import { plainRead } from './plain-read.ts'

/** The start of every sequence: the actors, the lent things, and the target's catalog. */
export async function baseWorld(contract: Contract, client: Client, nowMs: number): Promise<World> {
  const { actors, vocabulary } = contract.profile
  const { main } = castOf(contract)
  const known = Object.entries(actors).filter(([, { headers }]) => Object.keys(headers).length > 0)
  const seeded = seedIdentities(
    emptyWorld({ nowMs, values: 'symbolic' }),
    known.map(([name, { organization, role, user, label, email }]) => ({
      credential: `actor:${name}`,
      organization,
      role,
      userId: user ?? `⟦user ${name}⟧`,
      label: label ?? `⟦label ${name}⟧`,
      email: email ?? `⟦email ${name}⟧`,
    })),
  )
  const ours = actors[main]?.organization
  if (ours === undefined) return seeded
  const read: Surroundings['read'] = (operation) => plainRead({ contract, client }, operation, main)
  const rows = [...colleagues(contract)]
  for (const area of AREAS) rows.push(...((await AREA_JUDGES[area].startUp.rows?.({ vocabulary, read })) ?? []))
  // The catalog of one organization is assumed to apply to the others too.
  const each = [...new Set(known.map(([, { organization }]) => organization))]
  const places = { ours: [ours], each, none: [EVERYWHERE] }
  let { serial } = seeded
  const changes = rows.flatMap(({ table, of, row }) =>
    places[of].map((org): Change => ({ kind: 'put', table, row: { ...row, org, seq: serial++ } })),
  )
  return apply(seeded, [...changes, { kind: 'serial', serial }])
}

/** The users in the vocabulary, except the actors. */
function colleagues({ profile: { actors, vocabulary } }: Contract): StartRow[] {
  const acting = new Set(Object.values(actors).map(({ user }) => user))
  const others = (vocabulary.users ?? []).filter(({ id }) => !acting.has(id))
  return others.flatMap(({ id, label }): StartRow[] => [
    { table: 'User', of: 'none', row: { id, label, email: `⟦email of ${id}⟧` } },
    { table: 'Membership', of: 'ours', row: { id, role: 'member', permissions: [] } },
  ])
}
