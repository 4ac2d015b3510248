import type { Contract } from '../../contract/contract.ts'
import type { Json } from '../../contract/json.ts'
import { shellVariable } from '../../target/writing/shell.ts'
import type { ArazzoStep, Criterion } from '../arazzo.ts'
import { type Operand, parseCondition } from '../criteria/condition.ts'
import { makePattern } from '../criteria/criterion.ts'
import { isExpression, parseExpression, replaceEmbedded } from '../criteria/expression.ts'
import { type PathOperand, type PathTest, parsePathTest, type Segment } from '../criteria/json-path.ts'
import type { Logic } from '../criteria/logic.ts'
import { calledBy, type Scenario } from '../scenario.ts'
import { javaScriptComment, objectCode, propertyCode, quoteJavaScript } from './javascript.ts'

/** A test file of its own for Vitest: fetch, and nothing of ours. */
export function asVitest(scenario: Scenario, contract: Contract): string {
  const inputs = Object.entries(scenario.inputs).map(
    ([name, { default: value = '' }]) =>
      `  ${propertyCode(name)}: process.env.${shellVariable(name)} ?? ${quoted(value)},`,
  )
  return [
    `import { expect, test } from 'vitest'`,
    '',
    `const base = process.env.BASE ?? 'http://127.0.0.1:4010'`,
    `const inputs = {\n${inputs.join('\n')}\n}`,
    '',
    ...HELPERS,
    '',
    `test(${quoted(scenario.title)}, { timeout: 900_000 }, async () => {`,
    '  const steps = {}',
    ...scenario.steps.flatMap((step) => ['', ...stepLines(step, contract)]),
    '})',
    '',
  ].join('\n')
}

const HELPERS = [
  'async function call(method, path, headers, body) {',
  `  const sent = typeof body === 'string' ? body : JSON.stringify(body)`,
  '  const response = await fetch(base + path, { method, headers, ...(sent !== undefined && { body: sent }) })',
  '  const text = await response.text()',
  `  const json = response.headers.get('content-type')?.includes('json') && text !== ''`,
  '  return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }',
  '}',
  `const text = (...parts) => parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join('')`,
  `const at = (value, ...path) => path.reduce((node, part) => node?.[part], value) ?? null`,
  `const children = (value) => (value !== null && typeof value === 'object' ? Object.values(value) : [])`,
  `const named = (name) => (value) => (value !== null && typeof value === 'object' && Object.hasOwn(value, name) ? [value[name]] : [])`,
  `const lengthOf = (value) => (typeof value === 'string' || Array.isArray(value) ? value.length : children(value).length)`,
  'async function eventually(seconds, every, attempt) {',
  '  for (let waited = 0; ; waited += every) {',
  '    try {',
  '      return await attempt()',
  '    } catch (error) {',
  '      if (waited + every > seconds) throw error',
  '      await new Promise((resolve) => setTimeout(resolve, every * 1000))',
  '    }',
  '  }',
  '}',
]

function stepLines(step: ArazzoStep, contract: Contract): string[] {
  const { operation } = calledBy(contract, step)
  const parameters = step.parameters ?? []
  const inPlace = (place: string) => parameters.filter((one) => one.in === place)
  const path = operation.path.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return quoted(part)
    return `encodeURIComponent(${code(inPlace('path').find((one) => one.name === part)?.value ?? '')})`
  })
  const query = inPlace('query').map(({ name, value }) => `[${quoted(name)}, ${code(value)}]`)
  const headers = [
    ...inPlace('header').map(({ name, value }) => `${propertyCode(name)}: ${code(value)}`),
    ...(step.requestBody ? [`'content-type': 'application/json'`] : []),
  ]
  const url = [...path, ...(query.length > 0 ? [`'?'`, `new URLSearchParams([${query.join(', ')}])`] : [])].join(' + ')
  const body = step.requestBody ? `, ${code(step.requestBody.payload)}` : ''
  const outputs = Object.entries(step.outputs ?? {}).map(([name, text]) => `${propertyCode(name)}: ${code(text)}`)
  const lines = [
    `const answer = await call(${quoted(operation.method)}, ${url}, { ${headers.join(', ')} }${body})`,
    ...(step.successCriteria ?? []).map((criterion) => expectation(criterion)),
    `return { ${outputs.join(', ')} }`,
  ]
  const inside = lines.map((line) => `    ${line}`)
  return [
    `  ${javaScriptComment(step.description ?? operation.summary)}`,
    `  steps[${quoted(step.stepId)}] = await eventually(${patience(step)}, async () => {`,
    ...inside,
    '  })',
  ]
}

function patience({ onFailure }: ArazzoStep): string {
  const [retry] = onFailure ?? []
  const every = retry?.retryAfter ?? 1
  return `${retry ? every * (retry.retryLimit ?? 1) : 0}, ${every}`
}

function expectation({ condition, context = '$response.body', type }: Criterion): string {
  const told = quoted(condition)
  if (type === 'regex') return `expect(String(${code(context)}), ${told}).toMatch(${patternCode(condition)})`
  if (type === 'jsonpath') return `expect(${pathCode(condition, context)}, ${told}).toBe(true)`
  const parsed = parseCondition(condition)
  if (parsed.kind === 'compare' && parsed.operator === '==')
    return `expect(${operandCode(parsed.left)}).toEqual(${operandCode(parsed.right)})`
  return `expect(Boolean(${logicCode(parsed, operandCode, operandCode)}), ${told}).toBe(true)`
}

function logicCode<T>(logic: Logic<T>, value: (operand: T) => string, test: (operand: T) => string): string {
  switch (logic.kind) {
    case 'and':
    case 'or':
      return `(${logicCode(logic.left, value, test)} ${logic.kind === 'and' ? '&&' : '||'} ${logicCode(logic.right, value, test)})`
    case 'not':
      return `!${logicCode(logic.of, value, test)}`
    case 'test':
      return `(${test(logic.operand)})`
    case 'compare': {
      const operator = { '==': '===', '!=': '!==' }[logic.operator as string] ?? logic.operator
      return `(${value(logic.left)} ${operator} ${value(logic.right)})`
    }
  }
}

const operandCode = (operand: Operand): string =>
  operand.kind === 'literal' ? quoted(operand.value) : code(operand.text)

/** Expressions in braces become code by way of a text that no scenario holds. */
function pathCode(condition: string, context: string): string {
  const expressions: string[] = []
  const marked = replaceEmbedded(condition, (inner) => quoted(`⟪${expressions.push(inner) - 1}⟫`))
  const test = parsePathTest(marked)
  const value = (operand: PathOperand, node: string): string => {
    if (operand.kind !== 'literal') return queryCode(operand, node)
    const [, index] = typeof operand.value === 'string' ? (/^⟪(\d+)⟫$/.exec(operand.value) ?? []) : []
    return index === undefined ? quoted(operand.value) : code(expressions[Number(index)] ?? '')
  }
  const queryCode = (operand: Exclude<PathOperand, { kind: 'literal' }>, node: string): string => {
    const list = `[${node}]${operand.segments.map((segment) => segmentCode(segment, node)).join('')}`
    if (operand.kind === 'count') return `${list}.length`
    return operand.kind === 'length' ? `lengthOf(${list}[0])` : `${list}[0]`
  }
  const segmentCode = (segment: Segment, node: string): string => {
    if (segment.kind === 'name') return `.flatMap(named(${quoted(segment.name)}))`
    if (segment.kind === 'index') return `.flatMap((list) => [list.at(${segment.index})])`
    if (segment.kind === 'all') return '.flatMap(children)'
    return `.flatMap(children).filter((${node}_) => ${testCode(segment.test, `${node}_`)})`
  }
  const testCode = (logic: PathTest, node: string): string =>
    logicCode(
      logic,
      (operand) => value(operand, node),
      (operand) =>
        operand.kind === 'query' ? `${queryCode({ ...operand, kind: 'count' }, node)} > 0` : value(operand, node),
    )
  return `((body) => ${testCode(test, 'body')})(${code(context)})`
}

/** A value of a scenario as JavaScript. */
function code(value: Json): string {
  if (typeof value !== 'string') return objectCode(value, code)
  if (isExpression(value)) return expressionCode(value)
  const pieces = value.split(/\{(\$[^{}]+)\}/)
  if (pieces.length === 1) return quoted(value)
  return `text(${pieces.map((piece, index) => (index % 2 === 0 ? quoted(piece) : expressionCode(piece))).join(', ')})`
}

function expressionCode(text: string): string {
  const expression = parseExpression(text)
  if ('mistake' in expression) return quoted(text)
  switch (expression.kind) {
    case 'input':
      return `inputs[${quoted(expression.name)}]`
    case 'output':
      return `steps[${quoted(expression.step)}][${quoted(expression.name)}]`
    case 'status':
      return 'answer.status'
    case 'header':
      return `answer.headers.get(${quoted(expression.name)})`
    case 'body':
      return `at(${['answer.body', ...expression.path.map((part) => quoted(part))].join(', ')})`
  }
}

function patternCode(condition: string): string {
  const { source, flags } = makePattern(condition)
  return `new RegExp(${quoted(source)}, ${quoted(flags)})`
}

const quoted = quoteJavaScript
