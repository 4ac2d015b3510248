import type { ActorSeed } from '../../access/seed-identities.ts'

const person = (name: string, credential: string, organization: string, role: string): ActorSeed => ({
  credential,
  organization,
  role,
  userId: `usr_${name.toLowerCase()}`,
  label: name,
  email: `${name.toLowerCase()}@${organization}.example`,
})

/** Everybody in the two organizations, by the name that is also their credential. */
export const CAST = {
  owner: person('Ada', 'owner', 'acme', 'owner'),
  admin: person('Bo', 'admin', 'acme', 'admin'),
  member: person('Cy', 'member', 'acme', 'member'),
  viewer: person('Fay', 'viewer', 'acme', 'viewer'),
  engineer: person('Eli', 'engineer', 'acme', 'member'),
  support: person('Gus', 'support', 'acme', 'member'),
  outsider: person('Dot', 'outsider', 'globex', 'owner'),
  neighbour: person('Hal', 'neighbour', 'globex', 'member'),
} as const satisfies Record<string, ActorSeed>

/** Somebody as schedules and overrides name them. */
export const participant = ({ userId, label }: ActorSeed): { userId: string; label: string } => ({ userId, label })
