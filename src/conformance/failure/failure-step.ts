import type { Contract } from '../../contract/contract.ts'
import type { Json } from '../../contract/json.ts'
import type { ArazzoStep, Criterion } from '../../scenario/arazzo.ts'
import { amongAll } from '../step/own-items.ts'
import { type EventStep, isBoundToNext, type RequestStep, type Step } from '../step/step.ts'
import { stepName } from './criteria/failed.ts'
import { expressions, type Outputs } from './step-outputs.ts'

/** The position of a step in its scenario, and its criteria. */
export interface StepPlace {
  readonly index: number
  readonly outputs: Outputs
  /** Of the last step; the others have to succeed, or to be refused as they were. */
  readonly criteria: readonly Criterion[] | undefined
  readonly status: number | undefined
}

/** A step of a sequence as a step of a scenario. */
export function failureStep(contract: Contract, step: Step, place: StepPlace): ArazzoStep {
  const { index, outputs } = place
  const payload = expressions(step.body, outputs) as Json
  const given =
    step.kind === 'event'
      ? ofEvent(contract, step, place, payload)
      : { ...ofRequest(contract, step, place), ...bodyOf(step, payload) }
  const wanted = [...(outputs.get(index) ?? [])].map(([pointer, name]) => [name, `$response.body#${amongAll(pointer)}`])
  const out = [...wanted, ...(isBoundToNext(step) ? [['status', '$statusCode']] : [])]
  return { stepId: stepName(index), ...given, ...(out.length > 0 && { outputs: Object.fromEntries(out) }) }
}

/** A text in place of a payload is sent as it is, so one that is meant as JSON is written out. */
function bodyOf({ raw, body }: RequestStep, payload: Json): Pick<ArazzoStep, 'requestBody'> {
  if (raw !== undefined) return { requestBody: asJson(raw) }
  if (body === undefined) return {}
  return { requestBody: asJson(typeof payload === 'string' ? JSON.stringify(payload) : payload) }
}

const asJson = (payload: Json) => ({ contentType: 'application/json' as const, payload })

const inPlace = (kind: 'path' | 'query', values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, in: kind, value }))

type Given = Omit<ArazzoStep, 'stepId' | 'outputs'>

function ofEvent(contract: Contract, { event }: EventStep, { criteria }: StepPlace, payload: Json): Given {
  const reads = contract.controlOperations.get(event)?.method === 'GET'
  return {
    operationId: `$sourceDescriptions.control.${event}`,
    ...(reads
      ? { parameters: inPlace('query', payload as Readonly<Record<string, string>>) }
      : payload !== undefined && { requestBody: asJson(payload) }),
    successCriteria: criteria ?? [{ condition: '$statusCode < 300' }],
  }
}

function ofRequest(contract: Contract, step: RequestStep, { outputs, criteria, status }: StepPlace): Given {
  const header = credentialHeader(contract, step.actor)
  const own = header ? [{ name: header, in: 'header' as const, value: `$inputs.${step.actor}` }] : []
  const shown = step.bearer && expressions(`Bearer ${step.bearer}`, outputs)
  const credential = shown ? [{ name: 'Authorization', in: 'header' as const, value: shown }] : own
  const { parameters, query } = expressions({ parameters: step.parameters, query: step.query }, outputs)
  return {
    operationId: `$sourceDescriptions.${contract.doors.has(step.operation) ? 'doors' : 'api'}.${step.operation}`,
    parameters: [...credential, ...inPlace('path', parameters), ...inPlace('query', query)],
    successCriteria: criteria ?? [{ condition: onTheWay(contract, step, status) }],
    ...(step.method && {
      description: step.intent === 'broken' ? UNOFFERED : UNLISTED,
      'x-understudy': { method: step.method },
    }),
    ...(step.claims && { description: CLAIMING, 'x-understudy': { claims: step.claims } }),
    ...(step.withNext && { 'x-understudy': { withNext: true } }),
    ...(step.duringNext && { description: IN_THE_MIDDLE, 'x-understudy': { duringNext: true } }),
  }
}

/** Scripts made of the scenario send one after the other, but they say what is described. */
const IN_THE_MIDDLE = 'Sent when half of the next request is on its way; the rest follows its answer'

const CLAIMING = 'Asks to act for an organization that the caller does not belong to'

const UNLISTED = 'The contract has no such operation; however it is answered, nothing may come of it'

const UNOFFERED = 'The contract has no such operation; however it is refused, it is not answered like a success'

export const credentialHeader = (contract: Contract, actor: string): string | undefined =>
  Object.keys(contract.profile.actors[actor]?.headers ?? {})[0]

/**
 * A deletion on the way may be what another implementation refuses, and of what is sent at the same time any may be first:
 * the last step looks at what came of it.
 */
function onTheWay(
  contract: Contract,
  { operation, withNext, method }: RequestStep,
  status: number | undefined,
): string {
  if (method) return '$statusCode < 600'
  const either = withNext || contract.operation(operation).does === 'delete'
  return either ? '$statusCode < 500' : statusCondition(contract, operation, status)
}

/** The condition on a status; where the success status is open, on its class. */
export function statusCondition(contract: Contract, operation: string, status: number | undefined): string {
  if (status !== undefined && status >= 400) return '$statusCode >= 400 && $statusCode < 500'
  const { success } = contract.operation(operation)
  return success.open ? '$statusCode >= 200 && $statusCode < 300' : `$statusCode == ${success.status}`
}
