import { canonical, sameJson } from '../../src/conformance/compare/compare.ts'
import { identifierOf, propertiesOf } from '../../src/conformance/compare/schema-fields.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { isObject } from '../../src/contract/json.ts'
import type { Schema } from '../../src/contract/openapi.ts'
import { type Operation, successSchema } from '../../src/contract/operations.ts'
import {
  isStatusOpen,
  itemsOf,
  OPEN_EVENTS,
  OPEN_FIELDS,
  OPEN_LISTS,
  OPEN_REFUSALS,
  OPEN_REPORTS,
} from './open-places.ts'
import { TELLING } from './seen-by.ts'

/** Two answers to one request. */
export interface TwoAnswers {
  readonly method: string
  readonly target: string
  readonly one: { readonly status: number; readonly body: string }
  readonly other: { readonly status: number; readonly body: string }
}

/**
 * What is open, if the answers differ only where the contract is silent: in the words of an error, in fields that it does
 * not list or that the description marks as open, in the order of what has none, and in lists that are open in part.
 */
export function openDifference(contract: Contract, { method, target, one, other }: TwoAnswers): string | undefined {
  const operation = operationAt(contract, method, target)
  if (one.status !== other.status) return openStatus(operation, one, other)
  if (one.status >= 400) return 'the words of an error'
  if (!operation) return openReport(jsonOf(one.body), jsonOf(other.body))
  const schema = operation && successSchema(operation)
  if (!schema) return undefined
  const open = new Set<string>()
  const place = { schema, path: operation.id, open }
  return isAlike(place, jsonOf(one.body), jsonOf(other.body)) ? [...open].join('; ') || 'what is not listed' : undefined
}

type Given = TwoAnswers['one']
const isRefused = ({ status }: Given): boolean => status >= 400 && status < 500

/** What is open, if another status may be given. */
function openStatus(operation: Operation | undefined, one: Given, other: Given): string | undefined {
  if (!operation) return OPEN_EVENTS.find(({ words }) => isRefused(one) && words.test(one.body))?.because
  if (!isRefused(other)) return undefined
  if (!isRefused(one)) return OPEN_REFUSALS[operation.id]
  return isStatusOpen(operation, one.status) ? 'the status of a refusal' : undefined
}

/** What is open, if the reports of a driver differ only in a field that tells of a choice. */
function openReport(one: unknown, other: unknown): string | undefined {
  if (!isObject(one) || !isObject(other)) return undefined
  const differing = TELLING.filter((field) => !sameJson(one[field], other[field]))
  const [field = ''] = differing
  return differing.length === 1 && typeof other[field] === 'boolean' ? OPEN_REPORTS[field] : undefined
}

/** The operation of the API, or of a door beside it. */
function operationAt({ routes, doors, profile }: Contract, method: string, target: string): Operation | undefined {
  const [path = ''] = target.split('?')
  const match = routes.match(method, path)
  if (match.found === 'operation') return match.operation
  return [...doors.values()].find(({ id }) => profile.bindings[id]?.path === path)
}

/** A place of the answers, and what was found to be open so far. */
interface Place {
  readonly schema: Schema
  /** The operation and the fields down to here. */
  readonly path: string
  readonly open: Set<string>
}

/** True if two values are the same, but for what is open. */
function isAlike(place: Place, one: unknown, other: unknown): boolean {
  const { schema, path, open } = place
  if (sameJson(one, other)) return true
  const gap = schema['x-understudy']?.open
  if (gap !== undefined) return Boolean(open.add(String(gap)))
  if (Array.isArray(one) && Array.isArray(other)) return areListsAlike(place, one, other)
  if (!isObject(one) || !isObject(other)) return false
  const entity = identifierOf(schema)?.entity
  return propertiesOf(schema).every(([name, field]) => {
    if (isAlike({ schema: field, path: `${path} ${name}`, open }, one[name], other[name])) return true
    const openField = OPEN_FIELDS[`${entity ?? path} ${name}`]
    if (openField?.mayBe(one[name], other[name])) open.add(openField.because)
    return openField?.mayBe(one[name], other[name]) === true
  })
}

function areListsAlike(place: Place, one: readonly unknown[], other: readonly unknown[]): boolean {
  const { schema, path, open } = place
  const isOrdered = schema['x-understudy']?.['newest-first'] !== undefined || !schema['x-understudy']?.set
  const [want = [], got = []] = isOrdered ? [one, other] : [one, other].map((items) => inOneOrder(schema, items))
  const item = { schema: schema.items ?? {}, path, open }
  if (want.length === got.length && want.every((each, index) => isAlike(item, each, got[index]))) return true
  const list = OPEN_LISTS[path]
  if (!list?.mayBe(itemsOf(one), itemsOf(other))) return false
  open.add(list.because)
  return list.itemsAreOpen || inBoth(itemsOf(one), itemsOf(other)).every(([want, got]) => isAlike(item, want, got))
}

type Item = Readonly<Record<string, unknown>>

const inBoth = (one: readonly Item[], other: readonly Item[]): (readonly [Item, Item])[] =>
  one.flatMap((item) => other.filter(({ id }) => id === item.id).map((same) => [item, same] as const))

/** The items of a list by what identifies them, or by all that they say besides what is open. */
function inOneOrder({ items = {} }: Schema, list: readonly unknown[]): unknown[] {
  const field = identifierOf(items)?.field
  const nameOf = (item: unknown) =>
    field !== undefined && isObject(item) ? String(item[field]) : canonical(stated(items, item))
  return list.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

/** A value without the fields that are open. */
function stated(schema: Schema, value: unknown): unknown {
  if (!isObject(value)) return value
  const isOpen = (name: string) => schema.properties?.[name]?.['x-understudy']?.open !== undefined
  return Object.fromEntries(Object.entries(value).filter(([name]) => !isOpen(name)))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
