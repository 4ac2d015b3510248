import type { Operation } from '../../contract/operations.ts'
import { DRAWN_EVENTS } from '../areas/of-all-areas.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { advance } from '../script/script.ts'
import { call, type Looks } from './looks.ts'

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

/** Outside events, once, again, and a while later, with a look after each. */
export function afterEvents(operations: readonly Operation[], looks: Looks): Walk[] {
  return [...DRAWN_EVENTS].flatMap(([event, { about, body }]): Walk[] => {
    const some = operations.find(({ entity }) => entity === about)
    if (!some) return []
    const happens: Goal = { kind: 'event', event, body }
    const seen = looks({ ...some, id: '' })
    const ready: Goal = { kind: 'have', entity: about }
    return [
      [ready, happens, ...seen, happens, ...seen, advance('PT1H'), ...seen, happens, happens, ...seen],
      [ready, happens, advance('P2D'), ...seen, happens, ...seen],
    ]
  })
}
