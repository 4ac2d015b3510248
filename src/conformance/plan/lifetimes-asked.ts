import type { Operation } from '../../contract/operations.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { call, type Looks } from './looks.ts'

/** The shortest lifetime, and one that is longer in every unit and within most bounds. */
const LIFETIMES = [1, 365 * 86_400]

/** Whatever can be asked to last so long, once with the shortest lifetime and once with a long one. */
export const lifetimesAsked = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does, body }) => does === 'create' && body?.schema.properties?.expiresIn !== undefined)
    .map((create): Walk => [...LIFETIMES.map((expiresIn) => lasting(create, expiresIn)), ...looks(create)])

/** Bounds are open (Limits). */
const lasting = (create: Operation, expiresIn: number): CallGoal => ({
  ...call(create),
  body: (_, plain) => ({ ...plain, expiresIn }),
  intent: 'exotic',
})
