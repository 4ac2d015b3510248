import { isObject, type Json } from '../contract/json.ts'
import type { ActorSeed } from './access/seed-identities.ts'
import { emptyWorld } from './empty-world.ts'
import { ROW_SHAPES } from './generated/row-shapes.ts'
import { timerOf } from './model.ts'
import { MODEL_VERSION } from './model-version.ts'
import { everyRow, type Row, type Table } from './table/table.ts'
import { misfit } from './world/misfit.ts'
import type { TableName } from './world/rows.ts'
import { apply, type Change, hasTable, type World } from './world/world.ts'

const FORMAT = 'understudy-world/1'

/** The parts of a saved world besides its tables. */
export interface Surroundings {
  readonly clock: 'real' | 'frozen' | 'set'
  /** The actors that can call in it, by name. */
  readonly actors: Readonly<Record<string, ActorSeed>>
  /** Gaps that are not at their default. */
  readonly gaps: Readonly<Record<string, Json>>
  /** The number of inputs that have changed it since its start. */
  readonly entry?: number
}

export interface SavedWorld extends Omit<Surroundings, 'clock'> {
  readonly world: World
}

/** A world in the form that the control description shows, secrets included. */
export function worldToJson(world: World, { clock, actors, gaps, entry }: Surroundings) {
  const { nowMs, serial, seed, values } = world
  const tables = Object.entries<Table<Row>>(world.tables)
    .map(([name, table]) => [name, [...everyRow(table)]] as const)
    .filter(([, rows]) => rows.length > 0)
  return {
    format: FORMAT,
    version: MODEL_VERSION,
    ...(entry !== undefined && { entry }),
    clock: { mode: clock, now: new Date(nowMs).toISOString() },
    gaps,
    state: { serial, seed, values, actors, tables: Object.fromEntries(tables) },
  }
}

/** Reads a world file. Errors are one sentence; unknown fields are ignored. */
export function worldFromJson(json: unknown): SavedWorld | { readonly error: string } {
  try {
    return readWorld(json)
  } catch (error) {
    if (error instanceof Unreadable) return { error: error.message }
    throw error
  }
}

class Unreadable extends Error {}

function readWorld(json: unknown): SavedWorld {
  const file = objectIn(json, 'it is not a JSON object')
  if (file.format !== FORMAT) throw new Unreadable(`its format is not ${FORMAT}`)
  if (file.version !== MODEL_VERSION)
    throw new Unreadable(`it was saved by version ${String(file.version)} of the model, and this is ${MODEL_VERSION}`)
  const nowMs = Date.parse(String(objectIn(file.clock, 'it has no clock').now))
  if (Number.isNaN(nowMs)) throw new Unreadable('its clock shows no instant')
  const { serial, seed, values, actors, tables } = objectIn(file.state, 'it has no state')
  if (typeof serial !== 'number' || !Number.isSafeInteger(serial)) throw new Unreadable('its state has no serial')
  const start = emptyWorld({
    nowMs,
    ...(typeof seed === 'string' && { seed }),
    ...(values === 'symbolic' && { values }),
  })
  const rows = Object.entries(objectIn(tables, 'its state has no tables')).flatMap(([name, list]) =>
    rowsOf(start, name, list),
  )
  return {
    world: apply(start, [...rows, { kind: 'serial', serial }]),
    actors: Object.fromEntries(Object.entries(isObject(actors) ? actors : {}).map(readActor)),
    // Only what JSON can hold is in a file; whether a value is one of its gap is for the contract to say.
    gaps: isObject(file.gaps) ? (file.gaps as Readonly<Record<string, Json>>) : {},
  }
}

function objectIn(value: unknown, complaint: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw new Unreadable(complaint)
  return value
}

function rowsOf(world: World, table: string, list: unknown): Change[] {
  if (!hasTable(world, table)) throw new Unreadable(`the model has no table ${table}`)
  if (!Array.isArray(list)) throw new Unreadable(`its table ${table} is not a list`)
  return list.map((row: unknown, index) => ({ kind: 'put', table, row: readRow(table, row, index) }))
}

function readRow(table: TableName, value: unknown, index: number): Row {
  const { id, org, seq, ...rest } = objectIn(value, `row ${index + 1} of its table ${table} is not an object`)
  if (typeof id !== 'string' || typeof org !== 'string' || typeof seq !== 'number')
    throw new Unreadable(`row ${index + 1} of its table ${table} lacks id, org or seq`)
  const wrong = misfit(value, ROW_SHAPES[table])
  if (wrong)
    throw new Unreadable(`row ${index + 1} of its table ${table}: ${wrong.path.join('.')} is not ${wrong.expected}`)
  if (table === 'Due' && !isDue(rest)) throw new Unreadable(`row ${index + 1} of its table Due is not a known timer`)
  return { ...rest, id, org, seq }
}

const isDue = ({ timer, atMs, data }: Readonly<Record<string, unknown>>): boolean =>
  typeof timer === 'string' && timerOf(timer) !== undefined && Number.isFinite(atMs) && isObject(data)

function readActor([name, value]: [string, unknown]): [string, ActorSeed] {
  const fields = objectIn(value, `its actor ${name} is not an object`)
  const text = (field: keyof ActorSeed): string => {
    const found = fields[field]
    if (typeof found !== 'string') throw new Unreadable(`its actor ${name} lacks ${field}`)
    return found
  }
  const actor = {
    credential: text('credential'),
    organization: text('organization'),
    role: text('role'),
    userId: text('userId'),
    label: text('label'),
    email: text('email'),
  }
  return [name, actor]
}
