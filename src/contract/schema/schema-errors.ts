import type { ErrorObject } from 'ajv/dist/2020.js'
import { didYouMean } from '../text/did-you-mean.ts'
import { asChosen } from './alternatives.ts'

/** A schema violation in words: where in the value, and what was expected there. */
export interface Violation {
  readonly path: readonly string[]
  readonly message: string
  /** The keyword of the schema that objects. Null where it may not be is of the wrong type, whatever else it breaks. */
  readonly keyword: string
}

/** A violation of a compiled schema, as data too. */
export interface SchemaViolation extends Violation {
  /** The place the message is about: the path, and the name of the key if one is missing. */
  readonly place: readonly string[]
  /** The words without the place. */
  readonly problem: string
  /** The types or the values that would do; none where the schema objects to something else. */
  readonly allowed: readonly unknown[]
}

/** Maximum number of errors that are reported; more do not help. */
const MOST = 20

/** Beside a suggestion nobody reads through more names than that. */
const LONG_LIST = 20

/** The first of them. */
export function violations(errors: readonly ErrorObject[] | null | undefined): SchemaViolation[] {
  const telling = asChosen(errors ?? [])
    .values()
    .filter((error) => !NOISE.has(error.keyword) || error.params.needs !== undefined)
  return [...telling.take(MOST).map(violation)]
}

/** These only say that a branch below them failed. */
const NOISE = new Set(['if', 'oneOf', 'anyOf', 'allOf', 'propertyNames', 'not'])

function violation(error: ErrorObject): SchemaViolation {
  const keyword = error.data === null ? 'type' : error.keyword
  const path = pointerParts(error.instancePath)
  return { path, place: path, allowed: [], keyword, ...described(error, path) }
}

type Described = Pick<SchemaViolation, 'problem' | 'message'> & Partial<SchemaViolation>

function described(error: ErrorObject, path: readonly string[]): Described {
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required': {
      const place = [...path, String(params.missingProperty)]
      return { place, ...worded(place, 'is required') }
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = String(params.additionalProperty ?? params.unevaluatedProperty)
      const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {})
      const place = [...path, key]
      const problem = `key ${named(place)}${didYouMean(key, known)}`
      return { path: place, place, problem, message: `unknown ${problem}` }
    }
    case 'enum': {
      const allowed = params.allowedValues as readonly unknown[]
      const names = allowed.map(String)
      const given = typeof error.data === 'string' ? didYouMean(error.data, names) : ''
      const listed =
        names.length > LONG_LIST && given !== '' ? `one of ${names.length} names` : `one of ${names.join(', ')}`
      return { allowed, ...worded(path, `must be ${listed}${given}`) }
    }
    case 'const': {
      const allowed = [params.allowedValue]
      return { allowed, ...worded(path, `must be ${String(params.allowedValue)}`) }
    }
    case 'oneOf':
    case 'anyOf': {
      const one = error.keyword === 'oneOf' ? 'exactly one' : 'one'
      return worded(path, `needs ${one} of ${(params.needs as readonly string[]).join(', ')}`)
    }
    case 'type': {
      const type = String(params.type)
      return { allowed: type.split(','), ...worded(path, `must be ${article(type)}`) }
    }
    case 'format':
      return worded(path, `must be a valid ${String(params.format)}`)
    case 'pattern':
      return worded(path, `does not look right (expected ${String(params.pattern)})`)
    default:
      return worded(path, error.message ?? 'is not valid')
  }
}

const worded = (place: readonly string[], problem: string): Described => ({
  problem,
  message: `${named(place)} ${problem}`,
})

export function pointerParts(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function named(path: readonly string[]): string {
  return path.length === 0 ? 'the value' : path.join('.')
}

function article(type: string): string {
  return type
    .split(',')
    .map((one) => (/^[aeiou]/.test(one) ? `an ${one}` : `a ${one}`))
    .join(' or ')
}
