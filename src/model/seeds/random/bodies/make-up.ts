import type { JsonSchema } from 'json-schema-faker'
import { faker } from '#faker'
import { isObject } from '../../../../contract/json.ts'
import type { FieldAnnotation, Schema } from '../../../../contract/openapi.ts'
import { present } from '../hand/present.ts'
import { type Place, people, TOGETHER, VALUES } from './values.ts'

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
  if (missing) return undefined
  return fitting(isObject(body) ? { ...body, ...TOGETHER[place.operation]?.(place) } : body, place)
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
  const { reader, org, dice } = place
  const entity = entities.find((name) => reader.isTable(name))
  const ids = entities.includes('User')
    ? people(place).map(({ userId }) => userId)
    : (entity ? present(reader, entity, org) : []).map((row) => row.id)
  const id = ids[dice.between(0, ids.length - 1)]
  return typeof value === 'number' && id !== undefined ? Number(id) : id
}

/**
 * Fixes what no schema can say: the check has to fit the kind of monitor, a scope may name only what the caller has, and
 * names only what is true.
 */
function fitting(body: unknown, place: Place): unknown {
  if (!isObject(body)) return body
  const { scope: _scope, http: _http, tcp: _tcp, ...rest } = body
  const { kind } = rest
  return place.operation === 'createMonitor' && typeof kind === 'string'
    ? { ...rest, [kind]: VALUES[kind]?.(place) }
    : rest
}
