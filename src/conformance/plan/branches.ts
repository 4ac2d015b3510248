import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { factsOf, twistsOf } from '../areas/of-all-areas.ts'
import { placesOf } from '../draw/body-places.ts'
import { type Drawing, plainName } from '../kit/drawing.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { type Item, times } from '../script/script.ts'
import { isFreeText } from './each-way.ts'
import { call, isRead, type Looks, lastInPath, named } from './looks.ts'
import { naming, on, references } from './several.ts'

/** Kinds of operations of which pairs on one thing are sent concurrently. */
const CHANGES: ReadonlySet<string> = new Set(['update', 'delete', 'act'])

/**
 * Walks that end in two concurrent requests and a read of the result: the same name created twice, one thing changed
 * twice, changed and deleted, changed and given a part, or moved to two states, two things given one name, and a reference to
 * something that is being deleted.
 */
export function branches(operations: readonly Operation[], looks: Looks): Walk[] {
  const twins = operations.filter(({ does }) => does === 'create').map((create) => race(create, create, looks))
  const changes = operations.filter((operation) => CHANGES.has(operation.does) && lastInPath(operation))
  const pairs = changes.flatMap((first, index) =>
    changes
      .slice(index)
      .filter((second) => named(second) === named(first))
      .flatMap((second) => [race(first, second, looks), ...eachFirst(first, second, looks)]),
  )
  const names = [...oneName(operations, looks), ...twoRenamed(operations, looks)]
  const apart = [...twoMade(operations, looks), ...twoEnded(operations, looks), ...madeWhileChanged(operations, looks)]
  const byTwo = [...twoPeople(operations, looks), ...twoOrganizations(operations, looks)]
  const alike = namesakesMade(operations, looks)
  return [...twins, ...byTwo, ...pairs, ...apart, ...alike, ...names, ...namedMeanwhile(operations, looks)]
}

/** Two people do something for themselves, in every way in which it can be done: each gets what is theirs. */
const twoPeople = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((operation) => factsOf(operation.id).personal && !isRead(operation) && !lastInPath(operation))
    .flatMap((operation) => {
      const good = twistsOf(operation.id).filter(({ intent }) => intent !== 'broken')
      const ways = [call(operation), ...good.map((twist): CallGoal => ({ ...call(operation, 'twist'), twist }))]
      return ways.map((way) => bothPeople(way, looks(operation)))
    })

function bothPeople(way: CallGoal, seen: readonly CallGoal[]): Walk {
  const theirs = [way, ...seen].map((goal): CallGoal => ({ ...goal, manner: 'colleague' }))
  return [...theirs, { ...way, withNext: true }, ...theirs, ...seen]
}

/** Two organizations ask for the same: where it is unique everywhere, one of them gets it (Registries, 3; Email, row 5). */
const twoOrganizations = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((create) => create.does === 'create' && create.body && !lastInPath(create))
    .filter((create) => references(create).length === 0 && !factsOf(create.id).personal)
    .map((create): Walk => {
      const { first, drawn } = remembered()
      const theirs: CallGoal = {
        ...call(create, 'neighbour'),
        body: (drawing) => first(drawing)?.body,
        intent: 'exotic',
      }
      const seen = looks(create).filter((look) => !lastInPath(look.operation))
      const both = [...seen, ...seen.map((look): CallGoal => ({ ...look, manner: 'neighbour' }))]
      return [{ kind: 'ready', operation: create }, { ...call(create), withNext: true, drawn }, theirs, ...both]
    })

/** Which of two comes first is left to chance where they are sent at once, so each is also sent a little before the other. */
const eachFirst = (one: Operation, other: Operation, looks: Looks): Walk[] =>
  one === other ? [] : [race(one, other, looks, { justBefore: true }), race(other, one, looks, { justBefore: true })]

function race(first: Operation, second: Operation, looks: Looks, how: Pick<CallGoal, 'justBefore'> = {}): Walk {
  const { first: drawnFirst, drawn } = remembered()
  const one: CallGoal = { kind: 'call', operation: first, withNext: true, ...how, drawn }
  const other: CallGoal = {
    kind: 'call',
    operation: second,
    parameters: (drawing) => drawnFirst(drawing)?.parameters,
    // Two updates have different values; every other request is sent twice unchanged.
    ...(first === second && first.body && first.does !== 'update' && { body: (drawing) => drawnFirst(drawing)?.body }),
  }
  return [{ kind: 'ready', operation: first }, { kind: 'ready', operation: second }, one, other, ...looks(first)]
}

/** Something is made within a thing that is being changed: the change does not put back what the thing had before. */
const madeWhileChanged = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((change) => (change.does === 'update' || change.does === 'act') && lastInPath(change))
    .flatMap((change) =>
      operations
        .filter((create) => create.does === 'create' && lastInPath(create) && named(create) === named(change))
        .map((create): Walk => {
          const seen = new Set(looks(change).map(({ operation }) => operation))
          return [...race(change, create, looks), ...looks(create).filter(({ operation }) => !seen.has(operation))]
        }),
    )

/** Two different things are made in the same place, for the same thing: neither is lost for the other. */
const twoMade = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does, body }) => does === 'create' && body !== undefined)
    .map((create): Walk => {
      const { first, drawn } = remembered()
      const beside: CallGoal = {
        ...call(create),
        parameters: (drawing) => first(drawing)?.parameters,
        body: (drawing, plain) => ({ ...plain, ...namedIn(create, first(drawing)?.body) }),
      }
      return [
        { kind: 'ready', operation: create },
        { ...call(create), withNext: true, drawn },
        beside,
        ...looks(create),
        ...eachRemoved(operations, create),
        ...oneMore(operations, create, looks),
      ]
    })

/** Where nothing can be deleted lists grow long, and may be cut off before one of the two: not with one more in them. */
function oneMore(operations: readonly Operation[], create: Operation, looks: Looks): CallGoal[] {
  if (operations.some(({ does, entity }) => does === 'delete' && entity === create.entity)) return []
  const lists = looks(create).filter(({ operation }) => operation.does === 'list')
  return lists.length > 0 ? [call(create), ...lists] : []
}

/** What a body refers to. */
function namedIn(create: Operation, body: unknown): Item {
  const fields = references(create).flatMap(({ place: { path } }) => (path.length === 1 ? path : []))
  return isObject(body) ? Object.fromEntries(Object.entries(body).filter(([field]) => fields.includes(field))) : {}
}

/**
 * Different things are made at once that say the same in one of their fields, which may have to be unique: else all are
 * there, also among what is on offer.
 */
const namesakesMade = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does, body }) => does === 'create' && body !== undefined)
    .flatMap((create) => {
      const offers = operations.filter((read) => isRead(read) && read.does !== 'list' && !lastInPath(read))
      return placesOf(create.body?.schema).flatMap(({ path: [field, ...below], schema }): Walk[] => {
        if (field === undefined || below.length > 0 || !isFreeText(schema)) return []
        const { first, drawn } = remembered()
        const alike: CallGoal = {
          ...call(create),
          ...{ intent: 'exotic', parameters: (drawing) => first(drawing)?.parameters },
          body: (drawing, plain) => {
            const before = first(drawing)?.body
            return isObject(before) && before[field] !== undefined ? { ...plain, [field]: before[field] } : undefined
          },
        }
        return [
          [
            { kind: 'ready', operation: create },
            { ...call(create), withNext: true, drawn },
            ...times(alikeAtOnce(create) - 2, (): CallGoal => ({ ...alike, withNext: true })),
            ...[alike, ...looks(create), ...offers.map((read) => call(read))],
          ],
        ]
      })
    })

/** Several, since what comes in together may be looked at together; two of what takes long or disturbs people. */
const alikeAtOnce = ({ cost }: Operation): number => (cost === 'slow' || cost === 'pages-people' ? 2 : 4)

/** What no list shows is there if it can be removed. */
function eachRemoved(operations: readonly Operation[], { entity = '' }: Operation): CallGoal[] {
  if (operations.some((read) => isRead(read) && read.entity === entity)) return []
  const remove = operations.find(({ does, ...one }) => does === 'delete' && one.entity === entity)
  return remove ? [on(remove, entity, -2), on(remove, entity, -1)] : []
}

/** Two things of one place are ended: each of them has ended. */
const twoEnded = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does, entity = '' }) => does === 'create' && entity !== '')
    .flatMap((create) => {
      const { entity = '' } = create
      const { first, drawn } = remembered()
      const beside: CallGoal = { ...call(create), parameters: (drawing) => first(drawing)?.parameters }
      return operations
        .filter((remove) => remove.does === 'delete' && named(remove) === entity)
        .map(
          (remove): Walk => [
            ...[{ ...call(create), drawn }, beside],
            ...[{ ...on(remove, entity, -2), withNext: true as const }, on(remove, entity, -1)],
            ...looks(remove),
          ],
        )
    })

/** A name that a creation uses while something else is renamed to it. */
function oneName(operations: readonly Operation[], looks: Looks): Walk[] {
  return operations.flatMap((create) =>
    operations
      .filter(({ does, entity }) => does === 'update' && entity !== undefined && entity === create.entity)
      .filter((update) => create.does === 'create' && [create, update].every(hasName))
      .map((update): Walk => {
        let name = ''
        const given = (goal: CallGoal): CallGoal => ({ ...goal, body: (_, plain) => ({ ...plain, name }) })
        const chosen: CallGoal = {
          ...call(create),
          withNext: true,
          body: (drawing, plain) => {
            name = plainName(drawing)
            return { ...plain, name }
          },
        }
        return [{ kind: 'ready', operation: update }, chosen, given(call(update)), ...looks(create)]
      }),
  )
}

/** Two things are renamed to one name. */
function twoRenamed(operations: readonly Operation[], looks: Looks): Walk[] {
  return operations
    .filter((update) => update.does === 'update' && hasName(update))
    .flatMap((update): Walk[] => {
      const entity = update.entity ?? ''
      const create = operations.find((one) => one.does === 'create' && one.entity === entity)
      if (!create || named(update) !== entity) return []
      let name = ''
      const renamed = (place: number, chosen: (drawing: Drawing) => string): CallGoal => ({
        ...on(update, entity, place),
        body: (drawing) => ({ name: chosen(drawing) }),
      })
      const first = renamed(0, (drawing) => {
        name = plainName(drawing)
        return name
      })
      return [[call(create), call(create), { ...first, withNext: true }, renamed(1, () => name), ...looks(update)]]
    })
}

const hasName = ({ body }: Operation): boolean =>
  placesOf(body?.schema).some(({ path, schema }) => path.join() === 'name' && schema.type === 'string')

/** Something is deleted while something is made to refer to it; each of the two is sent first once. */
function namedMeanwhile(operations: readonly Operation[], looks: Looks): Walk[] {
  return operations.filter(refers).flatMap((referring) =>
    references(referring).flatMap((reference) =>
      operations
        .filter((remove) => remove.does === 'delete' && named(remove) === reference.to)
        .filter(() => reference.to !== referring.entity)
        .flatMap((remove): Walk[] => {
          const ready = [remove, referring].map((operation): Goal => ({ kind: 'ready', operation }))
          const [made, gone] = [naming(referring, reference, -1), newestGone(remove, reference.to)]
          return bothWays(made, gone).map((race) => [...ready, ...race, ...looks(referring), ...looks(remove)])
        }),
    ),
  )
}

const refers = ({ does }: Operation): boolean => does === 'create' || CHANGES.has(does)

const bothWays = (one: CallGoal, other: CallGoal): CallGoal[][] => [
  [{ ...one, withNext: true }, other],
  [{ ...other, withNext: true }, one],
]

const newestGone = (remove: Operation, to: string): CallGoal => ({ ...on(remove, to, -1), intent: 'exotic' })
