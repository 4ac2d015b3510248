import type { Operation } from '../../contract/operations.ts'
import { rulesFor } from '../../model/model.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { roleWithout } from '../script/granted.ts'
import { remembered } from '../script/remembered.ts'
import { secretOf } from '../script/script.ts'
import { call } from './looks.ts'

/**
 * A colleague who manages nothing mints a token for the mightiest role of an area, and tries the same in person and by the
 * token: that narrows what they may do, and adds nothing (Authentication, point 2).
 */
export function tokensOfLesser(operations: readonly Operation[], all: ReadonlyMap<string, Operation>): Walk[] {
  const mint = all.get('createToken')
  if (!mint) return []
  return operations.filter(isReserved).map((operation): Walk => {
    const { first, drawn } = remembered()
    const minted: CallGoal = {
      ...call(mint, 'lesser'),
      intent: 'exotic',
      body: (drawing, { name }) => {
        const role = roleWithout(drawing, operation.area, /^$/)?.id
        return role === undefined ? undefined : { name, scope: [{ role }] }
      },
    }
    const inPerson: CallGoal = { ...call(operation, 'lesser'), intent: 'exotic', drawn }
    const byToken: Goal = {
      ...inPerson,
      bearer: (drawing: Drawing) => secretOf(drawing, 'createToken key'),
      parameters: (drawing) => first(drawing)?.parameters,
      query: (drawing) => first(drawing)?.query,
      ...(operation.body && { body: (drawing: Drawing) => first(drawing)?.body }),
    }
    return [{ kind: 'ready', operation }, minted, inPerson, byToken]
  })
}

/** What is made, and what the contract reserves to some: colleagues may well be refused it. */
const isReserved = (operation: Operation): boolean =>
  operation.id !== 'createToken' &&
  (operation.does === 'create' || rulesFor(operation).some(({ lets }) => lets !== undefined))
