import type { Json } from '../../contract/json.ts'
import { EXPRESSION, type Expression, evaluate, parseExpression, type Scope } from './expression.ts'
import { before, holds, type Logic, operandsOf, parseLiteral, parseLogic } from './logic.ts'
import { ConditionMistake, makeReader, type Reader } from './reader.ts'

export type Operand =
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'expression'; readonly text: string; readonly expression: Expression }

export type Condition = Logic<Operand>

/** Reads a simple condition; throws a ConditionMistake that says what it cannot read. */
export function parseCondition(text: string): Condition {
  const reader = makeReader(text)
  const condition = parseLogic(reader, parseOperand)
  if (!reader.done) throw new ConditionMistake(`the condition is invalid at ${reader.rest.trim()}`)
  return condition
}

function parseOperand(reader: Reader): Operand {
  const literal = parseLiteral(reader)
  if (literal) return { kind: 'literal', value: literal.value }
  const text = reader.match(EXPRESSION)?.[0]
  if (text === undefined)
    throw new ConditionMistake(`the condition needs an expression or a literal${before(reader)}; text needs quotes`)
  const expression = parseExpression(text)
  if ('mistake' in expression) throw new ConditionMistake(expression.mistake)
  return { kind: 'expression', text, expression }
}

/** True if the condition holds. An absent value counts as null. */
export function conditionHolds(condition: Condition, scope: Scope): boolean {
  const value = (operand: Operand) =>
    operand.kind === 'literal' ? operand.value : (evaluate(operand.expression, scope) ?? null)
  return holds(condition, { value, test: (operand) => Boolean(value(operand)) })
}

export const expressionsOf = (condition: Condition): (Operand & { readonly kind: 'expression' })[] =>
  operandsOf(condition).filter((operand) => operand.kind === 'expression')
