import type { Operation } from '../../contract/operations.ts'
import { nextDoor } from '../draw/draw-request.ts'
import { IMPOSSIBLE, plainBody } from '../draw/plain-body.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { CallGoal } from '../script/goal.ts'
import { call, lastInPath } from './looks.ts'
import { references } from './several.ts'

/**
 * Somebody of another organization does something to our thing with what is theirs: their people, their things, or none. Our
 * own may be unknown where they come from, and the request refused for that and for nothing else.
 */
export const ofTheirOwn = (operation: Operation): CallGoal[] =>
  operation.body === undefined || !lastInPath(operation)
    ? []
    : [
        {
          ...call(operation, 'elsewhere'),
          body(drawing, plain) {
            if (!namesPeople(drawing, plain) && references(operation).length === 0) return undefined
            const theirs = plainBody(nextDoor(drawing), operation)
            return theirs === IMPOSSIBLE ? undefined : theirs
          },
        },
      ]

const namesPeople = ({ vocabulary: { users = [] } }: Drawing, body: Readonly<Record<string, unknown>>): boolean =>
  users.some(({ id }) => JSON.stringify(body).includes(JSON.stringify(id)))
