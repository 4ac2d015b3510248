import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import { valueAt, withValueAt } from '../compare/value-at.ts'
import { type BodyPlace, placesOf } from '../draw/body-places.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { advance, advanceOrWait } from '../script/script.ts'
import { call, type Looks, lastInPath, named } from './looks.ts'
import { on } from './several.ts'
import { byTurns } from './turns.ts'

/** A creation that chooses a name, with the place of the name in its body. */
interface Naming {
  readonly create: Operation
  readonly entity: string
  readonly place: BodyPlace
}

const namings = (operations: readonly Operation[]): Naming[] =>
  possibleNamings(operations).filter(({ place }) => place.required)

/** Also those for which a name may be left out. */
const possibleNamings = (operations: readonly Operation[]): Naming[] =>
  operations.flatMap((create) => {
    const { entity, does, body } = create
    if (does !== 'create' || !entity) return []
    return placesOf(body?.schema)
      .filter((place) => isName(place))
      .map((place) => ({ create, entity, place }))
  })

const isName = ({ path, schema }: BodyPlace): boolean =>
  path.length === 1 && schema.type === 'string' && NAMES.has(path[0] ?? '')
const NAMES: ReadonlySet<string> = new Set(['name', 'slug', 'title'])

/** What others have called theirs is no matter of ours, unless names are everybody's. */
export const renamedAsElsewhere = (operations: readonly Operation[], looks: Looks): Walk[] =>
  namings(operations).flatMap(({ create, entity, place }) =>
    operations
      .filter(({ does, body, ...one }) => {
        const isRenaming = does === 'update' && one.entity === entity
        return isRenaming && placesOf(body?.schema).some((other) => sameAs(other, place))
      })
      .filter(() => !lastInPath(create))
      .map((rename): Walk => {
        const { first, drawn } = remembered()
        const renamed: CallGoal = {
          ...on(rename, entity, -1),
          body: (drawing) => {
            const theirs = valueAt(first(drawing)?.body, place.path)
            return theirs === undefined ? undefined : { [place.path[0] ?? '']: theirs }
          },
        }
        return [{ ...call(create, 'neighbour'), drawn }, call(create), renamed, ...looks(rename)]
      }),
  )

/** A name in capitals is another one, or refused, or the same: then it is taken. */
export const inCapitals = (operations: readonly Operation[], looks: Looks): Walk[] =>
  namings(operations).map(({ create, place: { path } }): Walk => {
    const { first, drawn } = remembered()
    const again: CallGoal = {
      ...call(create),
      intent: 'odd',
      parameters: (drawing) => first(drawing)?.parameters,
      body: (drawing, plain) => withValueAt(plain, path, String(valueAt(first(drawing)?.body, path)).toUpperCase()),
    }
    return [{ ...call(create), drawn }, again, ...looks(create)]
  })

/**
 * A name that its bearer has given up, by a change or by going away, can be given again, also where somebody else was refused it
 * meanwhile; and then it is taken like any other, for us and for everybody who cannot have one of that name beside it.
 */
export const freedNames = (operations: readonly Operation[], looks: Looks): Walk[] =>
  namings(operations).flatMap(({ create, entity, place }) =>
    operations.flatMap((operation): Walk[] => {
      const { path } = place
      const isRenamed =
        operation.does === 'update' && placesOf(operation.body?.schema).some((one) => sameAs(one, place))
      const isRemoved = operation.does === 'delete'
      if (operation.entity !== entity || !(isRenamed || isRemoved)) return []
      const { first, drawn } = remembered()
      const renaming: CallGoal = {
        ...on(operation, entity, -1),
        body: (drawing) => ({ [path[0] ?? '']: `${valueAt(first(drawing)?.body, path)}-2` }),
      }
      const given: CallGoal = {
        ...call(create),
        body: (drawing, plain) => withValueAt(plain, path, valueAt(first(drawing)?.body, path)),
      }
      const again: CallGoal = { ...given, intent: 'exotic' }
      // What belongs to a thing of ours has no place of the same name elsewhere.
      const theirs: CallGoal[] = lastInPath(create) ? [] : [{ ...again, manner: 'neighbour' }]
      // The new one can go like the first.
      const goes = isRemoved ? [on(operation, entity, -1)] : []
      const freed = isRenamed ? renaming : on(operation, entity, -1)
      return [[{ ...call(create), drawn }, ...theirs, freed, given, ...theirs, again, ...looks(create), ...goes]]
    }),
  )

/** Two things of different kinds in one place that have the same name: what ends the one leaves the other as it was. */
export const namesakes = (operations: readonly Operation[], looks: Looks): Walk[] =>
  namings(operations).flatMap((one) =>
    possibleNamings(operations).flatMap((other): Walk[] => {
      const end = operations.find(({ does, entity }) => does === 'delete' && entity === other.entity)
      if (one.entity === other.entity || one.create.path === other.create.path || !end) return []
      if (placeOf(one.create) !== placeOf(other.create)) return []
      const { first, drawn } = remembered()
      const namesake: CallGoal = {
        ...call(other.create),
        intent: 'exotic',
        parameters: (drawing) => first(drawing)?.parameters,
        body: (drawing, plain) => withValueAt(plain, other.place.path, valueAt(first(drawing)?.body, one.place.path)),
      }
      return [[{ ...call(one.create), drawn }, namesake, on(end, other.entity, -1), ...looks(one.create)]]
    }),
  )

/** What a thing is made in, by the kinds that its path names. */
const placeOf = ({ parameters }: Operation): string =>
  parameters.flatMap((parameter) => (parameter.in === 'path' ? [parameter.names ?? parameter.name] : [])).join()

/** By those who may do less: to make one more of a name that is there takes as much as the first. */
export const namedAgain = (operations: readonly Operation[], looks: Looks): Walk[] =>
  namings(operations).map(({ create, place: { path } }) => {
    const { first, drawn } = remembered()
    const byLesser: CallGoal = call(create, 'lesser')
    return [
      { ...call(create), drawn },
      byLesser,
      {
        ...byLesser,
        parameters: (drawing) => first(drawing)?.parameters,
        body: (drawing, plain) => withValueAt(plain, path, valueAt(first(drawing)?.body, path)),
      },
      ...looks(create),
    ]
  })

/** What is taken stays so for as long as its bearer is there: an age later neither we nor anybody else can have it. */
export const longTaken = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.filter(isOfNewThing).map((create) => {
    const { first, drawn } = remembered()
    const again: CallGoal = {
      ...call(create),
      intent: 'exotic',
      parameters: (drawing) => first(drawing)?.parameters,
      body: (drawing) => first(drawing)?.body,
    }
    const theirs: CallGoal[] = named(create) ? [] : [{ ...again, manner: 'neighbour' }]
    return [{ ...call(create), drawn }, advance(AN_AGE), again, ...theirs, ...looks(create)]
  })

const AN_AGE = 'P40D'
const isOfNewThing = ({ does, entity, body }: Operation): boolean =>
  does === 'create' && entity !== undefined && body !== undefined

/**
 * A thing with the name of one that is gone is a new one, whoever made that: it has nothing of what was below the other, and
 * takes the same once more.
 */
export const newUnderOldName = (operations: readonly Operation[]): Walk[] =>
  namings(operations).flatMap(({ create, entity }): Walk[] => {
    const remove = operations.find((operation) => operation.entity === entity && operation.does === 'delete')
    const below = operations.filter((operation) => named(operation) === entity && operation.entity !== entity)
    // A list that asks for something there would have to put it there, and then the old thing could not go.
    const isPlain = ({ does, parameters }: Operation) => does === 'list' && !parameters.some(isAsked)
    const [made, lists] = [below.filter(({ does }) => does === 'create'), below.filter(isPlain)]
    if (!remove || made.length === 0 || lists.length === 0) return []
    const { first, drawn } = remembered()
    const again: CallGoal = {
      ...call(create),
      intent: 'exotic',
      body: (drawing) => first(drawing)?.body,
    }
    // What was accepted may take time.
    const later = remove.success.status === ACCEPTED ? [advanceOrWait('PT2H')] : []
    const parts = made.map((operation) => ({ part: on(operation, entity, -1), said: remembered() }))
    const filled = parts.map(({ part, said }): CallGoal => ({ ...part, drawn: said.drawn }))
    const refilled = parts.map(
      ({ part, said }): CallGoal => ({
        ...part,
        ...(part.operation.body && { body: (drawing) => said.first(drawing)?.body }),
      }),
    )
    const looks = lists.map((operation) => on(operation, entity, -1))
    const gone = [{ ...call(create), drawn }, ...later, ...filled, ...looks, on(remove, entity, -1), ...later]
    const theirs = lists.map((list) => call(list, 'neighbour'))
    const refilledThere = refilled.map(({ parameters: _ours, ...goal }): CallGoal => ({ ...goal, manner: 'neighbour' }))
    return [
      [...gone, again, ...looks, ...refilled],
      [...gone, { ...again, manner: 'neighbour' }, ...theirs, ...refilledThere],
    ]
  })

const ACCEPTED = 202

const isAsked = (parameter: Operation['parameters'][number]): boolean => parameter.in === 'query' && parameter.required

/** Whatever is still to be done about a thing that is gone is not done to the new one that has its name. */
export const newWhileOldGoes = (operations: readonly Operation[], looks: Looks): Walk[] =>
  namings(operations).flatMap(({ create, entity }): Walk[] => {
    const remove = operations.find((operation) => operation.entity === entity && operation.does === 'delete')
    if (!remove) return []
    const { first, drawn } = remembered()
    // Before that is over, the name may be taken.
    const again: CallGoal = { ...call(create), intent: 'exotic', body: (drawing) => first(drawing)?.body }
    const acts = operations.filter((operation) => operation.does === 'act' && named(operation) === entity)
    const begun = acts.map((act): CallGoal => ({ ...on(act, entity, -1), intent: 'exotic' }))
    const over = advanceOrWait('PT2H')
    return [[{ ...call(create), drawn }, over, ...begun, on(remove, entity, -1), again, over, ...looks(create)]]
  })

const sameAs = ({ path }: BodyPlace, other: BodyPlace): boolean => path.join() === other.path.join()

/**
 * Names that begin or end with the name of another thing, or stand below it, made before or after it: what is done to the one
 * leaves the other alone.
 */
export const longerNames = (operations: readonly Operation[], looks: Looks): Walk[] =>
  namings(operations).flatMap(({ create, entity, place: { path } }) =>
    operations
      .filter((operation) => operation.entity === entity && operation.does === 'delete')
      .flatMap((remove): Walk[] => {
        const { first, drawn } = remembered()
        const like = (written: (name: string) => string | undefined): CallGoal => ({
          ...call(create),
          intent: 'exotic',
          body: (drawing, plain) => {
            const name = written(String(valueAt(first(drawing)?.body, path)))
            return name === undefined ? undefined : withValueAt(plain, path, name)
          },
        })
        const [behind, before] = [
          like((name) => `${name}-b`),
          like((name) => (isDotted(name) ? `a.${name}` : `a-${name}`)),
        ]
        const made: CallGoal = { ...call(create), drawn }
        return [
          [made, behind, before, on(remove, entity, 0), ...looks(create)],
          [made, like(shorter), on(remove, entity, -1), ...looks(create)],
        ]
      }),
  )

/** Such names have places below them, as domains have. */
const isDotted = (name: string): boolean => /^[^.]+\.[^.]/.test(name)

/** A name without its last part. */
const shorter = (name: string): string | undefined => /^(.+[^-])-[^-.]+$/.exec(name)?.[1]

/** Number of words that names begin with. */
const MOST_WORDS = 6

/** Names that begin like a value that something else of the thing may have: what it is called says nothing about that. */
export const tellingNames = (operations: readonly Operation[], looks: Looks): Walk[] =>
  namings(operations).flatMap(({ create, entity, place: { path } }): Walk[] => {
    const words = wordsOf(operations.filter((operation) => operation.entity === entity)).slice(0, MOST_WORDS)
    const called = words.map(
      (word): CallGoal => ({
        ...call(create),
        intent: 'exotic',
        body: (_, plain) => withValueAt(plain, path, `${word}-${valueAt(plain, path)}`),
      }),
    )
    return called.length === 0 ? [] : [[...called, ...looks(create)]]
  })

/** The values of the enumerations that these operations show, in turn of those that have them. */
function wordsOf(operations: readonly Operation[]): string[] {
  const shown = operations.flatMap(({ responses }) =>
    [...responses].flatMap(([status, { schema }]) => (status.startsWith('2') ? enumerationsIn(schema) : [])),
  )
  return [...new Set(byTurns(shown))]
}

const enumerationsIn = (schema: Schema | undefined): string[][] =>
  schema === undefined
    ? []
    : [
        ...(schema.enum ? [schema.enum.filter((value) => typeof value === 'string')] : []),
        ...[...Object.values(schema.properties ?? {}), schema.items].flatMap(enumerationsIn),
      ]
