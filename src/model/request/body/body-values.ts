import type { Schema } from '../../../contract/openapi.ts'

/** A value in a body, with the way to it. */
export class BodyValue {
  readonly value: unknown
  /** The schema of the value; undefined for a field that is not listed. */
  readonly schema: Schema | undefined
  /** Of the field, or the index in a list; the body itself has none. */
  readonly #name: string
  readonly #within: BodyValue | undefined

  constructor(value: unknown, schema: Schema | undefined, name = '', within?: BodyValue) {
    this.value = value
    this.schema = schema
    this.#name = name
    this.#within = within
  }

  get path(): readonly string[] {
    return this.#within ? [...this.#within.path, this.#name] : []
  }

  /** True if the parent object requires this field. */
  get required(): boolean {
    return this.#within?.schema?.required?.includes(this.#name) ?? false
  }

  /** True for an item of a list. */
  get listed(): boolean {
    return Array.isArray(this.#within?.value)
  }
}

const ANYTHING: Schema = {}

/** The values in a body as far as something is written about them, the outer before the inner. */
export function bodyValues(schema: Schema, body: unknown): readonly BodyValue[] {
  const values: BodyValue[] = []
  gather(values, new BodyValue(body, schema))
  return values
}

function gather(values: BodyValue[], one: BodyValue): void {
  values.push(one)
  const { value, schema } = one
  if (!schema || schema === ANYTHING || typeof value !== 'object' || value === null) return
  if (Array.isArray(value))
    for (const [index, item] of value.entries())
      gather(values, new BodyValue(item, schema.items ?? ANYTHING, String(index), one))
  else
    for (const name of Object.keys(value))
      gather(values, new BodyValue(value[name as keyof typeof value], fieldSchema(schema, name), name, one))
}

/** The schema of a field of an object; undefined when it is not listed. */
export function fieldSchema(schema: Schema, name: string): Schema | undefined {
  const { properties, additionalProperties: others } = schema
  if (properties && Object.hasOwn(properties, name)) return properties[name]
  if (typeof others === 'object') return others
  return others === true || !properties ? ANYTHING : undefined
}
