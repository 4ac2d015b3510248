import type { Contract } from '../../contract/contract.ts'
import { isObject, type Json } from '../../contract/json.ts'
import { quoteShell, shellComment, shellVariable } from '../../target/writing/shell.ts'
import type { ArazzoParameter, ArazzoStep } from '../arazzo.ts'
import { expressionsIn, parseExpression } from '../criteria/expression.ts'
import { calledBy, type Scenario } from '../scenario.ts'

/** A shell script that makes the requests of a scenario one by one; each shows its answer, and a status that differs ends it. */
export function asCurl(scenario: Scenario, contract: Contract): string {
  const inputs = Object.entries(scenario.inputs).map(([name, { default: value = '' }]) => {
    const variable = shellVariable(name)
    return `[ -n "\${${variable}:-}" ] || ${variable}=${quoteShell(String(value))}`
  })
  return [
    '#!/bin/sh',
    shellComment(scenario.title),
    '# Needs curl, and node to read values out of answers. Set BASE to play it elsewhere.',
    'set -eu',
    `BASE=\${BASE:-http://127.0.0.1:4010}`,
    ...inputs,
    ...HELPERS,
    ...scenario.steps.flatMap((step) => ['', ...stepLines(step, contract)]),
    '',
  ].join('\n')
}

const HELPERS = [
  '# call NAME CURL-ARGUMENTS...: keeps the status in $STATUS and the body in $BODY',
  'call() {',
  '  NAME=$1; shift',
  `  ANSWER=$(curl -sS -w '\\n%{http_code}' "$@")`,
  `  STATUS=$(printf '%s\\n' "$ANSWER" | tail -n 1)`,
  `  BODY=$(printf '%s\\n' "$ANSWER" | sed '$d')`,
  `  printf '%s %s %s\\n' "$NAME" "$STATUS" "$BODY"`,
  '}',
  '# at POINTER: a value of the body',
  `at() { printf '%s' "$BODY" | POINTER=$1 node -e 'let v = JSON.parse(require("fs").readFileSync(0, "utf8")); for (const k of process.env.POINTER.split("/").slice(1)) v = v?.[k.replaceAll("~1", "/").replaceAll("~0", "~")]; process.stdout.write(typeof v === "string" ? v : JSON.stringify(v) ?? "")'; }`,
  `path() { node -p 'encodeURIComponent(process.argv[1])' "$1"; }`,
  `unexpected() { echo "$NAME: expected $1, got $STATUS" >&2; exit 1; }`,
]

function stepLines(step: ArazzoStep, contract: Contract): string[] {
  const { operation } = calledBy(contract, step)
  const call = callLine(step, contract)
  return [
    shellComment(step.description ?? operation.summary),
    ...(step.onFailure ? repeated(call, step) : [call, ...statusCheck(step)]),
    ...otherCriteria(step),
    ...Object.entries(step.outputs ?? {}).map(
      ([name, text]) => `${shellVariable(`${step.stepId}_${name}`)}=${outputWord(text)}`,
    ),
  ]
}

function callLine(step: ArazzoStep, contract: Contract): string {
  const { operation } = calledBy(contract, step)
  const parameters = step.parameters ?? []
  const inPlace = (place: ArazzoParameter['in']) => parameters.filter((one) => one.in === place)
  const query = inPlace('query').map(({ name, value }) => `--data-urlencode ${quoteShell(`${name}=`)}${word(value)}`)
  const headers = inPlace('header').map(({ name, value }) => `-H ${quoteShell(`${name}: `)}${word(value)}`)
  const body = step.requestBody
    ? [`-H 'content-type: application/json'`, `--data-raw ${word(bodyText(step.requestBody.payload))}`]
    : []
  return [
    `call ${quoteShell(step.stepId)}`,
    `-X ${operation.method}`,
    ...headers,
    ...body,
    ...(query.length > 0 ? ['-G', ...query] : []),
    `"$BASE"${pathWord(operation.path, inPlace('path'))}`,
  ].join(' ')
}

/** A text is the body itself. */
const bodyText = (payload: unknown): string => (typeof payload === 'string' ? payload : JSON.stringify(payload))

/** A path with its parameters, each encoded when the script runs. */
function pathWord(path: string, parameters: readonly ArazzoParameter[]): string {
  return path
    .split(/\{(\w+)\}/)
    .map((part, index) => {
      if (index % 2 === 0) return quoteShell(part)
      return `"$(path ${word(parameters.find(({ name }) => name === part)?.value ?? '')})"`
    })
    .join('')
}

/** Asks until the status is the one that is waited for. */
function repeated(call: string, step: ArazzoStep): string[] {
  const [retry] = step.onFailure ?? []
  const test = statusTest(step) ?? 'true'
  return [
    `TRIES=0; ${call}`,
    `until ${test}; do`,
    `  TRIES=$((TRIES + 1)); [ "$TRIES" -le ${retry?.retryLimit ?? 1} ] || unexpected 'it in time'`,
    `  sleep ${retry?.retryAfter ?? 1}; ${call}`,
    'done',
  ]
}

function statusTest({ successCriteria = [] }: ArazzoStep): string | undefined {
  const status = successCriteria.flatMap(({ condition }) => /^\$statusCode == (\d{3})$/.exec(condition)?.[1] ?? [])[0]
  return status && `[ "$STATUS" = ${status} ]`
}

function statusCheck(step: ArazzoStep): string[] {
  const test = statusTest(step)
  return test ? [`${test} || unexpected '${/\d{3}/.exec(test)?.[0] ?? ''}'`] : []
}

function otherCriteria({ successCriteria = [] }: ArazzoStep): string[] {
  return successCriteria
    .filter(({ condition }) => !/^\$statusCode == \d{3}$/.test(condition))
    .map(({ condition }) => shellComment(`must hold: ${condition}`))
}

function outputWord(text: string): string {
  if (text === '$statusCode') return '$STATUS'
  const expression = parseExpression(text)
  if (!('mistake' in expression) && expression.kind === 'body')
    return `$(at ${quoteShell(expression.path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''))})`
  return word(text)
}

/** A value as one word of the line, with its expressions as variables. */
function word(value: Json): string {
  const text = typeof value === 'string' ? value : isObject(value) ? JSON.stringify(value) : String(value)
  const marked = expressionsIn(text).length === 1 && text.startsWith('$') ? `{${text}}` : text
  // In JSON an expression has its own quotes, which are kept.
  const parts = marked.split(/(\{\$[^{}]+\}|(?<=")\$(?:inputs|steps)\.[\w.-]+(?="))/)
  const words = parts.map((part, index) =>
    index % 2 === 0 ? part && quoteShell(part) : reference(part.replace(/^\{|\}$/g, ''), part),
  )
  return words.join('') || quoteShell('')
}

/** The variable of an expression; anything else is text. */
function reference(text: string, asWritten: string): string {
  const expression = parseExpression(text)
  if ('mistake' in expression) return quoteShell(asWritten)
  if (expression.kind === 'input') return `"\${${shellVariable(expression.name)}}"`
  return expression.kind === 'output'
    ? `"\${${shellVariable(`${expression.step}_${expression.name}`)}}"`
    : quoteShell(asWritten)
}
