import type { Operation } from '../../contract/operations.ts'
import type { Switch } from '../kit/switch.ts'
import { shows } from '../kit/switch.ts'
import { unnarrowed } from '../script/by-token.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { roleWithout } from '../script/granted.ts'
import { type Body, secretOf } from '../script/script.ts'
import { call, isRead } from './looks.ts'
import { switchesOf, turned } from './switched.ts'

/** So many operations are tried where a switch affects all of an area. */
const MOST_TRIED = 3

/**
 * What is off is off for every kind of credential: with each switch off, operations that it affects by a token that reaches
 * as far as its owner, and by one that is narrowed to the area (Errors: what a row says of an area holds for whoever calls).
 */
export function switchedByToken(
  operations: readonly Operation[],
  all: ReadonlyMap<string, Operation>,
  which: (one: Switch) => boolean,
): Walk[] {
  const mint = all.get('createToken')
  if (!mint) return []
  return switchesOf(operations)
    .filter(({ one }) => which(one))
    .flatMap(({ area, one }): Walk[] => {
      const tried = chosen(operations.filter((operation) => operation.area === area && shows(operation, one)))
      if (tried.length === 0) return []
      const narrowed: Body = (drawing, { name }) => {
        const role = roleWithout(drawing, area, /^$/)?.id
        return role === undefined ? undefined : { name, scope: [{ role }] }
      }
      return [
        [
          ...tried.map((operation): Goal => ({ kind: 'ready', operation })),
          { ...call(mint), body: narrowed, intent: 'exotic' },
          { ...call(mint), body: unnarrowed },
          turned(one.event, one.off),
          ...tried.flatMap((operation) => [by(operation, -1), by(operation, -2)]),
          turned(one.event, one.on),
        ],
      ]
    })
}

/** A read, a creation and whatever else comes first. */
function chosen(affected: readonly Operation[]): Operation[] {
  const [read, made] = [affected.find(isRead), affected.find(({ does }) => does === 'create')]
  return [...new Set([...[read, made].filter((one) => one !== undefined), ...affected])].slice(0, MOST_TRIED)
}

/** By the token that was made last, or the one before it. */
const by = (operation: Operation, place: number): CallGoal => ({
  ...call(operation),
  intent: 'exotic',
  bearer: (drawing) => secretOf(drawing, 'createToken key', place),
})
