import { isObject } from '../../contract/json.ts'
import { answerSchema } from './facts/answer-schema.ts'
import { catalogOf, makerOf } from './facts/makers.ts'
import { isChoice, isTime, noteOf, schemasAt } from './facts/schema-at.ts'
import type { RecordedCall } from './recorded-call.ts'
import type { Recording } from './recording.ts'

/** Remembers the values that the target made up: ids, secrets, and other long words without spaces. */
export function rememberAnswer(recording: Recording, call: RecordedCall, stepId: string): void {
  const { called, exchange, answer } = call
  const schema = answerSchema(called.operation, exchange.status)
  const isRead = called.operation.method === 'GET'
  const walk = (value: unknown, path: readonly string[]): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) walk(item, [...path, String(index)])
    else if (isObject(value)) for (const [key, item] of Object.entries(value)) walk(item, [...path, key])
    else if (typeof value === 'string' || typeof value === 'number') {
      const schemas = schema ? schemasAt(schema, path) : []
      const { identifier, key, reference, secret } = noteOf(schemas)
      const named = [identifier ?? key ?? reference ?? []].flat()
      const origin = { stepId, path }
      if (isRead && named.some((entity) => isMadeOtherwise(recording, entity))) return
      if (identifier !== undefined || key !== undefined || isRead)
        for (const entity of named) if (!recording.known.has(entity, value)) recording.known.made(entity, value, origin)
      const opaque = typeof value === 'string' && value.length >= OPAQUE && !/\s/.test(value)
      if (secret !== undefined || identifier !== undefined || (opaque && !isChoice(schemas) && !isTime(schemas)))
        recording.known.said(value, origin)
    }
  }
  if (exchange.status < 300) walk(answer, [])
}

const OPAQUE = 16

/** True if a thing that a read shows can be had in another way; it need not exist on other targets. */
const isMadeOtherwise = ({ contract }: Recording, entity: string): boolean =>
  makerOf(contract, entity) !== undefined ||
  catalogOf(contract, entity) !== undefined ||
  Object.values(contract.source.vocabulary).some(({ names }) => names === entity) ||
  entity === 'Organization'
