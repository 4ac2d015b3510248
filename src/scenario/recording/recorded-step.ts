import type { Contract } from '../../contract/contract.ts'
import { isObject, type Json } from '../../contract/json.ts'
import type { ArazzoParameter, ArazzoStep } from '../arazzo.ts'
import { answerSchema } from './answer-schema.ts'
import type { Callers } from './callers.ts'
import { recordedCriteria } from './criteria.ts'
import type { KnownValues } from './known-values.ts'
import type { RecordedCall } from './recorded-call.ts'
import { jsonOf } from './recorded-exchange.ts'
import { isChoice, isTime, noteOf, schemasAt } from './schema-at.ts'

/** A recording under way. */
export interface Recording {
  readonly contract: Contract
  readonly known: KnownValues
  readonly callers: Callers
}

/** A call as a step. What its answer holds is known to the steps after it. */
export function recordedStep(recording: Recording, call: RecordedCall, stepId: string): ArazzoStep {
  const { known, callers } = recording
  const { exchange, called, parameters } = call
  const { source, operation } = called
  const query = [...new URLSearchParams(exchange.path.split('?')[1] ?? '')]
  const sent = exchange.body === '' ? undefined : (jsonOf(exchange.body) as Json | undefined)
  known.sent([Object.values(parameters), query.map(([, value]) => value), sent ?? null])
  const placed = (place: 'path' | 'query', pairs: readonly (readonly [string, string])[]): ArazzoParameter[] =>
    pairs.map(([name, value]) => ({ name, in: place, value: forText(value, known) }))
  const all = [
    ...(source === 'control' ? [] : callers.credential(exchange)),
    ...placed('path', Object.entries(parameters)),
    ...placed('query', query),
  ]
  const successCriteria = recordedCriteria(recording, call)
  rememberAnswer(known, call, stepId)
  return {
    stepId,
    description: operation.summary,
    operationId: `$sourceDescriptions.${source}.${operation.id}`,
    ...(all.length > 0 && { parameters: all }),
    ...(sent !== undefined && {
      requestBody: { contentType: 'application/json', payload: forPayload(sent, known) },
    }),
    successCriteria,
  }
}

/** In a URL a number is text, so an identifier that is a number is looked up as both. */
const forText = (text: string, known: KnownValues): Json =>
  known.expressionFor(text) ?? (/^\d{1,15}$/.test(text) ? known.expressionFor(Number(text)) : undefined) ?? text

function forPayload(value: Json, known: KnownValues): Json {
  if (typeof value === 'string') return known.expressionFor(value) ?? value
  if (Array.isArray(value)) return value.map((item: Json) => forPayload(item, known))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, forPayload(item as Json, known)]))
}

/** What the target made up: identifiers, secrets, and other long words without spaces. */
function rememberAnswer(known: KnownValues, { called, exchange, answer }: RecordedCall, stepId: string): void {
  const schema = answerSchema(called.operation, exchange.status)
  const walk = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, [...path, String(index)])
    else if (isObject(value)) for (const [key, item] of Object.entries(value)) walk(item, [...path, key])
    else if (typeof value === 'string' || typeof value === 'number') {
      const schemas = schema ? schemasAt(schema, path) : []
      const note = noteOf(schemas)
      const named = note.identifier !== undefined || note.reference !== undefined || note.secret !== undefined
      const opaque = typeof value === 'string' && value.length >= 16 && !/\s/.test(value)
      if (named || (opaque && !isChoice(schemas) && !isTime(schemas))) known.received(value, { stepId, path })
    }
  }
  if (exchange.status < 300) walk(answer, [])
}
