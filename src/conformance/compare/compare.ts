import type { Json } from '../../contract/json.ts'
import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import { compareEntities, identifierOf } from './compare-entities.ts'
import type { Comparison } from './comparison.ts'
import { propertiesOf } from './properties.ts'

/** Holds an answer against a prediction, field by field, as the annotations say. */
export function compare(
  comparison: Comparison,
  schema: Schema,
  predicted: unknown,
  observed: unknown,
  path = '',
): void {
  const notes = schema['x-understudy'] ?? NO_NOTES
  if (isSymbol(predicted)) bind(comparison, predicted, observed, path)
  else if (notes.volatile && !isObject(predicted)) return
  else if (Array.isArray(predicted) && Array.isArray(observed))
    compareArrays(comparison, schema, predicted, observed, path)
  else if (isObject(predicted) && isObject(observed)) compareObjects(comparison, schema, predicted, observed, path)
  else if (notes.identifier && String(predicted) === String(observed)) return
  else if (!sameScalar(predicted, observed)) {
    const provenance = notes.implied ? 'implied' : 'stated'
    comparison.mismatches.push({ path, expected: predicted, actual: observed, reason: 'has another value', provenance })
  }
}

function bind(comparison: Comparison, symbol: string, observed: unknown, path: string): void {
  const before = comparison.bindings.get(symbol)
  if (before !== undefined && !sameScalar(before, observed))
    comparison.mismatches.push({
      path,
      expected: before,
      actual: observed,
      reason: 'differs from the same value elsewhere in the answer',
      provenance: 'stated',
    })
  else if (isOurs(comparison, symbol, observed))
    comparison.mismatches.push({
      path,
      expected: 'an identifier of its own',
      actual: observed,
      reason: 'is the identifier of another thing',
      provenance: 'stated',
    })
  else if (observed !== undefined && observed !== null) comparison.bindings.set(symbol, observed as Json)
}

/** What is new cannot be one of those that are there (Conventions; reuse after deletion is open). */
function isOurs(comparison: Comparison, symbol: string, observed: unknown): boolean {
  const [, entity] = /^⟦(\w+)#\d+⟧$/.exec(symbol) ?? []
  return entity !== undefined && comparison.standing(entity, String(observed)) === 'ours'
}

function compareObjects(
  comparison: Comparison,
  schema: Schema,
  predicted: Readonly<Record<string, unknown>>,
  observed: Readonly<Record<string, unknown>>,
  path: string,
): void {
  if (path === '' && typeof observed.cursor === 'string' && observed.cursor !== '') comparison.more = true
  for (const [name, field] of propertiesOf(schema)) {
    const place = path === '' ? name : `${path}.${name}`
    const special = comparison.comparators.find(comparison.operation, place, name)
    const want = predicted[name]
    const got = observed[name]
    if (special) special(comparison, want, got, place, predicted)
    else if (want !== undefined && got !== undefined) compare(comparison, field, want, got, place)
    else if (want !== got) compareAbsence(comparison, schema, name, field, want, got, place)
  }
  // A body without listed fields (one incident, the usage of a cluster) is open as a whole.
  if (path !== '' && !schema.properties && schema.additionalProperties !== undefined && !sameJson(predicted, observed))
    comparison.mismatches.push({
      path,
      expected: predicted,
      actual: observed,
      reason: 'has another value',
      provenance: 'stated',
    })
}

const NO_NOTES: NonNullable<Schema['x-understudy']> = {}

/** A field that only one side has. What the server derives or may leave open is free to be absent. */
function compareAbsence(
  comparison: Comparison,
  schema: Schema,
  name: string,
  field: Schema,
  want: unknown,
  got: unknown,
  path: string,
): void {
  const notes = field['x-understudy'] ?? {}
  // A missing required field is the schema check's business.
  if (schema.required?.includes(name)) return
  if (notes.volatile || notes.open || notes.computed) return
  if (want === undefined && got === null) return
  if (want === null && got === undefined) return
  // An optional field that nobody set may show a default; a moment that has not come may not.
  if (want === undefined && !notes.timestamp) return
  const provenance = want === undefined ? 'implied' : 'stated'
  const reason = want === undefined ? 'is there, though nothing has set it' : 'is missing'
  comparison.mismatches.push({ path, expected: want, actual: got, reason, provenance })
}

function compareArrays(
  comparison: Comparison,
  schema: Schema,
  predicted: readonly unknown[],
  observed: readonly unknown[],
  path: string,
): void {
  const notes = schema['x-understudy'] ?? {}
  const items = schema.items ?? {}
  if (identifierOf(items)) {
    compareEntities(comparison, schema, predicted, observed, path, compare)
    return
  }
  if (notes.set) {
    const [want, got] = [predicted.map(canonical).toSorted(), observed.map(canonical).toSorted()]
    if (want.some(isSymbolText)) return
    if (want.join() !== got.join())
      comparison.mismatches.push({
        path,
        expected: predicted,
        actual: observed,
        reason: 'holds other items',
        provenance: notes.implied ? 'implied' : 'stated',
      })
    return
  }
  if (predicted.length !== observed.length) {
    comparison.mismatches.push({
      path,
      expected: predicted,
      actual: observed,
      reason: `has ${observed.length} items instead of ${predicted.length}`,
      provenance: notes.implied ? 'implied' : 'stated',
    })
    return
  }
  for (const [index, item] of predicted.entries())
    compare(comparison, items, item, observed[index], `${path}[${index}]`)
}

const isSymbolText = (text: string) => text.includes('⟦')
/** JSON with the keys of every object in order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, node) =>
    isObject(node) ? Object.fromEntries(Object.entries(node).toSorted(([a], [b]) => (a < b ? -1 : 1))) : node,
  )
export const sameJson = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)
const sameScalar = (a: unknown, b: unknown): boolean => a === b || sameJson(a, b)
