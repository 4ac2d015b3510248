import type { Profile } from '../../src/contract/profile.ts'

/** Chooses the organization of somebody who belongs to several. */
export const ORGANIZATION_HEADER = 'x-organization'

/** A colleague of the owner once more, for an organization that they belong to as well. */
export function withColleagueElsewhere(profile: Profile): Profile {
  const [owner, ...others] = Object.values(profile.actors)
  const colleague = others.find(({ organization, headers }) => organization === owner?.organization && headers)
  const other = others.find(({ organization }) => organization !== owner?.organization)
  if (!colleague || !other) throw new Error('there is only one organization')
  const { organization } = other
  const elsewhere = {
    ...colleague,
    organization,
    headers: { ...colleague.headers, [ORGANIZATION_HEADER]: organization },
  }
  return { ...profile, actors: { ...profile.actors, elsewhere } }
}
