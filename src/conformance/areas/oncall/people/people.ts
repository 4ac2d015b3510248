import type { Contract } from '../../../../contract/contract.ts'
import { actorOf } from '../../../shadow/actor-of.ts'
import type { Answered } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** Who sent a request: in person, or by a token of theirs; undefined where that is not known. */
export function actingUser(answered: Answered): string | undefined {
  const { request, shadow } = answered
  const token = rowsOf(shadow.world, 'PersonalToken').find(({ key }) => key === request.credential)
  return actorOf(answered)?.user ?? token?.userId
}

/** The people whom the profile knows, each with what may name them. */
export function knownPeople({ profile }: Contract): { readonly user: string; readonly names: readonly string[] }[] {
  const actors = Object.values(profile.actors).map(({ user, label, email }) => ({ user, names: [user, label, email] }))
  const users = (profile.vocabulary.users ?? []).map(({ id, label }) => ({ user: id, names: [id, label] }))
  return [...actors, ...users].flatMap(({ user, names }) =>
    user === undefined ? [] : [{ user, names: names.filter((name) => name !== undefined) }],
  )
}
