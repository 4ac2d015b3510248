import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import type { Operation } from '../../contract/operations.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import type { TableName } from '../../model/world/rows.ts'
import { type Drawing, plainName } from '../kit/drawing.ts'
import { own } from '../kit/own-rows.ts'
import type { CallGoal, Walk } from '../script/goal.ts'
import { remembered } from '../script/remembered.ts'
import { call, type Looks } from './looks.ts'
import { doing, references } from './several.ts'

/**
 * A thing, and others that are like it in everything but one field: what must be unique is so whatever the other fields
 * say, and what need not be is not.
 */
export function nearTwins(operations: readonly Operation[], looks: Looks): Walk[] {
  return operations.flatMap((create): Walk[] => {
    const fields = Object.entries(create.body?.schema.properties ?? {})
    if (create.does !== 'create' || fields.length < 2) return []
    const { first, drawn } = remembered()
    const twins = fields.map(
      ([name, schema]): CallGoal => ({
        ...call(create),
        intent: 'exotic',
        parameters: (drawing) => first(drawing)?.parameters,
        body: (drawing) => butFor(drawing, first(drawing)?.body, name, schema),
      }),
    )
    return [[...twoOfReferred(operations, create), { ...call(create), drawn }, ...twins, ...looks(create)]]
  })
}

const twoOfReferred = (operations: readonly Operation[], create: Operation): CallGoal[] =>
  references(create).flatMap(({ to }) => {
    const make = doing(operations, 'create', to)
    return make && make !== create ? [call(make), call(make)] : []
  })

/** The same body with another value in one field; undefined where there is none. */
function butFor(drawing: Drawing, body: unknown, name: string, schema: Schema): unknown {
  if (!isObject(body)) return undefined
  const value = otherThan(drawing, body[name], schema)
  return value === undefined ? undefined : { ...body, [name]: value }
}

function otherThan(drawing: Drawing, value: unknown, schema: Schema): unknown {
  const [to] = [schema['x-understudy']?.reference].flat()
  if (to) return own(drawing, to as TableName).find(({ id }) => !isSymbol(id) && id !== value)?.id
  if (schema.enum) return schema.enum.find((one) => one !== value)
  if (typeof value === 'boolean') return !value
  return schema.type === 'string' && schema.format === undefined ? plainName(drawing) : undefined
}
