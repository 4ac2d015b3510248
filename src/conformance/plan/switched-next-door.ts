import type { Operation } from '../../contract/operations.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { Switch } from '../kit/switch.ts'
import { shows } from '../kit/switch.ts'
import { becomes } from '../script/becomes.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { call, type Looks, lastInPath } from './looks.ts'
import { switchesOf } from './switched.ts'

/**
 * What is switched off for one organization is so for that one alone, also for somebody who belongs to it and acts for
 * another, and the other way about (Conventions, 4): each creation that a switch affects, by a colleague of both.
 */
export const switchedNextDoor = (
  operations: readonly Operation[],
  looks: Looks,
  which: (one: Switch) => boolean,
): Walk[] =>
  switchesOf(operations)
    .filter(({ one }) => OF_AN_ORGANIZATION.has(one.event) && which(one))
    .flatMap(({ area, one }) =>
      operations
        .filter((operation) => operation.area === area && operation.does === 'create' && shows(operation, one))
        .map((operation): Walk => {
          const tried = call(operation, MANNER)
          const seen = looks(operation).map((look): CallGoal => ({ ...look, manner: MANNER }))
          return [
            ...[{ kind: 'ready', operation } as const, becomes('dualElsewhere', 'owner')],
            ...[turnedFor('main', one.event, one.off), tried, ...seen, turnedFor('main', one.event, one.on)],
            ...[turnedFor('dualElsewhere', one.event, one.off), tried, turnedFor('dualElsewhere', one.event, one.on)],
            ...seen,
          ]
        }),
    )

/**
 * What is switched off for another organization is read in vain by them and then by us: for us it is all there, whatever
 * they were told.
 */
export const readWhileOffNextDoor = (operations: readonly Operation[], which: (one: Switch) => boolean): Walk[] =>
  switchesOf(operations)
    .filter(({ one }) => one.event === 'entitlementChanges' && which(one))
    .flatMap(({ area, one }): Walk[] => {
      const lists = operations
        .filter((operation) => operation.area === area && isListOfOurs(operation))
        .slice(0, MOST_READ)
      return lists.length === 0
        ? []
        : [
            [
              ...lists.map(({ entity = '' }): Goal => ({ kind: 'have', entity })),
              turnedFor('outsider', one.event, one.off),
              ...lists.flatMap((list) => [call(list, 'neighbour'), call(list)]),
              turnedFor('outsider', one.event, one.on),
            ],
          ]
    })

/** So many lists of an area are read. */
const MOST_READ = 3

/** Everything of a kind that the organization has. */
const isListOfOurs = (operation: Operation): boolean =>
  operation.does === 'list' && operation.entity !== undefined && lastInPath(operation) === undefined

const MANNER = 'dual-neighbour'

const OF_AN_ORGANIZATION: ReadonlySet<string> = new Set(['entitlementChanges', 'quotaChanges', 'paymentMethodChanges'])

/** A switch turned for the organization that somebody acts for. */
const turnedFor = (who: 'main' | 'outsider' | 'dualElsewhere', event: string, body: object): Goal => ({
  kind: 'event',
  event,
  body({ contract, cast }: Drawing) {
    const { organization } = contract.profile.actors[cast[who] ?? ''] ?? {}
    return organization === undefined ? undefined : { ...body, organization }
  },
})
