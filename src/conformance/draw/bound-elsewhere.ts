import type { Drawing } from '../kit/drawing.ts'
import { rowsOf } from '../shadow/rows.ts'

/**
 * True for a token that is bound to another organization than the one that its bearer says beside it, where callers say for
 * which one they act: what becomes of such a request is open.
 */
export function isBoundElsewhere({ contract, cast, shadow }: Drawing, actor: string, bearer: string): boolean {
  if (cast.chooser === undefined) return false
  const token = rowsOf(shadow.world, 'PersonalToken').find(({ key }) => key === bearer)
  const { organization } = contract.profile.actors[actor] ?? {}
  return token !== undefined && organization !== undefined && token.org !== organization
}
