import { isObject } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { identifierOf, propertiesOf } from './schema-fields.ts'

/** A thing with an identifier in a response, and its position. */
export interface Thing {
  readonly entity: string
  readonly id: string
  readonly object: Readonly<Record<string, unknown>>
  readonly pointer: string
  readonly field: string
}

const last = new WeakMap<object, { readonly schema: Schema; readonly things: readonly Thing[] }>()
const promising = new WeakMap<Schema, boolean>()

/** Every identified thing in a body, as its schema says. Several ask about one body. */
export function thingsIn(schema: Schema | undefined, body: unknown): readonly Thing[] {
  if (!schema || typeof body !== 'object' || body === null) return []
  const known = last.get(body)
  if (known?.schema === schema) return known.things
  const things: Thing[] = []
  gather(schema, body, '', things)
  last.set(body, { schema, things })
  return things
}

/** True if a body of this schema can hold an identified thing at all; most parts of most bodies cannot. */
function mayHold(schema: Schema | undefined): boolean {
  if (!schema) return false
  const known = promising.get(schema)
  if (known !== undefined) return known
  promising.set(schema, false)
  const holds =
    identifierOf(schema) !== undefined || mayHold(schema.items) || Object.values(schema.properties ?? {}).some(mayHold)
  promising.set(schema, holds)
  return holds
}

function gather(schema: Schema | undefined, body: unknown, pointer: string, found: Thing[]): void {
  if (!schema || !mayHold(schema)) return
  if (Array.isArray(body))
    for (const [index, item] of body.entries()) gather(schema.items, item, `${pointer}/${index}`, found)
  if (!isObject(body)) return
  const identifier = identifierOf(schema)
  const value = identifier && body[identifier.field]
  if (identifier && (typeof value === 'string' || typeof value === 'number'))
    found.push({ entity: identifier.entity, id: String(value), object: body, pointer, field: identifier.field })
  for (const [name, child] of propertiesOf(schema)) gather(child, body[name], `${pointer}/${name}`, found)
}

/** The place of a field of a thing, as paths name it: `sendKeys[EmailSendKey].lastUsedAt`. */
export const placeIn = ({ pointer, entity }: Thing, field: string): string =>
  [
    ...pointer
      .replace(/\/\d+$/, `[${entity}]`)
      .split('/')
      .filter(Boolean),
    field,
  ].join('.')
