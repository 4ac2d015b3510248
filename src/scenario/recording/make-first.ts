import type { Json } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { successSchema } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import type { ArazzoParameter, ArazzoStep } from '../arazzo.ts'
import { describedStatus } from '../described-status.ts'
import { catalogOf, makerOf } from './facts/makers.ts'
import { firstState, laterStates, machinesOf, waysTo } from './facts/progress.ts'
import { freeStepId, type Recording } from './recording.ts'
import type { Use } from './use.ts'

export interface Thing {
  readonly entity: string
  readonly value: string | number
}

/** The functions that fill the body and the path of a step that is added in front. */
export interface Filling {
  body(operation: Operation): Json
  parent(entity: string): Json | undefined
}

/**
 * Puts steps before the one that is being recorded, which make a thing that was there already. The expression for the
 * new thing; undefined when no request makes one.
 */
export function makeFirst(recording: Recording, use: Use, thing: Thing, filling: Filling): string | undefined {
  const { entity, value } = thing
  const maker = makerOf(recording.contract, entity)
  if (!maker) return undefined
  const { operation, path } = maker
  const parents = parentsOf(operation, filling)
  if (!parents) return undefined
  const payload = operation.body && filling.body(operation)
  const stepId = putBefore(recording, operation, {
    parameters: [...use.maker, ...parents],
    ...(payload !== undefined && { requestBody: { contentType: 'application/json', payload } }),
  })
  const byKey = recording.seen.isKey(entity, value) && keyPath(operation, entity)
  recording.known.made(entity, value, { stepId, path: byKey || path })
  recording.lastAsked.set(`${entity} ${value}`, operation.id)
  recording.madeFirst.add(`${entity} ${value}`)
  const name = recording.known.output({ stepId, path })
  bringIntoState(recording, use, thing, { entity, name, parents })
  return recording.known.thing(entity, value)
}

function parentsOf({ parameters }: Operation, { parent }: Filling): ArazzoParameter[] | undefined {
  const inPath = parameters.filter((one) => one.in === 'path')
  const placed = inPath.flatMap(({ name, names = '' }): ArazzoParameter[] => {
    const value = parent(names)
    return value === undefined ? [] : [{ name, in: 'path', value }]
  })
  return placed.length === inPath.length ? placed : undefined
}

const keyPath = (operation: Operation, entity: string): readonly string[] | undefined =>
  annotatedFields(successSchema(operation)).find(
    ({ path, annotation }) => annotation.key === entity && !path.includes('*'),
  )?.path

/** A thing that was further on when the recording began is brought there, where requests alone do that. */
function bringIntoState(
  recording: Recording,
  use: Use,
  { entity, value }: Thing,
  made: { readonly entity: string; readonly name: string; readonly parents: readonly ArazzoParameter[] },
): void {
  const { contract, seen, dependences } = recording
  const states = { ...WANTED[use.operation.id]?.[entity], ...seen.states(entity, value) }
  const ways = machinesOf(contract, entity).flatMap((machine) => {
    const state = states[machine.observe ?? '']
    const initial = firstState(machine, recording.lastAsked.get(`${entity} ${value}`) ?? '')
    if (state === undefined || initial === undefined || !machine.states.includes(state)) return []
    if (laterStates(machine, initial).includes(state)) return []
    const way = waysTo(machine, { from: initial, to: state }, (id) => actsOn(contract.operations.get(id), entity))
    if (way.length === 0) dependences.push({ kind: 'state', entity, state, step: use.operation.id })
    return way
  })
  for (const id of ways) {
    const operation = contract.operation(id)
    const own = operation.parameters.find(({ names }) => names === entity)
    const parents = made.parents.filter(({ name }) => operation.parameters.some((one) => one.name === name))
    putBefore(recording, operation, {
      parameters: [...use.maker, ...parents, { name: own?.name ?? '', in: 'path', value: made.name }],
    })
    recording.lastAsked.set(`${entity} ${value}`, id)
  }
}

/** The states that an operation wants a thing in that it refers to, where the thing itself was never looked at. */
const WANTED: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>> = {
  createRoute: { EmailDomain: { receiveState: 'pending' } },
}

const actsOn = (operation: Operation | undefined, entity: string): boolean =>
  operation?.does === 'act' && operation.entity === entity && !operation.body?.required

/** The place of an offer in the catalog of a target: the first that is used is the first that is offered. */
export function offeredBy(recording: Recording, use: Use, { entity, value }: Thing): string | undefined {
  const { contract, known, offers, steps } = recording
  const catalog = catalogOf(contract, entity)
  if (!catalog) return undefined
  const used = offers.get(entity) ?? []
  if (!used.includes(value) && !use.example) used.push(value)
  offers.set(entity, used)
  const id = `$sourceDescriptions.api.${catalog.operation.id}`
  const stepId =
    steps.find(({ operationId }) => operationId === id)?.stepId ??
    putBefore(recording, catalog.operation, { parameters: use.maker })
  const place = String(Math.max(used.indexOf(value), 0))
  const origin = { stepId, path: catalog.path.map((part) => (part === '*' ? place : part)) }
  if (!use.example) known.made(entity, value, origin)
  return known.output(origin)
}

/** A step that is not part of what was recorded. */
function putBefore(
  recording: Recording,
  operation: Operation,
  { parameters, ...rest }: Pick<ArazzoStep, 'parameters' | 'requestBody'>,
): string {
  const stepId = freeStepId(operation.id, recording)
  const status = describedStatus(recording.contract, operation.id) ?? operation.success.status
  recording.steps.push({
    stepId,
    description: `Before the recording: ${operation.summary.charAt(0).toLowerCase()}${operation.summary.slice(1)}`,
    operationId: `$sourceDescriptions.api.${operation.id}`,
    ...(parameters && parameters.length > 0 && { parameters }),
    ...rest,
    successCriteria: [{ condition: `$statusCode == ${status}` }],
  })
  return stepId
}
