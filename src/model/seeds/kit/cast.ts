import type { ActorSeed } from '../../access/seed-identities.ts'

type Place = Pick<ActorSeed, 'credential' | 'organization' | 'role'>

const person = (nickname: string, label: string, place: Place): ActorSeed => ({
  ...place,
  userId: `usr_${nickname}`,
  label,
  email: `${nickname}@${place.organization}.example`,
})

const acme = (credential: string, role: string): Place => ({ credential, organization: 'acme', role })
const globex = (credential: string, role: string): Place => ({ credential, organization: 'globex', role })

/** Everybody in the two organizations, by the name that is also their credential. */
export const CAST = {
  owner: person('ada', 'Ada Özdemir', acme('owner', 'owner')),
  admin: person('bo', 'Bo', acme('admin', 'admin')),
  member: person('cy', 'Cy Nguyễn', acme('member', 'member')),
  viewer: person('fay', '范菲', acme('viewer', 'viewer')),
  engineer: person('eli', 'Έλλη Παπαδοπούλου', acme('engineer', 'member')),
  support: person('gus', 'Gustavo Henrique de Albuquerque Nóbrega e Silva', acme('support', 'member')),
  outsider: person('dot', 'Dorota Wiśniewska', globex('outsider', 'owner')),
  neighbour: person('hal', 'Галина Ковальчук', globex('neighbour', 'member')),
} as const satisfies Record<string, ActorSeed>

/** Somebody as schedules and overrides name them. */
export const participant = ({ userId, label }: ActorSeed): { userId: string; label: string } => ({ userId, label })
