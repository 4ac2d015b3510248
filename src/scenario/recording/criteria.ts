import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import type { Criterion } from '../arazzo.ts'
import { describedStatus } from '../described-status.ts'
import type { Called } from '../scenario.ts'
import { answerSchema } from './facts/answer-schema.ts'
import { chosenFields } from './facts/keys.ts'
import { makerOf } from './facts/makers.ts'
import { lateFields, laterStates, machinesOf, setFields } from './facts/progress.ts'
import { isChoice, isTime, noteOf, schemasAt } from './facts/schema-at.ts'
import { askedOf, type RecordedCall } from './recorded-call.ts'
import type { Recording } from './recording.ts'

/** The facts in a recorded answer that will hold again: no value that differs each time, or on another target. */
export function recordedCriteria(recording: Recording, call: RecordedCall): Criterion[] {
  const { called, exchange, answer } = call
  const elsewhere = recording.callers.isElsewhere(exchange) && Object.keys(call.parameters).length > 0
  const first = { condition: statusCondition(recording.contract, called, exchange.status, elsewhere) }
  const schema = answerSchema(called.operation, exchange.status)
  if (!schema || called.source === 'control') return [first]
  const { id, entity, does } = called.operation
  const whole = !askedOf(call).some((thing) => recording.madeFirst.has(thing))
  const own = ['create', 'update', 'act'].includes(does) || Object.keys(call.parameters).length > 0
  const { contract } = recording
  const late = own && entity !== undefined ? lateFields(contract, entity, id) : NONE
  const set = own && entity !== undefined ? setFields(contract, entity, id) : NONE
  return [first, ...criteriaAt({ recording, schema, entity, own, whole, late, set }, { path: [], firm: true }, answer)]
}

const NONE: ReadonlySet<string> = new Set()

/** An answer that is looked at. */
interface Look {
  readonly recording: Recording
  readonly schema: Schema
  readonly entity: string | undefined
  /** It is about something that the scenario created, so nothing else can affect it. */
  readonly own: boolean
  /** And all that the thing is like was recorded. */
  readonly whole: boolean
  /** Fields that show something only once work in progress is done. */
  readonly late: ReadonlySet<string>
  /** Fields that the operation itself sets. */
  readonly set: ReadonlySet<string>
}

interface Place {
  readonly path: readonly string[]
  /** Every response has it: neither the field nor its parents are optional. */
  readonly firm: boolean
}

/**
 * A refusal whose status is open is told by its class. To somebody of another organization a thing may be forbidden or
 * unknown.
 */
function statusCondition(
  contract: Contract,
  { source, operation }: Called,
  status: number,
  elsewhere: boolean,
): string {
  const { success, responses } = operation
  if (status < 300) {
    const described = source !== 'control' && success.open ? describedStatus(contract, operation.id) : undefined
    return `$statusCode == ${described ?? status}`
  }
  const either = elsewhere && (status === 403 || status === 404)
  const open = status >= 400 && status < 500 && (either || !responses.has(String(status)))
  return open ? '$statusCode >= 400 && $statusCode < 500' : `$statusCode == ${status}`
}

function criteriaAt(look: Look, place: Place, value: unknown): Criterion[] {
  const { path } = place
  if (value === null || value === undefined || !path.every((part) => /^[\w-]+$/.test(part))) return []
  const schemas = schemasAt(look.schema, path)
  const note = noteOf(schemas)
  if (schemas.length === 0 || note.volatile || note.computed || look.late.has(path.join('.'))) return []
  if (Array.isArray(value)) return note.set || note.open ? [] : listCriteria(look, place, value)
  if (!isObject(value)) return leafCriteria(look, place, value as string | number | boolean)
  if (note.open) return []
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []))
  return Object.entries(value).flatMap(([key, item]) =>
    criteriaAt(
      look,
      { path: [...path, key], firm: place.firm && (required.has(key) || look.set.has([...path, key].join('.'))) },
      item,
    ),
  )
}

function leafCriteria(look: Look, { path, firm }: Place, value: string | number | boolean): Criterion[] {
  const schemas = schemasAt(look.schema, path)
  const note = noteOf(schemas)
  const pointer = `$response.body#${path.map((part) => `/${part}`).join('')}`
  const present = firm ? [{ condition: `${pointer} != null` }] : []
  if (note.secret || isTime(schemas)) return present
  const states = path.length === 1 ? statesOf(look, path[0] ?? '', value) : undefined
  if (states) return firm ? [{ condition: states.map((state) => `${pointer} == '${state}'`).join(' || ') }] : []
  const expected = expectedFor(look, value, schemas)
  if (expected !== undefined) return [{ condition: `${pointer} == ${expected}` }]
  if (note.open) return present
  const telling = typeof value === 'boolean' || isChoice(schemas)
  const certain = look.own && look.whole && firm && !isChosen(look, path)
  return telling && certain ? [{ condition: `${pointer} == ${literal(value)}` }] : present
}

/** The field was not set when the thing was created, so a target may choose its value. */
const isChosen = ({ recording: { contract }, entity }: Look, path: readonly string[]): boolean => {
  const maker = makerOf(contract, entity ?? '')
  return maker !== undefined && chosenFields(maker.operation).has(path.join('.'))
}

/** The states that a thing may be in by the time somebody looks; undefined for any other field. */
function statesOf({ recording: { contract }, entity }: Look, field: string, value: unknown): string[] | undefined {
  const machine = machinesOf(contract, entity ?? '').find(({ observe }) => observe === field)
  if (!machine || machine.statesFrom !== undefined || typeof value !== 'string') return undefined
  return machine.states.includes(value) ? laterStates(machine, value) : undefined
}

/** The expected form of a value that the scenario itself sends or was given. */
function expectedFor(
  { recording, own }: Look,
  value: string | number | boolean,
  schemas: readonly Schema[],
): string | undefined {
  const { known, supplies, names } = recording
  if (typeof value === 'boolean') return own && known.wasSent(value) ? String(value) : undefined
  const { identifier, reference, key } = noteOf(schemas)
  const entities = [identifier ?? reference ?? key ?? []].flat()
  const thing = entities.map((entity) => known.thing(entity, value)).find((expression) => expression !== undefined)
  const given = thing ?? supplies.given(value) ?? (identifier === undefined ? undefined : known.word(value))
  if (given !== undefined || identifier !== undefined) return given
  if (typeof value === 'number') return own && known.wasSent(value) ? String(value) : undefined
  const said = known.wasSent(value) && !names.has(value) && names.within(value) === value
  return said && value.length <= 200 && !/[\n\r]/.test(value) ? literal(value) : undefined
}

const literal = (value: string | number | boolean): string =>
  typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : String(value)

/** Other things may be in a list: those of this recording must be, found by what identifies them. */
function listCriteria(look: Look, { path, firm }: Place, list: readonly unknown[]): Criterion[] {
  const { recording, schema } = look
  if (!list.every(isObject))
    return look.own
      ? list.flatMap((item, index) => criteriaAt(look, { path: [...path, String(index)], firm }, item))
      : []
  const items = schemasAt(schema, [...path, '0'])
  const [key, entity] =
    items.flatMap(({ properties = {} }) =>
      Object.entries(properties).flatMap(([name, below]) => {
        const { identifier } = noteOf([below])
        return identifier === undefined ? [] : [[name, identifier] as const]
      }),
    )[0] ?? []
  if (key === undefined || entity === undefined) return []
  return list.flatMap((item) => {
    const id = item[key]
    const made = typeof id === 'string' || typeof id === 'number' ? recording.known.thing(entity, id) : undefined
    if (made === undefined || recording.offers.has(entity)) return []
    const place = path.map((part) => `.${part}`).join('')
    const condition = `$[?count(@${place}[?@.${key} == {${made}}]) == 1]`
    return [{ context: '$response.body', type: 'jsonpath' as const, condition }]
  })
}
