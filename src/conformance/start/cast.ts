import type { Contract } from '../../contract/contract.ts'
import type { Cast } from '../draw/next-step.ts'

/** The first actor with a credential plays the main part; one of another organization is the outsider. */
export function castOf({ profile }: Contract): Cast {
  const actors = Object.entries(profile.actors)
  const main = actors.find(([, { headers }]) => Object.keys(headers).length > 0)
  const outsider = actors.find(
    ([, { headers, organization }]) => Object.keys(headers).length > 0 && organization !== main?.[1].organization,
  )
  const colleague = actors.find(
    ([, { headers, organization, user }]) =>
      Object.keys(headers).length > 0 && organization === main?.[1].organization && user !== main?.[1].user,
  )
  const nobody = actors.find(([, { headers }]) => Object.keys(headers).length === 0)
  return { main: main?.[0] ?? '', outsider: outsider?.[0], colleague: colleague?.[0], nobody: nobody?.[0] }
}
