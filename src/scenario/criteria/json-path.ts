import { isObject, type Json } from '../../contract/json.ts'
import { before, holds, type Logic, parseLiteral, parseLogic } from './logic.ts'
import { ConditionMistake, makeReader, type Reader } from './reader.ts'

/**
 * The part of JSONPath (RFC 9535) that criteria use: `$[?test]`, where `@` is the value looked at, as in the example of
 * Arazzo 1.0.1, section 4.6.11.3.
 */
export type PathTest = Logic<PathOperand>

export type PathOperand =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'query'; readonly segments: readonly Segment[] }
  | { readonly kind: 'count' | 'length'; readonly segments: readonly Segment[] }

export type Segment =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'filter'; readonly test: PathTest }

/** Reads the condition of a jsonpath criterion; throws a ConditionMistake that says what it cannot read. */
export function parsePathTest(text: string): PathTest {
  const reader = makeReader(text)
  if (!reader.take('$[?')) throw new ConditionMistake('a jsonpath condition has the form $[?test], where @ is the body')
  const test = parseLogic(reader, parseOperand)
  if (!reader.take(']')) throw new ConditionMistake(`the jsonpath condition needs a closing bracket${before(reader)}`)
  if (!reader.done) throw new ConditionMistake(`the jsonpath condition is invalid at ${reader.rest.trim()}`)
  return test
}

function parseOperand(reader: Reader): PathOperand {
  const literal = parseLiteral(reader)
  if (literal) return { kind: 'literal', value: literal.value }
  const [called] = reader.match(/[a-z]+(?=\()/) ?? []
  if (called === undefined) return { kind: 'query', segments: parseQuery(reader) }
  if (called !== 'count' && called !== 'length')
    throw new ConditionMistake(`jsonpath conditions support count() and length(), not ${called}()`)
  reader.take('(')
  const segments = parseQuery(reader)
  if (!reader.take(')')) throw new ConditionMistake(`${called}( is not closed${before(reader)}`)
  return { kind: called, segments }
}

function parseQuery(reader: Reader): Segment[] {
  if (!reader.take('@')) throw new ConditionMistake(`the jsonpath condition needs @ or a literal${before(reader)}`)
  const segments: Segment[] = []
  for (;;) {
    const name = reader.match(/\.([A-Za-z_]\w*)/)?.[1]
    if (name !== undefined) segments.push({ kind: 'name', name })
    else if (reader.take('[')) segments.push(parseBracket(reader))
    else if (reader.take('..')) throw new ConditionMistake('jsonpath conditions do not support ..; name every level')
    else return segments
  }
}

function parseBracket(reader: Reader): Segment {
  const segment = bracketed(reader)
  if (!reader.take(']')) throw new ConditionMistake(`a bracket is not closed${before(reader)}`)
  return segment
}

function bracketed(reader: Reader): Segment {
  if (reader.take('?')) return { kind: 'filter', test: parseLogic(reader, parseOperand) }
  if (reader.take('*')) return { kind: 'all' }
  const literal = parseLiteral(reader)
  if (typeof literal?.value === 'string') return { kind: 'name', name: literal.value }
  if (typeof literal?.value === 'number') return { kind: 'index', index: literal.value }
  throw new ConditionMistake(`a bracket contains a name in quotes, a number, * or ?test${before(reader)}`)
}

export function pathTestHolds(test: PathTest, node: unknown): boolean {
  return holds(test, { value: (operand) => operandValue(operand, node), test: (operand) => exists(operand, node) })
}

function exists(operand: PathOperand, node: unknown): boolean {
  return operand.kind === 'query' ? select(operand.segments, node).length > 0 : Boolean(operandValue(operand, node))
}

function operandValue(operand: PathOperand, node: unknown): unknown {
  if (operand.kind === 'literal') return operand.value
  const found = select(operand.segments, node)
  if (operand.kind === 'count') return found.length
  return operand.kind === 'length' ? lengthOf(found[0]) : found[0]
}

function lengthOf(value: unknown): number | undefined {
  if (typeof value === 'string') return [...value].length
  if (Array.isArray(value)) return value.length
  return isObject(value) ? Object.keys(value).length : undefined
}

function select(segments: readonly Segment[], start: unknown): unknown[] {
  return segments.reduce<unknown[]>((nodes, segment) => nodes.flatMap((node) => children(segment, node)), [start])
}

function children(segment: Segment, node: unknown): unknown[] {
  const inside = Array.isArray(node) ? node : isObject(node) ? Object.values(node) : []
  switch (segment.kind) {
    case 'name':
      return isObject(node) && Object.hasOwn(node, segment.name) ? [node[segment.name]] : []
    case 'index':
      return Array.isArray(node) ? node.slice(segment.index, segment.index === -1 ? undefined : segment.index + 1) : []
    case 'all':
      return inside
    case 'filter':
      return inside.filter((child) => pathTestHolds(segment.test, child))
  }
}
