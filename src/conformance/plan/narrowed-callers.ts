import type { Operation } from '../../contract/operations.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { grantedAll } from '../script/granted.ts'
import { secretOf } from '../script/script.ts'
import { call } from './looks.ts'
import type { Narrowing } from './narrowings.ts'

/** Who calls: with a token, or in person. */
export type Caller = Pick<CallGoal, 'bearer' | 'manner'>

/** The walks of a narrowed caller, from the goals that narrow them. */
export type Tried = (made: readonly Goal[], caller: Caller) => Walk[]

/** The walks of somebody narrowed so: by a token, where one can be minted, and in person. */
export const byBoth = (all: ReadonlyMap<string, Operation>, narrowing: Narrowing, tried: Tried): Walk[] => [
  ...byToken(all, narrowing, tried),
  ...inPerson(narrowing, tried),
]

export function byToken(all: ReadonlyMap<string, Operation>, { grants, before = [] }: Narrowing, tried: Tried): Walk[] {
  const mint = all.get('createToken')
  if (!mint) return []
  const minted: CallGoal = {
    ...call(mint),
    body: (drawing, plain) => {
      const scope = grants(drawing)
      return scope && { ...plain, scope }
    },
    // Which kinds of things a token can be narrowed to is open.
    intent: 'exotic',
  }
  return tried([...before, minted], { bearer: key })
}

const key = (drawing: Drawing) => secretOf(drawing, 'createToken key')

const inPerson = ({ grants, before = [] }: Narrowing, tried: Tried): Walk[] =>
  tried([...before, grantedAll(grants)], { manner: 'lesser' })
