import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import type { Criterion } from '../arazzo.ts'
import { describedStatus } from '../described-status.ts'
import type { Called } from '../scenario.ts'
import { answerSchema } from './answer-schema.ts'
import type { KnownValues } from './known-values.ts'
import type { RecordedCall } from './recorded-call.ts'
import { isChoice, isTime, noteOf, schemasAt } from './schema-at.ts'

/** What a recorded answer shows that will hold again: never a value that is different every time. */
export function recordedCriteria(
  { contract, known }: { readonly contract: Contract; readonly known: KnownValues },
  { called, exchange: { status }, answer }: RecordedCall,
): Criterion[] {
  const first = { condition: statusCondition(contract, called, status) }
  const schema = answerSchema(called.operation, status)
  return schema && called.source !== 'control' ? [first, ...criteriaAt(schema, [], answer, known)] : [first]
}

/** A refusal whose status is open is told by its class. */
function statusCondition(contract: Contract, { source, operation }: Called, status: number): string {
  const { success, responses } = operation
  if (status < 300) {
    const described = source !== 'control' && success.open ? describedStatus(contract, operation.id) : undefined
    return `$statusCode == ${described ?? status}`
  }
  const open = status >= 400 && status < 500 && !responses.has(String(status))
  return open ? '$statusCode >= 400 && $statusCode < 500' : `$statusCode == ${status}`
}

function criteriaAt(schema: Schema, path: readonly string[], value: unknown, known: KnownValues): Criterion[] {
  if (value === null || value === undefined || !path.every((part) => /^[\w-]+$/.test(part))) return []
  const schemas = schemasAt(schema, path)
  const note = noteOf(schemas)
  if (schemas.length === 0 || note.volatile || note.computed) return []
  const pointer = `$response.body#${path.map((part) => `/${part}`).join('')}`
  if (Array.isArray(value)) return note.set || note.open ? [] : listCriteria(schema, path, value, known)
  if (isObject(value))
    return note.open
      ? []
      : Object.entries(value).flatMap(([key, item]) => criteriaAt(schema, [...path, key], item, known))
  const present = { condition: `${pointer} != null` }
  if (note.secret || note.open || isTime(schemas)) return [present]
  const expected = expectedFor(value as string | number | boolean, schemas, known)
  return [expected === undefined ? present : { condition: `${pointer} == ${expected}` }]
}

function expectedFor(
  value: string | number | boolean,
  schemas: readonly Schema[],
  known: KnownValues,
): string | undefined {
  const note = noteOf(schemas)
  const named = note.identifier !== undefined || note.reference !== undefined
  if (typeof value === 'boolean') return String(value)
  const expression = typeof value === 'string' || named ? known.knows(value) && known.expressionFor(value) : undefined
  if (expression) return expression
  if (typeof value === 'number') return named ? undefined : String(value)
  const stable = isChoice(schemas) || known.wasSent(value)
  return stable && value.length <= 200 && !/[\n\r]/.test(value) ? `'${value.replace(/['\\]/g, '\\$&')}'` : undefined
}

/** Other things may be in a list: those of this recording must be, found by what identifies them. */
function listCriteria(
  schema: Schema,
  path: readonly string[],
  list: readonly unknown[],
  known: KnownValues,
): Criterion[] {
  if (!list.every(isObject))
    return list.flatMap((item, index) => criteriaAt(schema, [...path, String(index)], item, known))
  const items = schemasAt(schema, [...path, '0'])
  const key = items.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([name, below]) => (noteOf([below]).identifier === undefined ? [] : [name])),
  )[0]
  if (key === undefined) return []
  return list.flatMap((item) => {
    const id = item[key]
    if (typeof id !== 'string' && typeof id !== 'number') return []
    const expected = known.knows(id)
      ? `{${known.expressionFor(id)}}`
      : known.wasSent(id)
        ? JSON.stringify(id)
        : undefined
    if (expected === undefined) return []
    const place = path.map((part) => `.${part}`).join('')
    return [
      {
        context: '$response.body',
        type: 'jsonpath' as const,
        condition: `$[?count(@${place}[?@.${key} == ${expected}]) == 1]`,
      },
    ]
  })
}
