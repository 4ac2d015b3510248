import type { Criterion } from '../arazzo.ts'
import { conditionHolds, expressionsOf, parseCondition } from './condition.ts'
import { type Expression, evaluate, replaceEmbedded, resolved, type Scope } from './expression.ts'
import { parsePathTest, pathTestHolds } from './json-path.ts'
import { matches } from './matches.ts'

/** A criterion that failed: what it expected, and what came. */
export interface Unmet {
  readonly expected: string
  readonly actual: string
}

/** Undefined when it holds. */
export function unmet(criterion: Criterion, scope: Scope): Unmet | undefined {
  if (criterion.type === 'regex') return unmetRegex(criterion, scope)
  return criterion.type === 'jsonpath' ? unmetPath(criterion, scope) : unmetSimple(criterion, scope)
}

function unmetSimple({ condition: text }: Criterion, scope: Scope): Unmet | undefined {
  const condition = parseCondition(text)
  if (conditionHolds(condition, scope)) return undefined
  const expressions = expressionsOf(condition)
  const known = expressions.filter(({ expression: { kind } }) => kind === 'input' || kind === 'output')
  const observed = expressions.filter((operand) => !known.includes(operand))
  const expected = known.reduce(
    (sofar, operand) => sofar.replace(operand.text, shown(evaluate(operand.expression, scope))),
    text,
  )
  const seen = new Map(observed.map((operand) => [operand.text, observedValue(operand.expression, scope)]))
  const [[name, only] = []] = seen
  const actual =
    seen.size === 1
      ? `${name === STATUS ? 'status ' : ''}${only}`
      : [...seen].map(([text, value]) => `${text === STATUS ? 'status' : text} is ${value}`).join(', ')
  return { expected: withStatuses(expected, scope), actual: actual || 'it does not hold' }
}

const STATUS = '$statusCode'

/** The status as it came, not as it was understood. */
const observedValue = (expression: Expression, scope: Scope): string =>
  expression.kind === 'status' && scope.response?.told
    ? String(scope.response.told.received)
    : shown(evaluate(expression, scope))

/** A condition on the status in words, with the status that the target's profile binds. */
function withStatuses(condition: string, { response }: Scope): string {
  const { described, here } = response?.told ?? {}
  const bound = (status: string) => (Number(status) === described ? String(here) : status)
  return condition
    .replaceAll('$statusCode >= 400 && $statusCode < 500', 'status 4xx')
    .replaceAll(/\$statusCode == (\d{3})/g, (_, status: string) => `status ${bound(status)}`)
    .replaceAll(STATUS, 'status')
}

function unmetRegex({ condition, context = '' }: Criterion, scope: Scope): Unmet | undefined {
  const value = resolved(context, scope)
  const expected = `${context} matches ${condition}`
  if (value === undefined) return { expected, actual: shown(value) }
  const matched = matches(makePattern(condition), typeof value === 'string' ? value : JSON.stringify(value))
  if (matched) return undefined
  return { expected, actual: matched === undefined ? 'the pattern takes too long to be tried' : shown(value) }
}

/** A pattern may stand between slashes, with flags. */
export function makePattern(text: string): RegExp {
  const [, source, flags] = /^\/(.*)\/([gimsuy]*)$/.exec(text) ?? []
  return source === undefined ? new RegExp(text) : new RegExp(source, flags)
}

function unmetPath({ condition, context = '' }: Criterion, scope: Scope): Unmet | undefined {
  const expected = filledPath(condition, scope)
  const value = resolved(context, scope)
  return pathTestHolds(parsePathTest(expected), value) ? undefined : { expected, actual: shown(value) }
}

/** A jsonpath condition with the expressions in braces replaced by their values. */
export const filledPath = (condition: string, scope: Scope): string =>
  replaceEmbedded(condition, (inner) => JSON.stringify(resolved(inner, scope) ?? null))

const MOST_SHOWN = 300

export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}
