import type { Contract } from '../../contract/contract.ts'
import { isObject, type Json } from '../../contract/json.ts'
import { makeRoutes, type Routes } from '../../contract/routes.ts'
import type { Arazzo, ArazzoParameter, ArazzoStep, InputSchema } from '../arazzo.ts'
import type { Called } from '../scenario.ts'
import { answerSchema } from './answer-schema.ts'
import { Callers } from './callers.ts'
import { recordedCriteria } from './criteria.ts'
import { KnownValues } from './known-values.ts'
import { jsonOf, type RecordedExchange } from './recorded-exchange.ts'
import { isChoice, isTime, noteOf, schemasAt } from './schema-at.ts'

export interface RecordingOptions {
  readonly title: string
  readonly name: string
  /** The credentials are those of our mock's seed, which are no secrets: they become defaults. */
  readonly mock: boolean
}

/**
 * What passed a proxy, as a scenario: values of answers that come back in later requests become expressions, credentials
 * become callers, and what differs every time becomes a criterion that holds again.
 */
export function recorded(
  contract: Contract,
  exchanges: readonly RecordedExchange[],
  options: RecordingOptions,
): Arazzo {
  const known = new KnownValues(contract.profile)
  const callers = new Callers(contract.profile, known)
  const find = finder(contract)
  const steps: ArazzoStep[] = []
  for (const one of exchanges) {
    const found = find(one)
    if (found)
      steps.push(recordedStep(contract, one, found, known, callers, freeName(found.called.operation.id, steps)))
  }
  const complete = steps.map((step) => {
    const outputs = known.outputsOf(step.stepId)
    return Object.keys(outputs).length > 0 ? { ...step, outputs } : step
  })
  return document(complete, known, callers, options)
}

interface Found {
  readonly called: Called
  readonly parameters: Readonly<Record<string, string>>
}

/** Outside events and moves of the clock belong to a scenario; the rest of the control interface does not. */
function finder(contract: Contract): (exchange: RecordedExchange) => Found | undefined {
  const control = makeRoutes(
    [...contract.controlOperations.values()].filter(
      ({ area, method }) => String(area) === 'events' || (String(area) === 'clock' && method !== 'GET'),
    ),
  )
  const look = (routes: Routes, { method, target }: RecordedExchange) =>
    routes.match(method, target.replace(/\?.*$/, ''))
  return (exchange) => {
    const inApi = look(contract.routes, exchange)
    if (inApi.found === 'operation') {
      const source = contract.operations.has(inApi.operation.id) ? 'api' : 'doors'
      return { called: { source, operation: inApi.operation }, parameters: inApi.parameters }
    }
    const outside = look(control, exchange)
    return outside.found === 'operation'
      ? { called: { source: 'control', operation: outside.operation }, parameters: outside.parameters }
      : undefined
  }
}

function recordedStep(
  contract: Contract,
  exchange: RecordedExchange,
  { called, parameters }: Found,
  known: KnownValues,
  callers: Callers,
  stepId: string,
): ArazzoStep {
  const { source, operation } = called
  const query = [...new URLSearchParams(exchange.target.split('?')[1] ?? '')]
  const sent = exchange.body === '' ? undefined : (jsonOf(exchange.body) as Json | undefined)
  known.sent([Object.values(parameters), query.map(([, value]) => value), sent ?? null])
  const placed = (place: 'path' | 'query', pairs: readonly (readonly [string, string])[]): ArazzoParameter[] =>
    pairs.map(([name, value]) => ({ name, in: place, value: forText(value, known) }))
  const all = [
    ...(source === 'control' ? [] : callers.credential(exchange)),
    ...placed('path', Object.entries(parameters)),
    ...placed('query', query),
  ]
  const requestBody =
    sent === undefined ? {} : { requestBody: { contentType: 'application/json', payload: forPayload(sent, known) } }
  const body = jsonOf(exchange.answer)
  const successCriteria = recordedCriteria(contract, called, exchange.status, body, known)
  learnFrom(called, exchange.status, body, stepId, known)
  return {
    stepId,
    description: operation.summary,
    operationId: `$sourceDescriptions.${source}.${operation.id}`,
    ...(all.length > 0 && { parameters: all }),
    ...requestBody,
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

/** Remembers what the target made up: identifiers, secrets, and other long words without spaces. */
function learnFrom({ operation }: Called, status: number, body: unknown, stepId: string, known: KnownValues): void {
  const schema = answerSchema(operation, status)
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
  if (status < 300) walk(body, [])
}

function freeName(operation: string, steps: readonly ArazzoStep[]): string {
  const taken = new Set(steps.map(({ stepId }) => stepId))
  for (let number = 1; ; number++) {
    const name = number === 1 ? operation : `${operation}${number}`
    if (!taken.has(name)) return name
  }
}

function document(
  steps: readonly ArazzoStep[],
  known: KnownValues,
  callers: Callers,
  options: RecordingOptions,
): Arazzo {
  const used = (['api', 'control', 'doors'] as const).filter(
    (source) =>
      source === 'api' || steps.some(({ operationId }) => operationId.startsWith(`$sourceDescriptions.${source}.`)),
  )
  const files = { api: '../openapi.yaml', control: '../control.yaml', doors: '../side-doors.yaml' }
  const properties: Record<string, InputSchema> = {}
  for (const [name, credential] of callers.met)
    properties[name] = { type: 'string', ...(options.mock && credential !== undefined && { default: credential }) }
  for (const [name, { value }] of known.inputs) properties[name] = { type: 'string', default: value }
  const pointers = [...known.inputs].map(([name, { pointer }]) => [name, pointer])
  return {
    arazzo: '1.0.1',
    info: { title: options.title, version: '1.0.0' },
    sourceDescriptions: used.map((name) => ({ name, url: files[name], type: 'openapi' })),
    'x-understudy': { tags: ['recorded'], ...(pointers.length > 0 && { inputs: Object.fromEntries(pointers) }) },
    workflows: [
      {
        workflowId: options.name,
        inputs: { type: 'object', required: Object.keys(properties), properties },
        steps,
      },
    ],
  }
}
