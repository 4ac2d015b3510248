import { isObject, type Json } from '../../contract/json.ts'
import { pointerParts } from '../../contract/schema/schema-errors.ts'
import { didYouMean } from '../../contract/text/did-you-mean.ts'

/** A runtime expression of Arazzo, as far as scenarios use them. */
export type Expression =
  | { readonly kind: 'input'; readonly name: string }
  | { readonly kind: 'output'; readonly step: string; readonly name: string }
  | { readonly kind: 'status' }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'body'; readonly path: readonly string[] }

/** The values that expressions can refer to at some point of a scenario. */
export interface Scope {
  readonly inputs: Readonly<Record<string, unknown>>
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly response?: {
    readonly status: number
    /** The target's own statuses, for messages to somebody who knows the target. */
    readonly told?: ToldStatus
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
}

/** The status that came, and what stands on this target for the success status of the description. */
export interface ToldStatus {
  readonly received: number
  readonly described: number
  readonly here: number
}

/** An expression inside a condition. */
export const EXPRESSION = /\$[A-Za-z][\w.-]*(?:#(?:\/[^\s()=!<>&|,{}[\]]*)?)?/
const WHOLE = new RegExp(`^${EXPRESSION.source}$`)
const EMBEDDED = /\{(\$[^{}]+)\}/g

/** The expression a text is, or why it is none. */
export function parseExpression(text: string): Expression | { readonly mistake: string } {
  const [, root = '', rest = ''] = /^\$(\w+)(.*)$/.exec(text) ?? []
  if (root === 'statusCode' && rest === '') return { kind: 'status' }
  if (root === 'inputs') {
    const [, name] = /^\.([\w-]+)$/.exec(rest) ?? []
    return name ? { kind: 'input', name } : { mistake: `${text} must be $inputs.NAME` }
  }
  if (root === 'steps') {
    const [, step, name] = /^\.([\w-]+)\.outputs\.([\w-]+)$/.exec(rest) ?? []
    return step && name ? { kind: 'output', step, name } : { mistake: `${text} must be $steps.STEP.outputs.NAME` }
  }
  if (root === 'response') return parseResponse(text, rest)
  const known = ['$inputs', '$steps', '$response', '$statusCode']
  return { mistake: `scenarios know no expression ${text}${didYouMean(`$${root}`, known)}` }
}

function parseResponse(text: string, rest: string): Expression | { readonly mistake: string } {
  const [, header] = /^\.header\.([\w-]+)$/.exec(rest) ?? []
  if (header) return { kind: 'header', name: header.toLowerCase() }
  const [, pointer] = /^\.body(?:#(\/.*)?)?$/.exec(rest) ?? ['', undefined]
  if (/^\.body(?:#(?:\/.*)?)?$/.test(rest)) return { kind: 'body', path: pointer ? pointerParts(pointer) : [] }
  return { mistake: `${text} must be $response.body, $response.body#/POINTER or $response.header.NAME` }
}

/** The value, or undefined when there is none. */
export function evaluate(expression: Expression, { inputs, outputs, response }: Scope): unknown {
  switch (expression.kind) {
    case 'input':
      return inputs[expression.name]
    case 'output':
      return outputs[expression.step]?.[expression.name]
    case 'status':
      return response?.status
    case 'header':
      return response?.headers[expression.name]
    case 'body':
      return at(response?.body, expression.path)
  }
}

export function at(value: unknown, path: readonly string[]): unknown {
  let node = value
  for (const part of path) node = Array.isArray(node) ? node[Number(part)] : fieldOf(node, part)
  return node
}

/** A field of its own: what every object has from its prototype is not in the JSON. */
const fieldOf = (node: unknown, name: string): unknown =>
  isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined

export const isExpression = (text: string): boolean => WHOLE.test(text)

/** The expressions in a text: the text itself, or those in braces. */
export function expressionsIn(text: string): string[] {
  return isExpression(text) ? [text] : [...text.matchAll(EMBEDDED)].map(([, inner = '']) => inner)
}

/** A value with its expressions replaced: alone they keep their type, in braces they become text. */
export function fill(value: Json, scope: Scope): Json {
  if (typeof value === 'string') return fillText(value, scope)
  if (Array.isArray(value)) return value.map((item: Json) => fill(item, scope))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item as Json, scope)]))
}

function fillText(text: string, scope: Scope): Json {
  if (isExpression(text)) return (resolved(text, scope) ?? null) as Json
  return replaceEmbedded(text, (inner) => {
    const value = resolved(inner, scope)
    return typeof value === 'string' ? value : JSON.stringify(value ?? null)
  })
}

export const replaceEmbedded = (text: string, replacement: (expression: string) => string): string =>
  text.replace(EMBEDDED, (_, inner: string) => replacement(inner))

/** Nothing for what is not an expression; files are checked before they are played. */
export function resolved(text: string, scope: Scope): unknown {
  const expression = parseExpression(text)
  return 'mistake' in expression ? undefined : evaluate(expression, scope)
}
