import { type Json, sameJson } from '../../contract/json.ts'
import { ConditionMistake, type Reader } from './reader.ts'

export const OPERATORS = ['==', '!=', '<=', '>=', '<', '>'] as const
export type Operator = (typeof OPERATORS)[number]

/** Comparisons joined by and, or, not; what is compared differs between kinds of conditions. */
export type Logic<Operand> =
  | { readonly kind: 'and' | 'or'; readonly left: Logic<Operand>; readonly right: Logic<Operand> }
  | { readonly kind: 'not'; readonly of: Logic<Operand> }
  | { readonly kind: 'compare'; readonly operator: Operator; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'test'; readonly operand: Operand }

export function parseLogic<Operand>(reader: Reader, operand: (reader: Reader) => Operand): Logic<Operand> {
  let left = parseAnd(reader, operand)
  while (reader.take('||')) left = { kind: 'or', left, right: parseAnd(reader, operand) }
  return left
}

function parseAnd<Operand>(reader: Reader, operand: (reader: Reader) => Operand): Logic<Operand> {
  let left = parseOne(reader, operand)
  while (reader.take('&&')) left = { kind: 'and', left, right: parseOne(reader, operand) }
  return left
}

function parseOne<Operand>(reader: Reader, operand: (reader: Reader) => Operand): Logic<Operand> {
  reader.countPart()
  if (reader.take('!')) return { kind: 'not', of: parseOne(reader, operand) }
  if (reader.take('(')) {
    const inner = parseLogic(reader, operand)
    if (!reader.take(')')) throw new ConditionMistake(`a parenthesis is not closed${before(reader)}`)
    return inner
  }
  const left = operand(reader)
  const operator = OPERATORS.find((one) => reader.take(one))
  return operator ? { kind: 'compare', operator, left, right: operand(reader) } : { kind: 'test', operand: left }
}

export const before = (reader: Reader): string => (reader.done ? ' at the end' : ` before ${reader.rest.trim()}`)

/** A literal if one comes next: text in quotes, a number, true, false, null. */
export function parseLiteral(reader: Reader): { readonly value: Json } | undefined {
  const quoted = reader.match(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/)
  if (quoted) return { value: (quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/g, '$1') }
  const plain = reader.match(/(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/)
  return plain && { value: JSON.parse(plain[0]) as Json }
}

export interface Meaning<Operand> {
  value(operand: Operand): unknown
  test(operand: Operand): boolean
}

export function holds<Operand>(logic: Logic<Operand>, meaning: Meaning<Operand>): boolean {
  switch (logic.kind) {
    case 'and':
      return holds(logic.left, meaning) && holds(logic.right, meaning)
    case 'or':
      return holds(logic.left, meaning) || holds(logic.right, meaning)
    case 'not':
      return !holds(logic.of, meaning)
    case 'test':
      return meaning.test(logic.operand)
    case 'compare':
      return compare(logic.operator, meaning.value(logic.left), meaning.value(logic.right))
  }
}

/** Order is between two numbers or two texts; between anything else nothing is smaller or greater. */
function compare(operator: Operator, left: unknown, right: unknown): boolean {
  if (operator === '==') return sameJson(left, right)
  if (operator === '!=') return !sameJson(left, right)
  const comparable =
    (typeof left === 'number' && typeof right === 'number') || (typeof left === 'string' && typeof right === 'string')
  if (!comparable) return false
  if (operator === '<') return left < right
  if (operator === '<=') return left <= right
  return operator === '>' ? left > right : left >= right
}

/** Every operand, from left to right. */
export function operandsOf<Operand>(logic: Logic<Operand>): Operand[] {
  if (logic.kind === 'not') return operandsOf(logic.of)
  if (logic.kind === 'test') return [logic.operand]
  if (logic.kind === 'compare') return [logic.left, logic.right]
  return [...operandsOf(logic.left), ...operandsOf(logic.right)]
}
