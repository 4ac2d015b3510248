import type { ActorSeed } from '../../../src/model/access/seed-identities.ts'
import type { CredentialRow } from '../../../src/model/identity/identity.ts'
import { callerOf } from '../../../src/model/request/caller.ts'
import { everyRow } from '../../../src/model/table/table.ts'
import { readerOf } from '../../../src/model/world/transaction-context.ts'
import type { World } from '../../../src/model/world/world.ts'
import { namedActors } from '../../actors/mock-callers.ts'
import { type ControlHandler, done } from './control-handler.ts'

export const listIdentities: ControlHandler = (sandbox) => {
  const { world, gaps } = sandbox.holder
  const reader = readerOf(world, gaps)
  const working = [...everyRow(world.tables.Credential)].filter(({ id }) => callerOf(reader, id) !== undefined)
  return done({ actors: namedActors(sandbox).map(([name, actor]) => identity(world, name, actor, working)) })
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
