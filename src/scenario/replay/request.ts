import { isObject } from '../../contract/json.ts'
import { buildPath } from '../../contract/routes.ts'
import type { Sent } from '../../target/exchange.ts'
import type { ArazzoStep } from '../arazzo.ts'
import { fill, type Scope } from '../criteria/expression.ts'
import type { Called } from '../scenario.ts'
import { choosing, headersFor } from './credentials.ts'
import type { ReplayTarget } from './replay-target.ts'

/** The request a step makes on a target. */
export function requestOf(step: ArazzoStep, { source, operation }: Called, scope: Scope, target: ReplayTarget): Sent {
  const filled = (step.parameters ?? []).map((parameter) => ({ parameter, value: fill(parameter.value, scope) }))
  const inPlace = (place: string) => filled.filter(({ parameter }) => parameter.in === place)
  const path = Object.fromEntries(inPlace('path').map(({ parameter, value }) => [parameter.name, asText(value)]))
  const query = new URLSearchParams(
    inPlace('query').flatMap(({ parameter, value }) =>
      [value].flat().map((item): [string, string] => [parameter.name, asText(item)]),
    ),
  )
  const credentials = inPlace('header').map(({ parameter, value }) =>
    headersFor(parameter, asText(value), source, target),
  )
  const { claims } = step['x-understudy'] ?? {}
  const body = bodyOf(step, scope)
  return {
    method: operation.method,
    path: buildPath(operation, path) + (query.size > 0 ? `?${query}` : ''),
    headers: Object.assign(
      {},
      ...credentials,
      claims !== undefined && choosing(claims, target),
      body && { 'content-type': body.type },
    ),
    body: body?.text,
  }
}

function bodyOf({ requestBody }: ArazzoStep, scope: Scope): { type: string; text: string } | undefined {
  if (!requestBody) return undefined
  const { contentType = 'application/json' } = requestBody
  const payload = fill(requestBody.payload, scope)
  // A text is the body itself, whatever it is a text of (Arazzo, payloads).
  return { type: contentType, text: typeof payload === 'string' ? payload : JSON.stringify(payload) }
}

/** The input of a driver: the body, or the query parameters of a read. */
export function eventBodyOf(step: ArazzoStep, scope: Scope): unknown {
  const given = fill(step.requestBody?.payload ?? {}, scope)
  const parameters = (step.parameters ?? []).map(({ name, value }) => [name, fill(value, scope)])
  return isObject(given) ? { ...Object.fromEntries(parameters), ...given } : given
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
