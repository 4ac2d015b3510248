import type { JsonSchema } from 'json-schema-faker'
import { faker } from '#faker'
import type { FieldAnnotation, Schema } from '../../../contract/openapi.ts'
import type { Row } from '../../table/table.ts'
import type { Reader } from '../../world/reader.ts'
import { member, type Place, VALUES } from './values.ts'

/** The probability that an optional field is filled in. */
export type Talkative = 0 | 0.4

/**
 * A body that fits a schema. What the schema's annotations call a reference names something that is there; what has a
 * value of its own form gets one; everything else is as the schema has it. Undefined: something it needs is missing.
 */
export function madeUpBody(schema: Schema, place: Place, optionalsProbability: Talkative): unknown {
  let missing = false
  const outputTransform = (value: unknown, of: JsonSchema, path: string): unknown => {
    const made = better(value, of, path, place)
    missing ||= made === undefined
    return made
  }
  const seed = place.dice.between(1, 2 ** 31)
  // The two packages name the same thing; ours lists fewer keywords.
  const body = faker().generateSync(schema as JsonSchema, { seed, optionalsProbability, outputTransform })
  return missing ? undefined : body
}

function better(value: unknown, schema: JsonSchema, path: string, place: Place): unknown {
  const name = path.split('/').findLast((part) => !/^\d+$/.test(part)) ?? ''
  const inArray = /\/\d+$/.test(path)
  const own = inArray ? undefined : (VALUES[`${place.operation}.${name}`] ?? VALUES[name])
  if (own) return own(place)
  const reference = annotationOf(schema)?.reference
  return reference === undefined ? value : referred(place, [reference].flat(), value)
}

function annotationOf(schema: JsonSchema): FieldAnnotation | undefined {
  return typeof schema === 'object' ? (schema as Schema)['x-understudy'] : undefined
}

/** The id of something of one of these kinds; a number where the schema wants one. */
function referred(place: Place, entities: readonly string[], value: unknown): unknown {
  if (entities.includes('User')) return member(place)?.userId
  const entity = entities.find((name) => place.reader.isTable(name))
  const rows = entity ? present(place.reader, entity, place.org) : []
  const id = rows[place.dice.between(0, rows.length - 1)]?.id
  return typeof value === 'number' && id !== undefined ? Number(id) : id
}

/** Things of a kind that are there and not on their way out. */
export function present(reader: Reader, entity: string, org: string): Row[] {
  if (!reader.isTable(entity)) return []
  return [...reader.oldest(entity, 'all', org)].filter(
    (row) => !('deleted' in row && row.deleted) && !('deleting' in row && row.deleting),
  )
}
