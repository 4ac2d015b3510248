import type { ErrorObject } from 'ajv/dist/2020.js'
import { didYouMean } from '../text/did-you-mean.ts'

/** A schema violation in words: where in the value, and what was expected there. */
export interface Violation {
  readonly path: readonly string[]
  readonly message: string
  /** The keyword of the schema that objects. Null where it may not be is of the wrong type, whatever else it breaks. */
  readonly keyword: string
}

export function violations(errors: readonly ErrorObject[] | null | undefined): Violation[] {
  return (errors ?? []).filter((error) => !NOISE.has(error.keyword)).map(violation)
}

/** These only say that a branch below them failed. */
const NOISE = new Set(['if', 'oneOf', 'anyOf', 'allOf', 'propertyNames', 'not'])

function violation(error: ErrorObject): Violation {
  const keyword = error.data === null ? 'type' : error.keyword
  return { ...described(error), keyword }
}

function described(error: ErrorObject): Pick<Violation, 'path' | 'message'> {
  const path = pointerParts(error.instancePath)
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'required':
      return { path, message: `${named([...path, String(params.missingProperty)])} is required` }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const key = String(params.additionalProperty ?? params.unevaluatedProperty)
      const known = Object.keys((error.parentSchema?.properties as object | undefined) ?? {})
      return { path: [...path, key], message: `unknown key ${named([...path, key])}${didYouMean(key, known)}` }
    }
    case 'enum': {
      const allowed = (params.allowedValues as readonly unknown[]).map(String)
      const given = typeof error.data === 'string' ? didYouMean(error.data, allowed) : ''
      return { path, message: `${named(path)} must be one of ${allowed.join(', ')}${given}` }
    }
    case 'type':
      return { path, message: `${named(path)} must be ${article(String(params.type))}` }
    case 'format':
      return { path, message: `${named(path)} must be a valid ${String(params.format)}` }
    case 'pattern':
      return { path, message: `${named(path)} does not look right (expected ${String(params.pattern)})` }
    default:
      return { path, message: `${named(path)} ${error.message ?? 'is not valid'}` }
  }
}

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
