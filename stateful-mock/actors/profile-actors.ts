import type { GapValues } from '../../src/contract/generated/gaps.ts'
import type { ActorProfile, Profile } from '../../src/contract/profile.ts'
import type { ActorSeed } from '../../src/model/access/seed-identities.ts'
import { readCredential } from '../http/credential-transport.ts'

type Headers = Readonly<Record<string, string>>
type Transport = GapValues['general.credential-transport']

/** Somebody of a profile, with the headers that say it is them. */
export interface ProfileActor {
  readonly name: string
  readonly headers: Headers
  readonly seed: ActorSeed
}

/** The callers a profile names; those without headers are nobody. */
export function profileActors({ actors }: Profile, transport: Transport): ProfileActor[] {
  return Object.entries(actors)
    .filter(([, { headers }]) => Object.keys(headers).length > 0)
    .map(([name, actor]) => profileActor(name, actor, transport))
}

function profileActor(name: string, actor: ActorProfile, transport: Transport): ProfileActor {
  const { organization, role, user, label, email } = actor
  const headers = Object.fromEntries(Object.entries(actor.headers).map(([key, value]) => [key.toLowerCase(), value]))
  const alone = Object.keys(headers).length === 1
  const credential = (alone ? readCredential(headers, transport) : undefined) ?? JSON.stringify(headers)
  return {
    name,
    headers,
    seed: {
      credential,
      organization,
      role,
      userId: user ?? `usr_${name}`,
      label: label ?? name,
      email: email ?? `${name}@${organization}.example`,
    },
  }
}

/** The credential of the actor whose headers a request carries, all of them; of several, who has most of them. */
export function actorCredential(actors: readonly ProfileActor[], headers: Headers): string | undefined {
  if (actors.length === 0) return undefined
  const fitting = actors.filter((actor) =>
    Object.entries(actor.headers).every(([name, value]) => headers[name] === value),
  )
  return fitting.toSorted((a, b) => headerCount(b) - headerCount(a))[0]?.seed.credential
}

const headerCount = ({ headers }: ProfileActor): number => Object.keys(headers).length
