import type { Operation } from '../../contract/operations.ts'
import { DRAWN_EVENTS } from '../areas/of-all-areas.ts'
import { makeSampler } from '../kit/sampler.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { advance } from '../script/script.ts'
import { call, isRead, type Looks, lastInPath } from './looks.ts'
import { areasOf } from './switched.ts'

const SPANS = ['PT1M', 'PT10M', 'PT1H']
/**
 * What has been tried before an endpoint answers otherwise and what is tried again after it, at which moment, differs too much
 * from target to target. So does the reason that an address is suppressed for after a bounce and a complaint.
 */
const LEFT_OUT: ReadonlySet<string> = new Set(['webhookEndpointAnswers', 'messageComplained'])

/**
 * Everything that can be done in an area and everything that can happen there, in some order and in its reverse: each comes
 * after each other, with looks in between, so what goes wrong where two of them meet shows without anybody having thought of
 * the two. In the middle of a walk one kind of thing is deleted, and no other: what goes along with it is often open and
 * shows only later, and after several deletions too much would be possible.
 */
export const eachAfterEach = (operations: readonly Operation[], looks: Looks): Walk[] =>
  areasOf(operations).flatMap((area) => {
    const near = operations.filter((operation) => operation.area === area)
    const [deletions, rest] = [near.filter(isDeletion), near.filter((operation) => !isDeletion(operation))]
    const lists = near.filter((operation) => isRead(operation) && !lastInPath(operation)).map((list) => call(list))
    const all = [...done(rest, looks), ...happening(near, looks), ...SPANS.map((span): Walk => [advance(span)])]
    // At least two, so that there is a reverse.
    const middles = [...done(deletions, looks), [], []].slice(0, Math.max(2, deletions.length))
    return middles.map((deletion, index) => {
      const order = shuffled(all, index >> 1)
      const turned = index % 2 === 0 ? order : order.toReversed()
      const parts = turned.toSpliced(turned.length >> 1, 0, deletion)
      return parts.flatMap((part, place) => [...part, ...another(lists, place)])
    })
  })

const isDeletion = ({ does }: Operation): boolean => does === 'delete'

/** A look at something else, which may have changed and should not have. */
const another = (lists: readonly CallGoal[], place: number): readonly CallGoal[] =>
  lists.length === 0 ? [] : lists.slice(place % lists.length).slice(0, 1)

const done = (operations: readonly Operation[], looks: Looks): Walk[] =>
  operations.filter((operation) => !isRead(operation)).map((operation) => [call(operation), ...looks(operation)])

function happening(operations: readonly Operation[], looks: Looks): Walk[] {
  return [...DRAWN_EVENTS].flatMap(([event, { about, needs, body }]): Walk[] => {
    const some = operations.find(({ entity }) => entity !== undefined && [about].flat().includes(entity))
    if (!some?.entity || LEFT_OUT.has(event)) return []
    return [[{ kind: 'have', entity: needs ?? some.entity }, { kind: 'event', event, body }, ...looks(some)]]
  })
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const sampler = makeSampler(seed)
  const left = [...items]
  return items.flatMap(() => left.splice(left.indexOf(sampler.pick(left) as T), 1))
}
