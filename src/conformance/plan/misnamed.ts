import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { TableName } from '../../model/world/rows.ts'
import { valueAt, withValueAt } from '../compare/value-at.ts'
import { placesOf } from '../draw/body-places.ts'
import { waysToName } from '../draw/naming-items.ts'
import { type Drawing, plainName } from '../kit/drawing.ts'
import { goneId } from '../kit/gone-id.ts'
import { own } from '../kit/own-rows.ts'
import type { CallGoal, Goal, Walk } from '../script/goal.ts'
import { liveRows, rowsOf } from '../shadow/rows.ts'
import { isTelling } from '../shadow/telling-id.ts'
import type { RequestStep } from '../step/step.ts'
import { call, isRead, type Looks, lastInPath } from './looks.ts'

/** A thing that a request must not refer to, and how to create one. */
interface Wrong {
  /** It is there, for others: what becomes of it is told best beside what becomes of one that is nowhere. */
  readonly isForeign?: true
  readonly made: readonly Goal[]
  readonly id: (drawing: Drawing) => string | undefined
}

type All = ReadonlyMap<string, Operation>

/**
 * Requests with a wrong reference in the path, the query or the body: to a deleted thing, to one of another organization,
 * of another kind, or of another parent.
 */
export function misnamed(operations: readonly Operation[], all: All, looks: Looks): Walk[] {
  return operations.flatMap((operation) => {
    const after = isRead(operation) ? [] : looks(operation)
    return [...inBody(operation, all), ...inQuery(operation, all), ...inPath(operation, all)].map(
      ({ made, goal }): Walk => [...made, { kind: 'ready', operation }, goal, ...after],
    )
  })
}

interface Misnaming {
  readonly made: readonly Goal[]
  readonly goal: CallGoal
}

function inBody(operation: Operation, all: All): Misnaming[] {
  return placesOf(operation.body?.schema).flatMap(({ path, schema }) => {
    const entities = annotatedFields(schema).flatMap(({ annotation }) => annotation.reference ?? [])
    const isList = schema.items !== undefined
    if (schema.items?.properties) return inItems(operation, all, path, schema.items)
    return entities.slice(0, 1).flatMap((entity) =>
      wrongOnes(all, entity).map(({ made, id, isForeign }) => {
        const naming = (wrongId: Wrong['id']): CallGoal => ({
          ...call(operation),
          intent: 'exotic',
          body: (drawing, plain) => {
            const wrong = wrongId(drawing)
            return wrong === undefined ? undefined : withValueAt(plain, path, isList ? [wrong] : wrong)
          },
        })
        return { made: isForeign ? [...made, naming(nowhere)] : made, goal: naming(id) }
      }),
    )
  })
}

const nowhere = (drawing: Drawing): string => `no-such-${plainName(drawing)}`

/** A wrong reference in an additional item at the end of a list. */
function inItems(operation: Operation, all: All, path: readonly string[], items: Schema): Misnaming[] {
  const entities = new Set(annotatedFields(items).flatMap(({ annotation }) => annotation.reference ?? []))
  return [...entities].flatMap((entity) =>
    waysToName(items, entity).flatMap((withNaming) =>
      wrongOnes(all, entity).map(({ made, id, isForeign }) => {
        const naming = (wrongId: Wrong['id']): CallGoal => ({
          ...call(operation),
          intent: 'exotic',
          body: (drawing, plain) => {
            const wrong = wrongId(drawing)
            const list = wrong === undefined ? undefined : withNaming(valueAt(plain, path), wrong)
            return list && withValueAt(plain, path, list)
          },
        })
        return { made: isForeign ? [...made, naming(nowhere)] : made, goal: naming(id) }
      }),
    ),
  )
}

function inQuery(operation: Operation, all: All): Misnaming[] {
  return operation.parameters
    .filter(({ in: place, names }) => place === 'query' && names !== undefined)
    .flatMap(({ name, names = '' }) =>
      wrongOnes(all, names).map(({ made, id }) => ({
        made,
        goal: {
          ...call(operation),
          intent: 'exotic' as const,
          optional: true as const,
          query: (drawing: Drawing, drawn: RequestStep) => {
            const wrong = id(drawing)
            return wrong === undefined ? undefined : { ...drawn.query, [name]: wrong }
          },
        },
      })),
    )
}

/** Unknown ids in the path; deleted and foreign things have their own walks. */
function inPath(operation: Operation, all: All): Misnaming[] {
  const named = operation.parameters.filter((parameter) => parameter.in === 'path')
  const [last, parent] = [named.at(-1), named.at(-2)]
  if (!last?.names) return []
  const other = ofAnotherKind(all, last.names).map(({ made, id }) => ({
    made,
    goal: naming(operation, last.name, id),
  }))
  const creator = parent?.names ? creatorOf(all, parent.names) : undefined
  if (!parent?.names || !creator) return other
  const { name, names } = parent
  const elsewhere = (drawing: Drawing, { parameters }: RequestStep) =>
    own(drawing, names as TableName).findLast(({ id }) => !isSymbol(id) && id !== parameters[name])?.id
  return [...other, { made: [call(creator), call(creator)], goal: naming(operation, name, elsewhere) }]
}

const naming = (
  operation: Operation,
  parameter: string,
  id: (drawing: Drawing, drawn: RequestStep) => string | undefined,
): CallGoal => ({
  ...call(operation),
  intent: 'exotic',
  parameters: (drawing, drawn) => {
    const wrong = id(drawing, drawn)
    return wrong === undefined ? drawn.parameters : { ...drawn.parameters, [parameter]: wrong }
  },
})

const wrongOnes = (all: All, entity: string): Wrong[] => [
  ...deleted(all, entity),
  ...ofAnotherOrganization(all, entity),
  ...ofAnotherKind(all, entity),
]

function deleted(all: All, entity: string): Wrong[] {
  const [create, remove] = [creatorOf(all, entity), doing(all, 'delete', entity)]
  if (!create || !remove) return []
  return [{ made: [call(create), call(remove)], id: (drawing) => goneId(drawing, entity) }]
}

function ofAnotherOrganization(all: All, entity: string): Wrong[] {
  const create = creatorOf(all, entity)
  // A nested thing needs a parent in the other organization first.
  if (!create || lastInPath(create)) return []
  const list = doing(all, 'list', entity)
  return [
    {
      // If each organization numbers its things from one, only a list shows that we have none with this number.
      isForeign: true,
      made: [call(create, 'neighbour'), ...(list ? [call(list)] : [])],
      id({ shadow, org }) {
        const ours = new Set(liveRows(shadow.world, entity, org).map((row) => row.id))
        const tells = (id: string) => isTelling(id) || (list !== undefined && !isSymbol(id) && !ours.has(id))
        return rowsOf(shadow.world, entity).findLast((row) => row.org !== org && row.org !== '' && tells(row.id))?.id
      },
    },
  ]
}

function ofAnotherKind(all: All, entity: string): Wrong[] {
  const area = creatorOf(all, entity)?.area
  const other = [...all.values()].find(
    (operation) => operation.does === 'create' && operation.area === area && operation.entity !== entity,
  )
  if (!other?.entity) return []
  const { entity: kind } = other
  return [
    {
      made: [{ kind: 'have', entity: kind }],
      id: ({ shadow, org }) => liveRows(shadow.world, kind, org).findLast(({ id }) => isTelling(id))?.id,
    },
  ]
}

const creatorOf = (all: All, entity: string) => doing(all, 'create', entity)
const doing = (all: All, does: Operation['does'], entity: string): Operation | undefined =>
  [...all.values()].find((operation) => operation.does === does && operation.entity === entity)
