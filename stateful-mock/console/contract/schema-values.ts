import type { Json, Schema } from './contract.ts'
import { propertiesOf } from './resources.ts'

/** The values known at this place, by the entity they name. */
export type Known = Readonly<Record<string, string>>

/** Values by the name of the field they would fit, where no annotation tells. */
export type Hints = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const referenceOf = (schema: Schema): string | undefined => {
  const named = schema['x-understudy']?.reference
  return Array.isArray(named) ? named[0] : (named as string | undefined)
}

export const typeOf = (schema: Schema): string | undefined => {
  const { type } = schema
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return type.find((one) => one !== 'null')
  if (schema.properties || schema.allOf) return 'object'
  return undefined
}

/** A body to start from: what must be there, filled from what is known, the example, or the first that fits. */
export function firstBody(schema: Schema, known: Known, example: unknown, hints: Hints = {}): unknown {
  if (typeOf(schema) !== 'object') return firstValue(schema, known, example)
  const properties = propertiesOf(schema)
  const wanted = new Set(requiredOf(schema))
  // Of alternatives that differ in what must be there, the first for which something is known.
  const choice = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(({ required }) => required)
  const fitting =
    choice.find(({ required = [] }) => required.every((name) => isKnown(properties[name], known))) ?? choice[0]
  for (const name of fitting?.required ?? []) wanted.add(name)
  const filled = [...wanted].flatMap((name) => {
    const property = properties[name]
    const usual = hints[name] ?? (isRecord(example) ? example[name] : undefined)
    return property ? [[name, firstValue(property, known, usual)]] : []
  })
  return Object.fromEntries(filled)
}

/** The example in full, with what is known in the place of what it makes up; references that lead nowhere are left out. */
export function exampleBody(schema: Schema, known: Known, example: unknown, hints: Hints = {}): unknown {
  const least = firstBody(schema, known, fitting(schema, example, known), hints)
  if (!isRecord(example) || !isRecord(least)) return least
  const properties = propertiesOf(schema)
  const others = Object.entries(fitting(schema, example, known) as Record<string, unknown>).filter(
    ([name]) => !(name in least) && !leadsNowhere(properties[name] ?? {}, known),
  )
  return { ...least, ...Object.fromEntries(others) }
}

/** An example with the things of this world in the place of those it makes up, deep inside as well. */
function fitting(schema: Schema, example: unknown, known: Known): unknown {
  if (Array.isArray(example)) return example.map((item) => fitting(schema.items ?? {}, item, known))
  if (!isRecord(example)) return sameKind(schema, example, known) ?? example
  const properties = propertiesOf(schema)
  const required = requiredOf(schema)
  return Object.fromEntries(
    Object.entries(example)
      .filter(([name]) => required.includes(name) || !leadsNowhere(properties[name]?.items ?? {}, known))
      .map(([name, value]) => [name, fitting(properties[name] ?? {}, value, known)]),
  )
}

/** True for a name of something of which nothing is known. */
const leadsNowhere = (schema: Schema, known: Known): boolean =>
  referenceOf(schema) !== undefined && !isKnown(schema, known)

/** For a field that may name several kinds: the kind whose identifiers look like the example's. */
function sameKind(schema: Schema, example: unknown, known: Known): string | undefined {
  const reference = schema['x-understudy']?.reference
  if (!Array.isArray(reference)) return known[referenceOf(schema) ?? '']
  const prefix = String(example).split('_')[0]
  return reference.map((entity) => known[entity]).find((id) => id?.split('_')[0] === prefix)
}

const isKnown = (schema: Schema | undefined, known: Known): boolean =>
  schema !== undefined && known[referenceOf(schema) ?? ''] !== undefined

export const requiredOf = (schema: Schema): readonly string[] => [
  ...(schema.required ?? []),
  ...(schema.allOf ?? []).flatMap(requiredOf),
]

export function firstValue(schema: Schema, known: Known, example?: unknown): unknown {
  const named = known[referenceOf(schema) ?? '']
  if (named !== undefined) return typeOf(schema) === 'integer' ? Number(named) : named
  if (schema.const !== undefined) return schema.const
  if (example !== undefined) return example
  const given = (schema as { default?: Json }).default
  if (given !== undefined) return given
  if (schema.enum) return schema.enum[0]
  const [branch] = schema.oneOf ?? schema.anyOf ?? []
  switch (typeOf(schema)) {
    case 'object':
      return firstBody(schema, known, undefined)
    case 'array':
      return []
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return (schema as { minimum?: number }).minimum ?? 0
    case 'string':
      return ''
    default:
      return branch ? firstValue(branch, known) : ''
  }
}
