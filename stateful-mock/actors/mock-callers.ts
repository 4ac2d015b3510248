import type { Contract } from '../../src/contract/contract.ts'
import type { ActorSeed } from '../../src/model/access/seed-identities.ts'
import { EVERYWHERE } from '../../src/model/identity/identity.ts'
import type { Seed } from '../../src/model/seeds/kit/seed.ts'
import { getRow } from '../../src/model/table/table.ts'
import type { World } from '../../src/model/world/world.ts'
import type { LiveGaps } from '../gaps/live-gaps.ts'
import { credentialHeaders } from '../http/credential-transport.ts'
import type { ProfileActor } from './profile-actors.ts'

/** An actor who can call the mock, and the headers to call with. */
export interface MockCaller {
  readonly name: string
  readonly label: string
  readonly organization: string
  readonly role: string
  readonly headers: Readonly<Record<string, string>>
}

/** The sources of actors: the profile of the mock and the seed of a world. */
export interface ActorSources {
  readonly actors: readonly ProfileActor[]
  readonly seed: Seed
}

/** A sandbox, as far as its callers are concerned. */
interface CalledSandbox extends ActorSources {
  readonly contract: Contract
  readonly holder: { readonly gaps: LiveGaps }
}

export function callersOf(sandbox: CalledSandbox): MockCaller[] {
  const transport = sandbox.holder.gaps.value('general.credential-transport')
  return namedActors(sandbox).map(([name, { label, organization, role, credential }]) => {
    const headers = sandbox.contract.profile.actors[name]?.headers ?? {}
    const carries = Object.keys(headers).length > 0
    return { name, label, organization, role, headers: carries ? headers : credentialHeaders(credential, transport) }
  })
}

/** The profile's actors, then the seed's; of two with one name the profile's counts. */
export function namedActors({ actors, seed }: ActorSources): [string, ActorSeed][] {
  const named = new Map(actors.map((actor) => [actor.name, actor.seed]))
  for (const [name, actor] of Object.entries(seed.actors)) if (!named.has(name)) named.set(name, actor)
  return [...named]
}

/** The actors whose credentials work at the start; of two with one credential the profile's counts. */
export function actorsAtStart({ actors, seed }: ActorSources): ActorSeed[] {
  const known = new Map(actors.map((actor) => [actor.seed.credential, actor.seed]))
  for (const actor of Object.values(seed.actors)) if (!known.has(actor.credential)) known.set(actor.credential, actor)
  return [...known.values()]
}

/** The actor who calls with a credential, by the name scenarios use: with their own one, or one that they minted. */
export function actorNameOf(sandbox: ActorSources, world: World, credential: string | undefined): string | undefined {
  if (credential === undefined) return undefined
  const named = namedActors(sandbox)
  const userId = getRow(world.tables.Credential, [EVERYWHERE, credential])?.userId
  return (named.find(([, actor]) => actor.credential === credential) ??
    named.find(([, actor]) => actor.userId === userId))?.[0]
}
