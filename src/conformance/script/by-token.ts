import type { Drawing } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import type { Goal } from './goal.ts'
import { type Body, type Call, secretOf } from './script.ts'

/** The personal token that was made last, to be shown instead of one's own credential. */
export const bearer = (drawing: Drawing): string | undefined => secretOf(drawing, 'createToken key')

/** A token that reaches as far as its owner. */
export const unnarrowed: Body = (_, { scope: _scope, ...plain }) => plain

/** A token for one service that is not this one. */
export const forAnotherService =
  (service: string): Body =>
  (drawing, plain) => {
    const role = own(drawing, 'IamRole').find(
      ({ reaches = [] }) => reaches.length > 0 && reaches.every((reach) => reach.service !== service),
    )
    return role && { ...plain, scope: [{ role: role.id }] }
  }

/** What is for managers, by a token: of a manager, and of the same person when they are none any more. */
export const whileManager = (call: Call, tried: Goal, demoted: Goal): Goal[] => [
  call('createToken', { manner: 'manager', body: unnarrowed }),
  tried,
  demoted,
  tried,
]
