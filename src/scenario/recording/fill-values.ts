import { isObject, type Json } from '../../contract/json.ts'
import type { FieldAnnotation, Schema } from '../../contract/openapi.ts'
import { successSchema } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import { fromNow } from '../relative-time.ts'
import { USUAL_INSTANT } from '../scenario.ts'
import { keyFields } from './facts/keys.ts'
import { isTime, noteOf, schemasAt } from './facts/schema-at.ts'
import type { Recording } from './recording.ts'
import { referenceTo } from './references.ts'
import { SUPPLIED_FIELDS } from './supplied-fields.ts'
import { ANY, isFoundWrong, type Use } from './use.ts'

/** A value of a request, and what is said of its place. */
export interface Placed {
  readonly name: string
  readonly schemas: readonly Schema[]
  readonly note: FieldAnnotation
  /** It is a field of the body itself, not of a nested object. */
  readonly top: boolean
  /** The object that contains the value. */
  readonly beside: Readonly<Record<string, unknown>>
}

/** The body of a request with nothing in it that only the target it was recorded on has. */
export function fillBody(recording: Recording, use: Use, body: Json, schema: Schema): Json {
  const walk = (value: Json, path: readonly string[], beside: Placed['beside']): Json => {
    if (Array.isArray(value)) return value.map((item: Json, index) => walk(item, [...path, String(index)], beside))
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, walk(item as Json, [...path, key], value)]),
      )
    const schemas = schemasAt(schema, path)
    return fillValue(recording, use, value, {
      name: path.at(-1) ?? '',
      schemas,
      note: noteOf(schemas),
      top: path.length === 1,
      beside,
    })
  }
  return walk(body, [], {})
}

/** One value, in a body or in a query. */
export function fillValue(recording: Recording, use: Use, value: Json, placed: Placed): Json {
  const { note, beside } = placed
  if (typeof value !== 'string' && typeof value !== 'number') return value
  const entity = entityOf(note.reference, beside)
  if (entity !== undefined)
    return referenceTo(recording, use, { entity, value }, (inner, body, schema) =>
      fillBody(recording, inner, body, schema),
    )
  return typeof value === 'string' ? fillText(recording, use, value, placed) : value
}

/** Of several kinds of things, the one that the `kind` beside it says. */
function entityOf(reference: FieldAnnotation['reference'], beside: Placed['beside']): string | undefined {
  const entities = [reference ?? []].flat()
  const kind = String(beside.kind ?? '').toLowerCase()
  return entities.find((entity) => kind !== '' && entity.toLowerCase().endsWith(kind)) ?? entities[0]
}

function fillText(recording: Recording, use: Use, text: string, placed: Placed): Json {
  const { known, names, supplies } = recording
  if (placed.note.secret !== undefined) return secretFor(recording, use, text, placed)
  if (recording.asItWas) return known.word(text) ?? text
  if (names.has(text) && isName(use, placed)) return names.textFor(text)
  if (isFoundWrong(use) && !use.example) return known.word(text) ?? names.within(text)
  const field = SUPPLIED_FIELDS[use.operation.id]?.[placed.name]
  if (field) return field(supplies, text)
  if (placed.note.open !== undefined) {
    const choice = supplies.choice(placed.note.open, text)
    if (choice !== undefined) return choice
  }
  if (isTime(placed.schemas)) return timeFor(recording, use, text, placed.name)
  if (isName(use, placed)) return nameFor(recording, use, text, placed)
  return labelFor(recording, text, placed) ?? known.word(text) ?? names.within(text)
}

/** A secret that the caller made up is one of our own making from now on. */
function secretFor(recording: Recording, use: Use, text: string, { name }: Placed): Json {
  const made = recording.known.word(text)
  if (made !== undefined || text.length < SHORT_SECRET) return made ?? text
  const field = SUPPLIED_FIELDS[use.operation.id]?.[name]
  if (field && !isFoundWrong(use)) return field(recording.supplies, text)
  return `secret-{${recording.inputs.salt()}}`
}

/** Nothing as short is meant as a secret; it is there to be refused. */
const SHORT_SECRET = 6

/** True for a field that must be unique, or may have to be. */
function isName({ operation }: Use, { note, name, top }: Placed): boolean {
  if (note.key !== undefined) return note.within === undefined
  return top && (keyFields(operation).has(name) || (operation.does === 'create' && name === 'name'))
}

function nameFor(recording: Recording, use: Use, text: string, { note, name: field }: Placed): string {
  const { names } = recording
  const key = note.key ?? keyFields(use.operation).get(field)
  const name = use.example ? (ownName(recording, use, key) ?? names.unused(`made-${text}`)) : text
  return key === 'EmailDomain' ? names.domain(name) : names.textFor(name)
}

/** A thing that went by a name of the caller's choice keeps it. */
function ownName({ seen }: Recording, { operation, example }: Use, key: string | undefined): string | undefined {
  if (!example || key === undefined || key !== example.entity || example.value === ANY) return undefined
  const names = annotatedFields(successSchema(operation)).filter(({ annotation }) => annotation.identifier === key)
  const isChosen = names.some(({ annotation }) => annotation.key === key) || seen.isKey(key, example.value)
  return isChosen ? String(example.value) : undefined
}

/** A time keeps its distance from the moment of the request. */
function timeFor(recording: Recording, { operation, atMs, example }: Use, text: string, name: string): Json {
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) return text
  const now = example ? Date.parse(USUAL_INSTANT) : atMs
  if (now === undefined) {
    recording.dependences.push({ kind: 'time', value: text, step: operation.id })
    return text
  }
  const onMock = new Date(Date.parse(USUAL_INSTANT) + ms - now).toISOString().replace(/\.\d+Z$/, 'Z')
  return recording.inputs.ask(name, { from: fromNow(ms - now), value: onMock })
}

/** People are called as the target's owner calls them. */
function labelFor({ supplies }: Recording, text: string, { name, beside }: Placed): string | undefined {
  if (name !== 'label') return undefined
  const user = beside.userId ?? (beside.kind === 'user' ? beside.id : undefined)
  return typeof user === 'string' ? supplies.label(user, text) : undefined
}
