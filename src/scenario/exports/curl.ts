import type { Contract } from '../../contract/contract.ts'
import { isObject, type Json } from '../../contract/json.ts'
import type { ArazzoStep } from '../arazzo.ts'
import { expressionsIn, parseExpression } from '../criteria/expression.ts'
import { calledBy, type Scenario } from '../scenario.ts'

/** A shell script that makes the requests of a scenario one by one; each shows its answer, and a status that differs ends it. */
export function asCurl(scenario: Scenario, contract: Contract): string {
  const inputs = Object.entries(scenario.inputs).map(
    ([name, schema]) => `${variable(name)}=\${${variable(name)}:-${String(schema.default ?? '')}}`,
  )
  return [
    '#!/bin/sh',
    `# ${scenario.title}`,
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
  const parameters = step.parameters ?? []
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const found = parameters.find((one) => one.name === name && one.in === 'path')
    return `$(path "${shellText(found?.value ?? '')}")`
  })
  const query = parameters
    .filter((one) => one.in === 'query')
    .map(({ name, value }) => `--data-urlencode "${name}=${shellText(value)}"`)
  const headers = parameters
    .filter((one) => one.in === 'header')
    .map(({ name, value }) => `-H "${name}: ${shellText(value)}"`)
  const body = step.requestBody
    ? [`-H 'content-type: application/json'`, `-d "${shellText(JSON.stringify(step.requestBody.payload))}"`]
    : []
  const call = [
    `call ${step.stepId}`,
    `-X ${operation.method}`,
    ...headers,
    ...body,
    ...(query.length > 0 ? ['-G', ...query] : []),
    `"$BASE${path}"`,
  ].join(' ')
  return [
    `# ${step.description ?? operation.summary}`,
    ...(step.onFailure ? repeated(call, step) : [call, ...statusCheck(step)]),
    ...otherCriteria(step),
    ...Object.entries(step.outputs ?? {}).map(
      ([name, text]) => `${variable(`${step.stepId}_${name}`)}=${outputText(text)}`,
    ),
  ]
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
    .map(({ condition }) => `# must hold: ${condition}`)
}

function outputText(text: string): string {
  if (text === '$statusCode') return '$STATUS'
  const expression = parseExpression(text)
  if (!('mistake' in expression) && expression.kind === 'body')
    return `$(at '${['', ...expression.path].join('/').replaceAll("'", '')}')`
  return `"${shellText(text)}"`
}

/** Text for between double quotes, with expressions as variables. */
function shellText(value: Json | undefined): string {
  const text = typeof value === 'string' ? value : isObject(value) ? JSON.stringify(value) : String(value)
  const marked = expressionsIn(text).length === 1 && text.startsWith('$') ? `{${text}}` : text
  return marked
    .split(/(\{\$[^{}]+\}|"\$(?:inputs|steps)\.[\w.-]+")/)
    .map((part, index) =>
      index % 2 === 0
        ? escaped(part)
        : part.startsWith('"')
          ? `\\"${reference(part.slice(1, -1))}\\"`
          : reference(part.slice(1, -1)),
    )
    .join('')
}

const escaped = (text: string): string => text.replace(/["\\$`]/g, '\\$&')

function reference(text: string): string {
  const expression = parseExpression(text)
  if ('mistake' in expression) return escaped(text)
  if (expression.kind === 'input') return `\${${variable(expression.name)}}`
  return expression.kind === 'output' ? `\${${variable(`${expression.step}_${expression.name}`)}}` : escaped(text)
}

/** camelCase as SHOUTED_WORDS. */
const variable = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase()
