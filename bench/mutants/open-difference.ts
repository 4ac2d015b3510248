import { canonical, sameJson } from '../../src/conformance/compare/compare.ts'
import { identifierOf, propertiesOf } from '../../src/conformance/compare/schema-fields.ts'
import type { Contract } from '../../src/contract/contract.ts'
import { isObject } from '../../src/contract/json.ts'
import type { Schema } from '../../src/contract/openapi.ts'
import { successSchema } from '../../src/contract/operations.ts'

/** Two answers to one request. */
export interface TwoAnswers {
  readonly method: string
  readonly target: string
  readonly one: { readonly status: number; readonly body: string }
  readonly other: { readonly status: number; readonly body: string }
}

/**
 * True if the answers differ only where the contract is silent: in the words of an error, in fields that it does not list
 * or that the description marks as open, and in the order of what has none.
 */
export function differsOnlyInTheOpen(contract: Contract, { method, target, one, other }: TwoAnswers): boolean {
  if (one.status !== other.status) return false
  if (one.status >= 400) return true
  const match = contract.routes.match(method, target.split('?')[0] ?? '')
  const schema = match.found === 'operation' ? successSchema(match.operation) : undefined
  return schema !== undefined && isAlike(schema, jsonOf(one.body), jsonOf(other.body))
}

/** True if two values are the same, but for what is open. */
function isAlike(schema: Schema, one: unknown, other: unknown): boolean {
  const notes = schema['x-understudy'] ?? {}
  if (notes.open !== undefined || sameJson(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other)) return areListsAlike(schema, one, other)
  if (!isObject(one) || !isObject(other)) return false
  return propertiesOf(schema).every(([name, field]) => isAlike(field, one[name], other[name]))
}

function areListsAlike(schema: Schema, one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false
  const isOrdered = schema['x-understudy']?.['newest-first'] !== undefined || !schema['x-understudy']?.set
  const [want, got] = isOrdered ? [one, other] : [one, other].map((items) => inOneOrder(schema, items))
  return (want ?? []).every((item, place) => isAlike(schema.items ?? {}, item, got?.[place]))
}

/** The items of a list by what identifies them, or by all that they say. */
function inOneOrder({ items = {} }: Schema, list: readonly unknown[]): unknown[] {
  const field = identifierOf(items)?.field
  const nameOf = (item: unknown) => (field !== undefined && isObject(item) ? String(item[field]) : canonical(item))
  return list.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
