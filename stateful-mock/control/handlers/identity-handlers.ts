import type { ActorSeed } from '../../../src/model/access/seed-identities.ts'
import { type CredentialRow, EVERYWHERE } from '../../../src/model/identity/identity.ts'
import { callerOf } from '../../../src/model/request/caller.ts'
import { everyRow, getRow } from '../../../src/model/table/table.ts'
import { readerOf } from '../../../src/model/world/transaction-context.ts'
import type { World } from '../../../src/model/world/world.ts'
import { namedActors } from '../../actors/mock-callers.ts'
import { type ControlHandler, done } from './control-handler.ts'

export const listIdentities: ControlHandler = (sandbox) => {
  const { world, gaps } = sandbox.holder
  const reader = readerOf(world, gaps)
  const working = [...everyRow(world.tables.Credential)].filter(({ id }) => callerOf(reader, id) !== undefined)
  const named = namedActors(sandbox)
  const everybody = [...named, ...joinedSince(world, working, new Map(named))]
  return done({ actors: everybody.map(([name, actor]) => identity(world, name, actor, working)) })
}

/** People with a session who are not actors of the seed: they joined by an outside event. */
function joinedSince(
  world: World,
  working: readonly CredentialRow[],
  named: ReadonlyMap<string, ActorSeed>,
): [string, ActorSeed][] {
  const known = new Set([...named.values()].map(({ credential }) => credential))
  return working.flatMap(({ id, tokenId, userId, actingOrg }) => {
    const user = getRow(world.tables.User, [EVERYWHERE, userId])
    if (!user || tokenId !== undefined || known.has(id)) return []
    const { label, email } = user
    const role = getRow(world.tables.Membership, [actingOrg, userId])?.role ?? ''
    const short = userId.replace(/^usr_/, '')
    const name = named.has(short) ? `${short}@${actingOrg}` : short
    return [[name, { credential: id, organization: actingOrg, role, userId, label, email }]]
  })
}

function identity(world: World, name: string, actor: ActorSeed, working: readonly CredentialRow[]) {
  const { userId, label, email, organization } = actor
  const memberships = [...everyRow(world.tables.Membership)].filter(({ id }) => id === userId)
  const own = working.filter(
    (row) => row.id === actor.credential || (row.tokenId && row.userId === userId && row.actingOrg === organization),
  )
  return {
    name,
    userId,
    label,
    email,
    memberships: memberships.map(({ org, role }) => ({ organization: org, role })),
    credentials: own.map(({ id, tokenId, actingOrg }) => ({
      kind: tokenId ? 'personal-token' : 'session',
      value: id,
      organization: actingOrg,
    })),
  }
}
