import type { Operation } from '../../contract/operations.ts'
import { listed } from '../checks/listed.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { Switch } from '../kit/switch.ts'
import type { Goal, Walk } from '../script/goal.ts'
import { memoryOf } from '../shadow/memories.ts'
import { liveRows } from '../shadow/rows.ts'
import { call } from './looks.ts'
import { switchesOf } from './switched.ts'

/** The last free place of each quota is given, and the next one is not. */
export const lastPlaces = (operations: readonly Operation[]): Walk[] =>
  switchesOf(operations)
    .filter(({ one }) => one.event === 'quotaChanges')
    .flatMap(({ one }) =>
      operations
        .filter(({ id, does }) => does === 'create' && one.only?.some((only) => only === id))
        .flatMap((create) => {
          const list = operations.find(({ does, entity }) => does === 'list' && entity === create.entity)
          return list ? [lastPlace(create, list, one)] : []
        }),
    )

function lastPlace(create: Operation, list: Operation, { event, off, on }: Switch): Walk {
  const { entity = '' } = create
  const room: Goal = {
    kind: 'event',
    event,
    body: (drawing) => (knowsAll(drawing, entity) ? { ...off, value: ours(drawing, entity) + 1 } : undefined),
  }
  const granted: Goal = { ...call(create), intent: 'owed', body: (drawing, plain) => fits(drawing, entity) && plain }
  const look: Goal = { ...call(list), query: {} }
  return [call(create), look, room, granted, call(create), look, { kind: 'event', event, body: () => on }]
}

const ours = ({ shadow, org }: Drawing, entity: string): number => liveRows(shadow.world, entity, org).length

/** Nobody else's things count against the quota. */
const knowsAll = (drawing: Drawing, entity: string): boolean =>
  memoryOf(drawing.shadow, listed).get(entity) === ours(drawing, entity)

const fits = (drawing: Drawing, entity: string): true | undefined => (knowsAll(drawing, entity) ? true : undefined)
