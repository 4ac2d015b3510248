import type { ActorSeed } from '../../src/model/access/seed-identities.ts'
import { EVERYWHERE } from '../../src/model/identity/identity.ts'
import { getRow } from '../../src/model/table/table.ts'
import type { World } from '../../src/model/world/world.ts'
import { credentialHeaders } from '../http/credential-transport.ts'
import type { Sandbox } from '../sandboxes/mock.ts'

/** Somebody who can call the mock, and the headers to call with. */
export interface MockCaller {
  readonly name: string
  readonly label: string
  readonly organization: string
  readonly role: string
  readonly headers: Readonly<Record<string, string>>
}

export function callersOf(sandbox: Sandbox): MockCaller[] {
  const transport = sandbox.holder.gaps.value('general.credential-transport')
  return namedActors(sandbox).map(([name, { label, organization, role, credential }]) => {
    const headers = sandbox.contract.profile.actors[name]?.headers ?? {}
    const carries = Object.keys(headers).length > 0
    return { name, label, organization, role, headers: carries ? headers : credentialHeaders(credential, transport) }
  })
}

/** The profile's actors, then the seed's; of two with one name the profile's counts. */
export function namedActors({ actors, seed }: Pick<Sandbox, 'actors' | 'seed'>): [string, ActorSeed][] {
  const named = new Map(actors.map((actor) => [actor.name, actor.seed]))
  for (const [name, actor] of Object.entries(seed.actors)) if (!named.has(name)) named.set(name, actor)
  return [...named]
}

/** Everybody whose credential works at the start; where two bring the same one, the profile's actor is meant. */
export function actorsAtStart({ actors, seed }: Pick<Sandbox, 'actors' | 'seed'>): ActorSeed[] {
  const known = new Map(actors.map((actor) => [actor.seed.credential, actor.seed]))
  for (const actor of Object.values(seed.actors)) if (!known.has(actor.credential)) known.set(actor.credential, actor)
  return [...known.values()]
}

/** Who calls with a credential, by the name scenarios use: their own one, or one that they minted. */
export function actorNameOf(
  sandbox: Pick<Sandbox, 'actors' | 'seed'>,
  world: World,
  credential: string | undefined,
): string | undefined {
  if (credential === undefined) return undefined
  const named = namedActors(sandbox)
  const userId = getRow(world.tables.Credential, [EVERYWHERE, credential])?.userId
  return (named.find(([, actor]) => actor.credential === credential) ??
    named.find(([, actor]) => actor.userId === userId))?.[0]
}
