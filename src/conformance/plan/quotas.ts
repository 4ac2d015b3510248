import type { Operation } from '../../contract/operations.ts'
import { DRAWN_EVENTS, twistsOf } from '../areas/of-all-areas.ts'
import { brokenTwists } from '../draw/broken-body.ts'
import type { Switch } from '../kit/switch.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { liveRows } from '../shadow/rows.ts'
import { bare, full } from './each-way.ts'
import { call, type Looks, lastInPath, named } from './looks.ts'
import { QUOTA_CHANGES, switchesOf } from './switched.ts'

/** A quota, and an operation that uses a place of it. */
interface Counted {
  readonly create: Operation
  readonly quota: Switch
}

const quotasOn = (operations: readonly Operation[]): Counted[] =>
  switchesOf(operations)
    .filter(({ one }) => one.event === QUOTA_CHANGES)
    .flatMap(({ one }) =>
      operations
        .filter(({ id, does }) => does === 'create' && one.only?.some((only) => only === id))
        .map((create) => ({ create, quota: one })),
    )

/** So many places are free, as far as can be seen: deleted things may count as well. */
const places = (free: number, { create: { entity = '' }, quota: { event, off, there } }: Counted): Goal => ({
  kind: 'event',
  event,
  body: (drawing) => {
    const { shadow, org } = drawing
    return { ...off, value: free + (there?.(drawing) ?? liveRows(shadow.world, entity, org).length) }
  },
})

/** What somebody made before takes a place as well. */
const listed = ({ create }: Counted, looks: Looks): CallGoal[] =>
  looks(create).filter(({ operation }) => !lastInPath(operation))

const raised = ({ quota: { event, on } }: Counted): Goal => ({ kind: 'event', event, body: () => on })

/** With room for any number of things another one can be made: an organization without any shows nothing otherwise. */
export const roomToSpare = (operations: readonly Operation[], looks: Looks): Walk[] =>
  quotasOn(operations).map((counted) => [
    { kind: 'ready', operation: counted.create },
    ...[raised(counted), ...listed(counted, looks), bare(counted.create), ...looks(counted.create)],
  ])

/**
 * The last free place of each quota, and one more, which must be refused; then two at the same time for one place. If
 * deleted things may count, it is unknown whether the last place is free. Only required fields are said: whether a disabled
 * thing counts, for example, is open.
 */
export const lastPlaces = (operations: readonly Operation[], looks: Looks): Walk[] =>
  quotasOn(operations).map((counted) => {
    const { create } = counted
    const onePlace = [...listed(counted, looks), places(1, counted)]
    return [
      ...[bare(create), ...onePlace, bare(create), bare(create)],
      // What was refused takes no place, whoever refused it.
      ...[...onePlace, ...refused(create), bare(create)],
      // Somebody else's take no place of ours.
      ...[...onePlace, { ...bare(create), manner: 'neighbour' as const }, bare(create)],
      ...[...onePlace, { ...bare(create), withNext: true as const }, bare(create)],
      ...[...looks(create), raised(counted)],
    ]
  })

/** Creations that cannot be: by a rule of the area, which may be known only behind the quota, and by the form of the body. */
const refused = (create: Operation): CallGoal[] =>
  [twistsOf(create.id).filter(({ intent }) => intent === 'broken'), brokenTwists(create)].flatMap(([twist]) =>
    twist ? [{ ...call(create, 'twist'), twist, optional: true as const }] : [],
  )

/** Whatever is done to a thing and whatever happens to it, its place stays taken. */
export const placesTaken = (
  operations: readonly Operation[],
  looks: Looks,
  which: (event: string) => boolean,
): Walk[] =>
  quotasOn(operations).flatMap((counted): Walk[] => {
    const { create } = counted
    const { entity = '' } = create
    const changes = operations.filter((operation) => CHANGES.has(operation.does) && named(operation) === entity)
    const events = [...DRAWN_EVENTS].filter(([event, { about }]) => which(event) && [about].flat().includes(entity))
    const done: Goal[] = [
      ...changes.map(full),
      ...events.map(([event, { body }]): Goal => ({ kind: 'event', event, body })),
    ]
    if (done.length === 0) return []
    const list = listed(counted, looks)
    const another: CallGoal = { ...bare(create), intent: 'exotic' }
    return [
      [
        ...[bare(create), ...list, places(0, counted)],
        ...done.flatMap((goal) => [goal, another, ...list]),
        raised(counted),
      ],
    ]
  })

const CHANGES: ReadonlySet<string> = new Set(['update', 'act'])
