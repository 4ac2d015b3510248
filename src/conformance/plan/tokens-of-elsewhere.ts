import type { Operation } from '../../contract/operations.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { secretOf } from '../script/script.ts'
import { fromElsewhere, shared } from './by-operation.ts'
import { call, type Looks } from './looks.ts'
import { together } from './turns.ts'

/** Number of operations that are tried with one token. */
const TRIED = 4

/**
 * A token is bound to the organization for which it was minted (Authentication, point 2): one of another organization,
 * also of the same person, opens nothing of ours.
 */
export function tokensOfElsewhere(
  operations: readonly Operation[],
  all: ReadonlyMap<string, Operation>,
  looks: Looks,
): Walk[] {
  const mint = all.get('createToken')
  if (!mint) return []
  return WHO.flatMap(({ minting, using }) =>
    together(TRIED, fromElsewhere(shared(operations), looks)).map((walk) => [
      { ...call(mint, minting), body: (_: Drawing, { name }: { readonly name?: unknown }) => ({ name }) },
      ...walk.map((goal): Goal => (isElsewhere(goal) ? { ...goal, manner: using, bearer: key } : goal)),
    ]),
  )
}

const WHO = [
  { minting: 'other-half', using: 'other-half' },
  { minting: 'neighbour', using: 'elsewhere' },
  { minting: 'dual-elsewhere', using: 'dual-elsewhere' },
] as const

const isElsewhere = (goal: Goal): goal is CallGoal => goal.kind === 'call' && goal.manner === 'elsewhere'

const key = (drawing: Drawing) => secretOf(drawing, 'createToken key')
