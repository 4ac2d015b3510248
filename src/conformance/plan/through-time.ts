import type { Operation } from '../../contract/operations.ts'
import { DRAWN_EVENTS } from '../areas/of-all-areas.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { advance } from '../script/script.ts'
import { call, isRead, type Looks } from './looks.ts'
import { doing, naming, references } from './several.ts'

/** Ever longer, as far as anything that is kept for a time. */
const SPANS = ['PT2M', 'PT1H', 'P2D', 'P40D']

/** Things that were made or changed, looked at as time goes by. */
export function throughTime(operations: readonly Operation[], looks: Looks): Walk[] {
  return operations
    .filter(({ does, entity }) => entity !== undefined && does === 'create')
    .map((operation) => [
      call(operation),
      ...looks(operation),
      ...SPANS.flatMap((by) => [advance(by), ...looks(operation)]),
    ])
}

/** Outside events, once, again, and a while later, with a look at all they may have touched after each. */
export function afterEvents(operations: readonly Operation[], looks: Looks): Walk[] {
  return [...DRAWN_EVENTS].flatMap(([event, { about, needs, body }]) =>
    [about].flat().flatMap((entity): Walk[] => {
      const some = operations.find((operation) => operation.entity === entity)
      if (!some) return []
      const happens: Goal = { kind: 'event', event, body }
      const seen = [...looks({ ...some, id: '' }), ...looksBelow(operations, entity)]
      const ready: Goal = { kind: 'have', entity: needs ?? entity }
      return [
        [ready, happens, ...seen, happens, ...seen, advance('PT1H'), ...seen, happens, happens, ...seen],
        [ready, happens, advance('P2D'), ...seen, happens, ...seen],
      ]
    }),
  )
}

/** Reads of everything below a thing: its history, its figures, its parts. */
const looksBelow = (operations: readonly Operation[], entity: string): Goal[] =>
  operations
    .filter((operation) => isRead(operation) && operation.entity !== entity)
    .filter(({ parameters }) => parameters.filter((one) => one.in === 'path').at(-1)?.names === entity)
    .map((operation) => call(operation))

/** An outside event, by a kind of thing that it is about. */
interface Happening {
  readonly entity: string
  readonly needs: string | undefined
  readonly happens: Goal
}

const happenings = (): Happening[] =>
  [...DRAWN_EVENTS].flatMap(([event, { about, needs, body }]) =>
    [about].flat().map((entity) => ({ entity, needs, happens: { kind: 'event', event, body } })),
  )

/** History: what outside events are about, looked at before and after each thing of its area that can be removed is. */
export function afterRemoval(operations: readonly Operation[], looks: Looks): Walk[] {
  const byThing = Map.groupBy(happenings(), ({ entity }) => entity)
  return [...byThing].flatMap(([entity, own]): Walk[] => {
    const some = operations.find((operation) => operation.entity === entity)
    if (!some) return []
    const seen = looks({ ...some, id: '' })
    const all = [...new Set([entity, ...own.flatMap(({ needs }) => needs ?? [])])]
    return operations
      .filter(({ does, area }) => does === 'delete' && area === some.area)
      .map((remove) => [
        ...all.map((one): Goal => ({ kind: 'have', entity: one })),
        { kind: 'ready', operation: remove },
        ...own.map(({ happens }) => happens),
        ...seen,
        call(remove),
        ...seen,
      ])
  })
}

/**
 * Something happens outside, things of the same kind are made through the API, and something else happens: it touches
 * what it is about and nothing beside.
 */
export function bystanders(operations: readonly Operation[], looks: Looks): Walk[] {
  const byThing = Map.groupBy(happenings(), ({ entity }) => entity)
  return [...byThing].flatMap(([entity, own]): Walk[] => {
    const create = doing(operations, 'create', entity)
    if (!create) return []
    const seen = looks({ ...create, id: '' })
    return own.flatMap((one) =>
      own
        .filter((other) => other !== one)
        .map(
          (other): Walk => [
            ...needed(one),
            one.happens,
            ...seen,
            ...oneForEach(create),
            ...needed(other),
            other.happens,
            ...seen,
          ],
        ),
    )
  })
}

const needed = ({ needs }: Happening): Goal[] => (needs === undefined ? [] : [{ kind: 'have', entity: needs }])

/** One thing for each of what such a thing can be about. */
function oneForEach(create: Operation): Goal[] {
  const [reference] = references(create)
  return reference ? [0, 1, 2].map((place) => naming(create, reference, place)) : [call(create)]
}
