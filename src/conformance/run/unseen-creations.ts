import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import type { Exchange } from '../../target/exchange.ts'
import { valueAt } from '../compare/value-at.ts'
import type { Sequence } from '../sequence/sequence.ts'
import { catchUp } from '../session/look-again.ts'
import type { Session } from '../session/session.ts'
import { isEmpty, sendAside } from '../session/to-send.ts'
import { rowsWithId } from '../shadow/rows.ts'
import { plainRequest } from '../step/plain-request.ts'
import type { RequestStep } from '../step/step.ts'
import { removeOne } from './clean-up.ts'

/**
 * Deletes the result of a creation whose response was lost or unusable: things of its kind are listed, and one with the sent
 * name is ours, because names are unique. If they cannot be listed, this is reported.
 */
export async function removeUnseen(session: Session, sequence: Sequence): Promise<void> {
  for (const { step, answer } of unseenCreations(session, sequence)) {
    if (answer === 'unreadable') await catchUp(session)
    const made = await unknownThings(session, sequence, step)
    for (const id of made ?? []) await removeOne(session, entityOf(session, step), id, step.actor)
    if (made === undefined && answer === 'unreadable')
      session.leftBehind.add(`perhaps what ${step.operation} made: it was not answered`)
    if (!made?.length && answer === 'nameless')
      session.leftBehind.add(`what ${step.operation} made: its id was not readable`)
  }
}

interface Unseen {
  readonly step: RequestStep
  /** Nameless: a success that can be read, without the identifier it should have. */
  readonly answer: 'unreadable' | 'nameless' | 'named'
}

/** Creations that were not refused, and whose thing the shadow does not know. */
function unseenCreations(session: Session, { trace, shadow }: Sequence): Unseen[] {
  const { contract } = session
  return trace.flatMap(({ step, exchange }) => {
    if (step.kind !== 'request' || contract.operation(step.operation).does !== 'create') return []
    const knows = (id: unknown) => rowsWithId(shadow.world, entityOf(session, step), String(id)).length > 0
    if (!isKnown(contract, step.actor) || !mayHaveMade(exchange, knows)) return []
    return [{ step, answer: kindOf(contract.operation(step.operation), exchange) }]
  })
}

function kindOf(operation: Operation, exchange: Exchange | undefined): Unseen['answer'] {
  if (!exchange?.answered || exchange.received.status >= 300 || !isObject(exchange.received.json)) return 'unreadable'
  const { json } = exchange.received
  const places = annotatedFields(successSchema(operation)).filter(
    ({ annotation, path }) => annotation.identifier === operation.entity && !path.includes('*'),
  )
  return places.length > 0 && !places.some(({ path }) => isIdentifier(valueAt(json, path))) ? 'nameless' : 'named'
}

const isIdentifier = (value: unknown): boolean => (typeof value === 'string' && value !== '') || Number.isInteger(value)

/** Anonymous requests create nothing. */
const isKnown = ({ profile }: Contract, actor: string): boolean => !isEmpty(profile.actors[actor]?.headers ?? {})

function mayHaveMade(exchange: Exchange | undefined, knows: (id: unknown) => boolean): boolean {
  if (!exchange?.answered) return true
  const { status, json } = exchange.received
  if (status >= 400 && status < 500) return false
  // The thing is the answer, or one of its fields.
  const shown = isObject(json) ? [json, ...Object.values(json).filter(isObject)] : []
  return !shown.some(({ id, slug }) => knows(id) || knows(slug))
}

const entityOf = ({ contract }: Session, { operation }: RequestStep): string =>
  contract.operation(operation).entity ?? ''

/** Identifiers of things that a step created and the shadow does not know; undefined if they cannot be found out. */
async function unknownThings(
  session: Session,
  { salt, shadow }: Sequence,
  step: RequestStep,
): Promise<string[] | undefined> {
  const entity = entityOf(session, step)
  const list = listOf(session, entity, step)
  const names = namesIn(step.body, salt)
  if (!list || names.length === 0) return undefined
  const { parameters, actor } = step
  const exchange = await sendAside(session, plainRequest({ operation: list.id, parameters }, actor))
  if (!exchange.answered || exchange.received.status >= 300 || !isObject(exchange.received.json)) return undefined
  return objectsIn(exchange.received.json)
    .filter((item) => names.some(([field, name]) => item[field] === name))
    .map(({ id, slug }) => id ?? slug)
    .filter((id) => typeof id === 'string' && rowsWithId(shadow.world, entity, id).length === 0)
    .map(String)
}

/** The operation that lists things of a kind below the same parents. */
function listOf({ contract }: Session, entity: string, { parameters }: RequestStep): Operation | undefined {
  return [...contract.operations.values()].find(
    (operation) =>
      operation.does === 'list' &&
      operation.entity === entity &&
      !contract.profile.leaveOut.includes(operation.id) &&
      operation.parameters.every(({ name, required }) => !required || name in parameters),
  )
}

/** The fields of a body with a unique name. */
const namesIn = (body: unknown, salt: string): [string, unknown][] =>
  isObject(body) ? Object.entries(body).filter(([, value]) => typeof value === 'string' && value.includes(salt)) : []

/** The items of the lists in a body. */
const objectsIn = (body: unknown): Readonly<Record<string, unknown>>[] =>
  isObject(body) ? Object.values(body).flatMap((list) => (Array.isArray(list) ? list.filter(isObject) : [])) : []
