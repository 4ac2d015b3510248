import type { Json } from '../../contract/json.ts'
import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { isPresent, isSymbol } from '../../model/world/fresh.ts'
import { compareEntities } from './compare-entities.ts'
import { AS_DESCRIBED, type Comparison, type Item, objection, type Pair } from './comparison.ts'
import { isAfterAll, mayBeSameMoment } from './moment.ts'
import { identifierOf, propertiesOf } from './schema-fields.ts'

/** Holds an answer against a prediction, field by field, as the annotations say. */
export function compare(comparison: Comparison, schema: Schema, pair: Pair): void {
  const { predicted, observed, path } = pair
  const notes = schema['x-understudy'] ?? NO_NOTES
  if (isSymbol(predicted)) bind(comparison, predicted, observed, path)
  else if (notes.volatile && !isObject(predicted)) return
  else if (Array.isArray(predicted) && Array.isArray(observed))
    compareArrays(comparison, schema, { predicted, observed, path })
  else if (isObject(predicted) && isObject(observed)) compareObjects(comparison, schema, { predicted, observed, path })
  else if (notes.identifier && String(predicted) === String(observed)) return
  else if (notes.timestamp && mayBeSameMoment(predicted, observed)) return
  else if (!sameScalar(predicted, observed))
    objection(comparison, { code: 'value', path, expected: predicted, actual: observed }, provenanceOf(schema))
}

const NO_NOTES: NonNullable<Schema['x-understudy']> = {}
const provenanceOf = (schema: Schema) => (schema['x-understudy']?.implied ? 'implied' : 'stated')

function bind(comparison: Comparison, symbol: string, observed: unknown, path: string): void {
  const before = comparison.bindings.get(symbol)
  if (before !== undefined && !sameScalar(before, observed))
    objection(comparison, { code: 'inconsistent', path, expected: before, actual: observed })
  else if (isOurs(comparison, symbol, observed))
    objection(comparison, { code: 'identifier', path, expected: 'an identifier of its own', actual: observed })
  else if (observed !== undefined && observed !== null) comparison.bindings.set(symbol, observed as Json)
  if (observed === '' && isMoment(symbol)) comparison.open.push(path)
}

/** True if the value is the time of an event. */
const isMoment = (value: unknown): boolean => typeof value === 'string' && isPresent(value)

/** True if the identifier is of a thing we know; a new one cannot be (Conventions; reuse after deletion is open). */
function isOurs(comparison: Comparison, symbol: string, observed: unknown): boolean {
  const [, entity] = /^⟦(\w+)#\d+⟧$/.exec(symbol) ?? []
  return entity !== undefined && comparison.standing(entity, String(observed)) === 'ours'
}

interface Objects extends Pair {
  readonly predicted: Item
  readonly observed: Item
}

/** An identifier that a target may show beyond what is described, such as what a login is ended by. */
function bindUndescribed(comparison: Comparison, schema: Schema, { predicted, observed }: Objects): void {
  for (const [name, value] of Object.entries(predicted))
    if (
      isSymbol(value) &&
      observed[name] !== undefined &&
      !propertiesOf(schema).some(([described]) => described === name)
    )
      bind(comparison, value, observed[name], name)
}

const leadsOn = (cursor: unknown): boolean => typeof cursor === 'string' && cursor !== ''

function compareObjects(comparison: Comparison, schema: Schema, { predicted, observed, path }: Objects): void {
  if (path === '' && leadsOn(observed.cursor)) comparison.more = true
  if (path === '' && leadsOn(predicted.cursor)) comparison.goesOn = true
  if (path === '') bindUndescribed(comparison, schema, { predicted, observed, path })
  for (const [name, field] of propertiesOf(schema)) {
    const pair = { path: path === '' ? name : `${path}.${name}`, predicted: predicted[name], observed: observed[name] }
    const special = comparison.comparators.find(comparison.operation, pair.path, name)
    if (special && special(comparison, pair, predicted) !== AS_DESCRIBED) continue
    if (pair.predicted !== undefined && pair.observed !== undefined) compare(comparison, field, pair)
    // A missing required field is the schema check's business.
    else if (pair.predicted !== pair.observed && !schema.required?.includes(name))
      compareAbsence(comparison, field, pair)
  }
  // A body without listed fields (one incident, the usage of a cluster) is open as a whole.
  if (path !== '' && !schema.properties && schema.additionalProperties !== undefined && !sameJson(predicted, observed))
    objection(comparison, { code: 'value', path, expected: predicted, actual: observed })
}

/** A field that only one side has. Computed and open fields may be absent. */
function compareAbsence(comparison: Comparison, field: Schema, { path, predicted, observed }: Pair): void {
  const notes = field['x-understudy'] ?? NO_NOTES
  if (isMoment(predicted)) comparison.open.push(path)
  if (notes.volatile || notes.open || notes.computed) return
  if (predicted === undefined && observed === null) return
  if ((predicted === null || isBlank(predicted)) && observed === undefined) return
  const place = { path, expected: predicted, actual: observed }
  if (predicted !== undefined)
    objection(comparison, { code: 'missing', ...place }, notes.omissible ? 'implied' : 'stated')
  // An optional field that was not set may have a default; a time of something that has not happened may not.
  else if (notes.timestamp)
    objection(comparison, { code: 'unset', ...place }, notes.state && isAfterAll(observed) ? 'stated' : 'implied')
}

/** True for what says as little as if it were not there: many encoders leave it out. */
const isBlank = (value: unknown): boolean =>
  value === '' || (typeof value === 'object' && Object.keys(Object(value)).length === 0)

interface Arrays extends Pair {
  readonly predicted: readonly unknown[]
  readonly observed: readonly unknown[]
}

function compareArrays(comparison: Comparison, schema: Schema, pair: Arrays): void {
  const { predicted, observed, path } = pair
  const items = schema.items ?? {}
  if (identifierOf(items)) compareEntities(comparison, schema, pair, compare)
  else if (schema['x-understudy']?.set) compareSets(comparison, schema, pair)
  else if (predicted.length !== observed.length)
    objection(comparison, { code: 'count', path, expected: predicted, actual: observed }, provenanceOf(schema))
  else
    for (const [index, item] of predicted.entries())
      compare(comparison, items, { predicted: item, observed: observed[index], path: `${path}[${index}]` })
}

function compareSets(comparison: Comparison, schema: Schema, { predicted, observed, path }: Arrays): void {
  const ofItem = (item: unknown) => canonical(listed(schema.items ?? {}, item))
  const [want, got] = [predicted.map(ofItem).toSorted(), observed.map(ofItem).toSorted()]
  if (want.some(isSymbolText) || want.join() === got.join()) return
  objection(comparison, { code: 'items', path, expected: predicted, actual: observed }, provenanceOf(schema))
}

/** An item with the fields that are described: it may have others. */
function listed(schema: Schema, item: unknown): unknown {
  const fields = propertiesOf(schema)
  return isObject(item) && fields.length > 0
    ? Object.fromEntries(fields.flatMap(([name]) => (item[name] === undefined ? [] : [[name, item[name]]])))
    : item
}

const isSymbolText = (text: string) => text.includes('⟦')
/** JSON with the keys of every object in order. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, node) =>
    isObject(node) ? Object.fromEntries(Object.entries(node).toSorted(([a], [b]) => (a < b ? -1 : 1))) : node,
  )
export const sameJson = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)
const sameScalar = (a: unknown, b: unknown): boolean => a === b || sameJson(a, b)
