import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import { twistsOf } from '../areas/of-all-areas.ts'
import { valueAt, withValueAt } from '../compare/value-at.ts'
import { type Drawing, plainName } from '../kit/drawing.ts'
import { NEARLY } from '../kit/nearly.ts'
import type { Twist } from '../kit/twist.ts'
import { type BodyPlace, placesOf } from './body-places.ts'
import { IMPOSSIBLE, plainBody } from './plain-body.ts'

/** A value of whatever kind may be taken or refused: the model says which, and where it does not, the target. */
const exotic = (body: Twist['body']): Twist => ({ intent: 'exotic', body })

/**
 * Plain bodies with something else in one place, for every place and every kind of value that may stand there: each of an
 * enumeration, yes and no, nothing, a number at the edge, a thing that is not there; of a list, longer ones in either order,
 * many, none, and one wrong item among good ones at the beginning, in the middle and at the end. What becomes of an item that is
 * named twice is the target's own affair, so none is.
 */
export const variedTwists = (operation: Operation): Twist[] =>
  placesOf(operation.body?.schema).flatMap((place) => [
    ...[...valuesFor(place), ...addressesFor(operation, place)].map((value) =>
      exotic((drawing) => instead(drawing, operation, place, value)),
    ),
    ...(place.schema.items ? listsFor(operation, place, place.schema.items) : []),
  ])

/** Alternative values, derived from the usual one. */
type Value = (drawing: Drawing, present: unknown) => unknown

const always =
  (value: unknown): Value =>
  () =>
    value

function valuesFor({ schema, required }: BodyPlace): Value[] {
  const types = [schema.type].flat()
  return [
    ...(schema.enum ?? []).map(always),
    ...(types.includes('boolean') ? [true, false].map(always) : []),
    ...(types.includes('integer') && !schema.enum ? NUMBERS.map(always) : []),
    ...(types.includes('null') ? [always(null)] : []),
    ...(isReference(schema) && !types.includes('integer') ? [unheardOf, ...NEARLY_PRESENT] : []),
    ...(required ? [] : [always(undefined)]),
  ]
}

/** Where an email address is shown: one that is as long before its sign as it may be. Cut off there it is none any more. */
const addressesFor = (operation: Operation, { path }: BodyPlace): Value[] =>
  successSchema(operation)?.properties?.[path.join()]?.format === 'email'
    ? [(drawing) => `${plainName(drawing).padEnd(64, 'a').slice(0, 64)}@contacts.example`]
    : []

/** Boundary values of counts and durations; values in between are drawn. */
const NUMBERS = [-1, 0, 1, 2, 100_000]

const isReference = (schema: Schema): boolean => schema['x-understudy']?.reference !== undefined
const NEARLY_PRESENT = NEARLY.map(
  (nearly): Value =>
    (_, present) =>
      nearly(present),
)
const unheardOf = (drawing: Drawing): string => `no-such-${plainName(drawing)}`

const MOST_DRAWS = 8

/** A drawn body that has something at a place, with another value there. */
function instead(drawing: Drawing, operation: Operation, { path }: BodyPlace, value: Value): unknown {
  for (let draw = 0; draw < MOST_DRAWS; draw++) {
    const body = plainBody(drawing, operation)
    if (body === IMPOSSIBLE) return undefined
    if (path.length === 1 || valueAt(body, path.slice(0, -1)) !== undefined)
      return withValueAt(body, path, value(drawing, valueAt(body, path)))
  }
  return undefined
}

function listsFor(operation: Operation, place: BodyPlace, items: Schema): Twist[] {
  const made = (make: (good: readonly unknown[], drawing: Drawing) => readonly unknown[] | undefined) =>
    exotic((drawing) => withList(drawing, operation, place, make))
  const wrong = wrongItems(items)
  return [
    made((good) => good),
    made((good) => good.toReversed()),
    made(() => []),
    ...(isFree(items) ? [made(([first]) => LETTERS.map((letter) => `${letter}${first}`))] : []),
    // Optional fields of a valid item are not left out.
    ...leftOut(items).map((path): Twist => ({ ...made(([first]) => without(first, path)), intent: 'plain' })),
    ...(items.properties ? [] : NEARLY.map((nearly) => made((good) => [...good, nearly(good[0])].filter(isThere)))),
    ...wrong.flatMap((item) =>
      [0, 1, MOST_ITEMS].map((at) => made((good, drawing) => good.toSpliced(at, 0, item(drawing, good[0])))),
    ),
  ]
}

/** Any text is as good as another. */
const isFree = (schema: Schema): boolean => schema.type === 'string' && !schema.enum && !isReference(schema)
/** For more items than somebody counts on. */
const LETTERS = [...'abcdefghijkl']

const isThere = (item: unknown): boolean => item !== undefined

const without = (item: unknown, path: readonly string[]): readonly unknown[] | undefined =>
  valueAt(item, path) === undefined ? undefined : [withValueAt(item, path, undefined)]

/** The optional fields of an item. */
const leftOut = (items: Schema): (readonly string[])[] =>
  placesOf(items).flatMap(({ path, required }) => (required ? [] : [path]))

/** The ways to make one item wrong: itself, or one thing in it, is unknown. */
function wrongItems(items: Schema): ((drawing: Drawing, good: unknown) => unknown)[] {
  if (!items.properties) return [(drawing) => unheardOf(drawing)]
  return placesOf(items)
    .filter(({ schema }) => schema.enum !== undefined || isReference(schema.items ?? schema))
    .flatMap(({ path, schema }) =>
      (schema.items ? ASTRAY : ALONE).map((astray) => (drawing: Drawing, good: unknown) => {
        const wrong = unheardOf(drawing)
        return withValueAt(good, path, astray(wrong)(valueAt(good, path)))
      }),
    )
}

/** One wrong item of a list inside: alone, before the good ones, after them. */
const ASTRAY: readonly ((wrong: unknown) => (good: unknown) => unknown)[] = [
  (wrong) => () => [wrong],
  (wrong) => (good) => [wrong, ...(Array.isArray(good) ? good : [])],
  (wrong) => (good) => [...(Array.isArray(good) ? good : []), wrong],
]

const ALONE: typeof ASTRAY = [(wrong) => () => wrong]

const MOST_ITEMS = 3

/** The body with one of the operation's good twists, which may have fields that the plain body leaves out. */
function turned(drawing: Drawing, operation: Operation, plain: unknown): unknown {
  const twist = drawing.sampler.pick(twistsOf(operation.id).filter(({ intent }) => intent !== 'broken'))
  return twist?.body(drawing, isObject(plain) ? plain : {})
}

/** A drawn body with a list made from the items of several draws, all of them good, each about something else. */
function withList(
  drawing: Drawing,
  operation: Operation,
  { path }: BodyPlace,
  make: (good: readonly unknown[], drawing: Drawing) => readonly unknown[] | undefined,
): unknown {
  const good = new Map<string, unknown>()
  let last: unknown
  for (let draw = 0; draw < MOST_DRAWS && good.size < MOST_ITEMS; draw++) {
    const plain = plainBody(drawing, operation)
    if (plain === IMPOSSIBLE) return undefined
    const body = valueAt(plain, path) === undefined ? turned(drawing, operation, plain) : plain
    const list = valueAt(body, path)
    if (!Array.isArray(list)) continue
    last = body
    for (const item of list) good.set(JSON.stringify(isObject(item) ? Object.values(item)[0] : item), item)
  }
  const list = last === undefined ? undefined : make([...good.values()].slice(0, MOST_ITEMS), drawing)
  return list && withValueAt(last, path, list)
}
