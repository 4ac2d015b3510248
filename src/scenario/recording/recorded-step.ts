import type { Json } from '../../contract/json.ts'
import type { ArazzoParameter, ArazzoStep } from '../arazzo.ts'
import { recordedCriteria } from './criteria.ts'
import { noteOf } from './facts/schema-at.ts'
import { fillBody, fillValue } from './fill-values.ts'
import { patience } from './patience.ts'
import { askedOf, type RecordedCall } from './recorded-call.ts'
import { jsonOf, timeOf } from './recorded-exchange.ts'
import { freeStepId, type Recording } from './recording.ts'
import { referenceTo } from './references.ts'
import { rememberAnswer } from './remember-answer.ts'
import { takenName } from './taken-name.ts'
import type { Use } from './use.ts'

/** A call as a step, after the steps that make what it needs. What its answer holds is known to the steps after it. */
export function recordStep(recording: Recording, call: RecordedCall): void {
  const { known, callers, steps } = recording
  const { exchange, called } = call
  const { source, operation } = called
  const own = source === 'control' ? [] : callers.credential(exchange)
  const parents = new Map<string, Json>()
  const use: Use = {
    operation,
    status: exchange.status,
    atMs: timeOf(exchange),
    example: undefined,
    maker: callers.maker(exchange),
    parents,
  }
  const path = pathOf(recording, use, call, parents)
  const query = queryOf(recording, use, call)
  const sent = exchange.body === '' ? undefined : (jsonOf(exchange.body) as Json | undefined)
  takenName(recording, use, sent)
  const payload = sent !== undefined && operation.body ? fillBody(recording, use, sent, operation.body.schema) : sent
  known.sent([Object.values(call.parameters), query.map(({ value }) => value), sent ?? null])
  const stepId = freeStepId(operation.id, recording)
  const parameters = [...own, ...path, ...query]
  const step: ArazzoStep = {
    stepId,
    description: operation.summary,
    operationId: `$sourceDescriptions.${source}.${operation.id}`,
    ...(parameters.length > 0 && { parameters }),
    ...(payload !== undefined && { requestBody: { contentType: 'application/json', payload } }),
    successCriteria: recordedCriteria(recording, call),
    ...patience(recording, call),
  }
  rememberAnswer(recording, call, stepId)
  steps.push(step)
  if (operation.method !== 'GET') for (const thing of askedOf(call)) recording.lastAsked.set(thing, operation.id)
}

function pathOf(recording: Recording, use: Use, call: RecordedCall, parents: Map<string, Json>): ArazzoParameter[] {
  return use.operation.parameters
    .filter((one) => one.in === 'path')
    .map(({ name, names }) => {
      const given = call.parameters[name] ?? ''
      const value =
        names === undefined
          ? (recording.known.word(given) ?? given)
          : referenceTo(recording, use, { entity: names, value: given }, (inner, body, schema) =>
              fillBody(recording, inner, body, schema),
            )
      if (names !== undefined) parents.set(names, value)
      return { name, in: 'path', value }
    })
}

/** The query parameters that the operation has; of a repeated name the last one counts. */
function queryOf(recording: Recording, use: Use, { exchange }: RecordedCall): ArazzoParameter[] {
  return [...new Map(new URLSearchParams(exchange.path.split('?')[1] ?? ''))].flatMap(([name, value]) => {
    const described = use.operation.parameters.find((one) => one.name === name && one.in === 'query')
    if (!described) return []
    const schemas = [described.schema]
    const note = { ...noteOf(schemas), ...(described.names !== undefined && { reference: described.names }) }
    const filled = fillValue(recording, use, value, { name, schemas, note, top: false, beside: {} })
    return [{ name, in: 'query', value: filled } as const]
  })
}
