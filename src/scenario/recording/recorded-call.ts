import type { Contract } from '../../contract/contract.ts'
import { makeRoutes, type Routes } from '../../contract/routes.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import type { Called } from '../scenario.ts'
import { answerSchema } from './facts/answer-schema.ts'
import { itemsAt } from './facts/items-at.ts'
import { jsonOf, type RecordedExchange } from './recorded-exchange.ts'

/** An exchange that called something the contract describes. */
export interface RecordedCall {
  readonly exchange: RecordedExchange
  readonly called: Called
  /** Those in the path. */
  readonly parameters: Readonly<Record<string, string>>
  /** The answer's body, when it is JSON. */
  readonly answer: unknown
}

/** Finds what an exchange called; undefined for what no scenario can do. */
export function callFinder(contract: Contract): (exchange: RecordedExchange) => RecordedCall | undefined {
  const control = makeRoutes([...contract.controlOperations.values()].filter(belongsToScenarios))
  const look = (routes: Routes, { method, path }: RecordedExchange) => routes.match(method, path.replace(/\?.*$/, ''))
  return (exchange) => {
    const answer = jsonOf(exchange.answer)
    const api = look(contract.routes, exchange)
    if (api.found === 'operation') {
      const { operation, parameters } = api
      const source = contract.operations.has(operation.id) ? 'api' : 'doors'
      return { exchange, called: { source, operation }, parameters, answer }
    }
    const outside = look(control, exchange)
    if (outside.found !== 'operation') return undefined
    return {
      exchange,
      called: { source: 'control', operation: outside.operation },
      parameters: outside.parameters,
      answer,
    }
  }
}

/** The things that a call is about, each as its entity and its identifier. */
export function askedOf({ called, parameters, exchange, answer }: RecordedCall): string[] {
  const { operation } = called
  const named = operation.parameters.flatMap(({ name, names }) => {
    const value = parameters[name]
    return names === undefined || value === undefined ? [] : [`${names} ${value}`]
  })
  if (operation.does !== 'create' || operation.entity === undefined) return named
  const made = annotatedFields(answerSchema(operation, exchange.status))
    .filter(({ annotation }) => annotation.identifier === operation.entity)
    .flatMap(({ path }) => itemsAt(answer, path).map(({ value }) => `${operation.entity} ${String(value)}`))
  return [...named, ...made]
}

/** Outside events and moves of the clock do; the rest of the control interface does not. */
const belongsToScenarios = ({ area, method }: Called['operation']): boolean =>
  String(area) === 'events' || (String(area) === 'clock' && method !== 'GET')
