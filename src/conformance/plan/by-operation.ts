import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { factsOf, twistsOf } from '../areas/of-all-areas.ts'
import { placesOf } from '../draw/body-places.ts'
import { brokenTwists } from '../draw/broken-body.ts'
import { foreignTwists, ODD_IDS, oddQueries, oddTwists } from '../draw/odd-values.ts'
import { decided, plainBody } from '../draw/plain-body.ts'
import { requiredQuery } from '../draw/query.ts'
import { unlistedWrite } from '../draw/unlisted-write.ts'
import { variedTwists } from '../draw/varied-body.ts'
import type { Cast } from '../kit/cast.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { Twist } from '../kit/twist.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import type { Manner } from '../script/manner.ts'
import { remembered } from '../script/remembered.ts'
import { call, isRead, type Looks, lastInPath, named } from './looks.ts'
import { ofTheirOwn } from './of-their-own.ts'
import { together } from './turns.ts'

const ORDER = ['create', 'list', 'read', 'update', 'act', 'delete']

/** Every operation with a valid request, then a read; by entity, so that few things have to be created first. */
export function ordinary(operations: readonly Operation[], looks: Looks): Walk[] {
  const groups = Map.groupBy(operations, ({ entity, id }) => entity ?? id)
  return [...groups.values()].flatMap((group) =>
    together(
      3,
      group
        .toSorted((a, b) => ORDER.indexOf(a.does) - ORDER.indexOf(b.does))
        .map((operation) => [call(operation), ...(isRead(operation) ? [] : looks(operation))]),
    ),
  )
}

/** Every rule of an operation that a twist can break. */
export const twisted = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((operation) =>
    [...twistsOf(operation.id).flatMap((twist) => inUpdate(operation, twist)), ...switchedOffToo(operation)].map(
      (twist) => [{ ...call(operation, 'twist'), twist }, ...looks(operation)],
    ),
  )

/** What is wrong in a change is wrong when nothing else is changed, and when everything is. */
function inUpdate(operation: Operation, twist: Twist): readonly Twist[] {
  if (operation.does !== 'update' || twist.intent !== 'broken') return [twist]
  return [
    { ...twist, body: (drawing) => twist.body(drawing, {}) },
    {
      ...twist,
      body(drawing) {
        const all = plainBody(decided(drawing, true), operation)
        return isObject(all) ? twist.body(drawing, all) : undefined
      },
    },
  ]
}

/** What is wrong is wrong too where something else is switched off. */
const switchedOffToo = ({ id, does, body }: Operation): readonly Twist[] =>
  does !== 'create'
    ? []
    : placesOf(body?.schema)
        .filter(({ path, schema, required }) => path.length === 1 && schema.type === 'boolean' && !required)
        .flatMap(({ path: [field = ''] }) =>
          twistsOf(id)
            .filter(({ intent }) => intent === 'broken')
            .map((twist): Twist => ({ ...twist, body: (drawing, plain) => withField(twist, drawing, plain, field) })),
        )

function withField(
  { body }: Twist,
  drawing: Drawing,
  plain: Readonly<Record<string, unknown>>,
  field: string,
): unknown {
  const twisted = body(drawing, plain)
  return isObject(twisted) ? { ...twisted, [field]: false } : undefined
}

/** Every alternative value in every field of a body, once. */
export const varied = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((operation) =>
    variedTwists(operation).map((twist): Walk => [{ ...call(operation, 'twist'), twist }, ...looks(operation)]),
  )

/**
 * Every operation without a credential, and with one that nobody was ever given; where callers say for which organization
 * they act, also for ours.
 */
export const byNobody = (operations: readonly Operation[], isChosen: boolean): Walk[] =>
  operations.map((operation) => [
    { kind: 'ready', operation },
    call(operation, 'nobody'),
    ...(isChosen ? [call(operation, 'nobody-of-ours')] : []),
    { ...call(operation, 'nobody'), bearer: ({ salt }) => `nobody-has-this-${salt}` },
  ])

/** Every operation by a caller of another organization on our things, then a read, in case it had an effect. */
export const fromElsewhere = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.map((operation) => {
    const { does, entity } = operation
    const first = does === 'list' && entity ? { kind: 'have' as const, entity } : { kind: 'ready' as const, operation }
    const tried = [slight(operation, 'elsewhere'), ...ofTheirOwn(operation)]
    return [first, ...tried, ...(isRead(operation) ? [] : looks(operation))]
  })

/**
 * Every operation by somebody who asks to act for our organization and does not belong to it, where callers say for which
 * one they act. Whatever is read without naming anything is read for their own before.
 */
export const byIntruder = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.map((operation) => {
    const { does, entity, parameters } = operation
    const first = does === 'list' && entity ? { kind: 'have' as const, entity } : { kind: 'ready' as const, operation }
    const isNamed = parameters.some((parameter) => parameter.in === 'path')
    return [
      first,
      ...(does === 'read' && !isNamed ? [call(operation, 'neighbour')] : []),
      slight(operation, 'intruder'),
      ...(isRead(operation) ? [] : looks(operation)),
    ]
  })

/**
 * Every operation by the same user acting for another organization: our things must not be visible there. Personal things
 * may be.
 */
export const byOtherHalf = (
  operations: readonly Operation[],
  looks: Looks,
  half: 'other-half' | 'dual-elsewhere' = 'other-half',
): Walk[] =>
  fromElsewhere(shared(operations), looks).map((walk) =>
    walk.map((goal) => (goal.kind === 'call' && goal.manner === 'elsewhere' ? { ...goal, manner: half } : goal)),
  )

/**
 * What somebody of two organizations reads for one of them is not what they read for the other right before or after. Where
 * nothing of ours would show whose it is, somebody else of each reads it first.
 */
export const readForBoth = (operations: readonly Operation[], [one, other]: readonly [Manner, Manner]): Walk[] =>
  shared(operations)
    .filter((operation) => isRead(operation) && !operation.parameters.some((parameter) => parameter.in === 'path'))
    .map((operation) => [
      { kind: 'ready', operation },
      ...(operation.entity
        ? [{ kind: 'have', entity: operation.entity } as const]
        : [call(operation, 'neighbour'), call(operation, one === 'plain' ? 'colleague' : 'plain')]),
      ...[one, other, one].map((manner) => call(operation, manner)),
    ])

/** Operations on what belongs to the organization and not to one person. */
export function shared(operations: readonly Operation[]): Operation[] {
  const ofPerson = new Set(operations.filter(({ id }) => factsOf(id).personal).map(({ entity }) => entity))
  return operations.filter(({ id, entity }) => !factsOf(id).personal && !ofPerson.has(entity))
}

/**
 * A call that says as little as it can: a target may look at the values of a request before it looks for the thing, and
 * refuse two values that do not go together.
 */
export function slight(operation: Operation, manner: Manner): CallGoal {
  const { body, does } = operation
  const mayBeSlight = does === 'update' && body !== undefined && (body.schema.required ?? []).length === 0
  return { ...call(operation, manner), ...(mayBeSlight && { body: (_, plain) => oneField(plain) }) }
}

/** One of the fields: a text, if there is one. */
function oneField(plain: Readonly<Record<string, unknown>>): unknown {
  const fields = Object.entries(plain)
  const [name, value] = fields.find((field) => typeof field[1] === 'string') ?? fields[0] ?? []
  return name === undefined ? plain : { [name]: value }
}

/** Every operation on a thing that never existed. */
export const onUnknown = (operations: readonly Operation[]): Walk[] =>
  operations.filter(lastInPath).map((operation) => [slight(operation, 'unknown-id')])

/** Every read of a thing of a very long name: a refusal that repeats the name is long as well. */
export const onLongUnknown = (operations: readonly Operation[]): Walk[] =>
  operations
    .filter(isRead)
    .flatMap((operation) => namedOddly(operation, [LONG_NAME]))
    .map((goal): Walk => [{ ...goal, intent: 'odd' }])
const LONG_NAME = 'long-name-of-nothing-'.repeat(15)

/** Every operation on a deleted thing, which must answer as for an unknown one. */
export const afterDeletion = (operations: readonly Operation[]): Walk[] =>
  operations
    .filter((remove) => remove.does === 'delete' && remove.entity !== undefined && named(remove) === remove.entity)
    .map((remove) => [
      call(remove),
      ...operations
        .filter((operation) => named(operation) === remove.entity)
        .map((operation) => slight(operation, 'gone-id')),
    ])

/** Whatever becomes of a thing, and also when it is gone: nobody elsewhere reads of it what was never theirs. */
export const unseenElsewhere = (operations: readonly Operation[]): Walk[] =>
  operations
    .filter((change) => CHANGING.has(change.does) && change.entity !== undefined && named(change) === change.entity)
    .flatMap((change): Walk[] => {
      const reads = operations.filter((read) => isRead(read) && named(read) === change.entity)
      if (reads.length === 0) return []
      const { first, drawn } = remembered()
      const read = (operation: Operation): CallGoal => ({
        ...call(operation, 'elsewhere'),
        parameters: (drawing) => first(drawing)?.parameters,
      })
      return [[{ ...call(change), drawn }, ...reads.map(read)]]
    })

const CHANGING: ReadonlySet<string> = new Set(['delete', 'update', 'act'])

/** Every operation with something missing or invalid, once each: no body, or a required query parameter left out. */
export const broken = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter((operation) => operation.body !== undefined || requiredQuery(operation).length > 0)
    .map((operation) => [...brokenCalls(operation), ...looks(operation)])

/** What must be said is to be said each time: what was said before does not stand in for it. */
export const brokenLater = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ does, body }) => does === 'update' && (body?.schema.required ?? []).length > 0)
    .map((operation) => {
      const { first, drawn } = remembered()
      const again = brokenCalls(operation).map(
        (goal): CallGoal => ({ ...goal, parameters: (drawing) => first(drawing)?.parameters }),
      )
      return [{ ...call(operation), drawn }, ...again, ...looks(operation)]
    })

const brokenCalls = (operation: Operation): CallGoal[] =>
  operation.body
    ? brokenTwists(operation).map((twist) => ({ ...call(operation, 'broken'), twist }))
    : requiredQuery(operation).flatMap(() => [call(operation, 'broken'), call(operation, 'broken')])

/** Several things are missing at once: that is one refusal like any other (Conventions, errors). */
export const nothingSaid = (operations: readonly Operation[]): Walk[] =>
  operations
    .filter(({ body }) => (body?.schema.required ?? []).length > 1)
    .map((operation): Walk => [{ ...call(operation), body: () => ({}), intent: 'broken' }])

/** One user's actions must not show in another user's things (Tokens, row 1; On-call 8). */
export const personal = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(({ id }) => factsOf(id).personal)
    .flatMap((operation) => [
      [call(operation, 'colleague'), ...looks(operation)],
      [...byColleague(looks(operation)), call(operation), ...byColleague(looks(operation))],
    ])

/** The same for two people who differ in nothing but who they are. */
export const personalOfPeers = (operations: readonly Operation[], looks: Looks, { peerOf }: Cast): Walk[] =>
  peerOf === undefined
    ? []
    : operations
        .filter(({ id }) => factsOf(id).personal)
        .map((operation) => {
          const seen = looks(operation).map((look): CallGoal => ({ ...look, manner: 'peer' }))
          return [...seen, call(operation, peerOf === 'main' ? 'plain' : peerOf), ...seen]
        })

/**
 * What somebody has made for themselves in either of two organizations, seen by them while they act for the other; and it
 * stays when they make one of the same name there.
 */
export const personalElsewhere = (
  operations: readonly Operation[],
  looks: Looks,
  [one, other]: readonly [Manner, Manner],
): Walk[] =>
  operations
    .filter(({ id, does }) => factsOf(id).personal && does === 'create')
    .flatMap((operation) => {
      const seen = (manner: Manner) => looks(operation).map((look): CallGoal => ({ ...look, manner }))
      const inBoth = (here: Manner, there: Manner): Walk => {
        const { first, drawn } = remembered()
        const namesake: CallGoal = {
          ...call(operation, there),
          intent: 'exotic',
          body: (drawing, plain) => namedLike(plain, first(drawing)?.body),
        }
        const both = [...seen(there), ...seen(here)]
        return [{ ...call(operation, here), drawn }, ...both, namesake, ...both]
      }
      return [inBoth(one, other), inBoth(other, one)]
    })

/** A body with the name of another one. */
const namedLike = (plain: Readonly<Record<string, unknown>>, other: unknown): unknown =>
  isObject(other) && 'name' in other ? { ...plain, name: other.name } : undefined

const byColleague = (looks: readonly CallGoal[]): CallGoal[] => looks.map((look) => ({ ...look, manner: 'colleague' }))

/** Reads have no effect: each read, the others of its entity, and the same one again. */
export const readTwice = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations
    .filter(isRead)
    .map((operation) => [
      ...(operation.entity ? [{ kind: 'have', entity: operation.entity } as const] : []),
      call(operation),
      ...looks(operation),
      call(operation),
    ])

/** What somebody who was interrupted sends: the beginning of a body. */
const UNFINISHED = '{"name": "unfin'

/** Every operation that takes a body gets one that is no JSON. */
export const unreadable = (operations: readonly Operation[]): Walk[] =>
  operations.filter(({ body }) => body !== undefined).map((operation) => [{ ...call(operation), raw: UNFINISHED }])

const WRITING = ['PATCH', 'PUT', 'POST'] as const

/** Where the contract says that there is no write: each method that could be one, between two reads. */
export const unlistedWrites = (operations: readonly Operation[]): Walk[] =>
  operations
    .filter(({ readOnly }) => readOnly !== undefined)
    .flatMap((operation) =>
      WRITING.map((method): Walk => {
        const write: CallGoal = { ...call(operation), method, body: (drawing) => unlistedWrite(drawing, operation) }
        return [call(operation), write, call(operation)]
      }),
    )

/**
 * Bodies with one odd value, odd identifiers and odd queries. How a value is stored is open, so the reads only check that the
 * target still responds.
 */
export const odd = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.flatMap((operation) => [
    ...oddTwists(operation).map((twist) => oddly(operation, twist, looks)),
    ...together(
      3,
      [...namedOddly(operation, ODD_IDS), ...oddlyAsked(operation)].map((goal): Walk => [{ ...goal, intent: 'odd' }]),
    ),
  ])

/** One creation of each area with a text in other scripts, early: what comes back is JSON all the same. */
export const inOtherScripts = (operations: readonly Operation[], looks: Looks): Walk[] =>
  [...Map.groupBy(operations, ({ area }) => area).values()].flatMap((group) =>
    group
      .filter(({ does }) => does === 'create')
      .flatMap((operation) => foreignTwists(operation).map((twist) => oddly(operation, twist, looks)))
      .slice(0, 1),
  )

const oddly = (operation: Operation, twist: Twist, looks: Looks): Walk => [
  { ...call(operation, 'twist'), twist },
  ...looks(operation).map((look): CallGoal => ({ ...look, intent: 'odd' })),
]

const namedOddly = (operation: Operation, ids: readonly string[]): CallGoal[] => {
  const name = lastInPath(operation)?.name
  if (name === undefined) return []
  return ids.map((id) => ({
    ...call(operation, 'unknown-id'),
    parameters: (_, drawn) => ({ ...drawn.parameters, [name]: id }),
  }))
}

const oddlyAsked = (operation: Operation): CallGoal[] =>
  oddQueries(operation).map((query) => ({ ...call(operation), query: (_, drawn) => ({ ...drawn.query, ...query }) }))
