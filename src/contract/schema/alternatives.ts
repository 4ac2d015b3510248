import type { ErrorObject } from 'ajv/dist/2020.js'
import { isObject } from '../json.ts'
import type { Schema } from '../openapi.ts'

/**
 * The errors of a value, where of several alternatives only the one that was meant counts. Those come last, because what
 * is wrong whichever is meant says more.
 */
export function asChosen(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  if (!errors.some(isChoice)) return errors
  const direct: ErrorObject[] = []
  const chosen: (readonly ErrorObject[])[] = []
  // The errors of the alternatives stand right before the one that says that none fits.
  for (let end = errors.length - 1; end >= 0; end -= 1) {
    const error = errors[end] as ErrorObject
    if (!isChoice(error)) {
      direct.push(error)
      continue
    }
    let start = end
    while (start > 0 && isWithin(errors[start - 1] as ErrorObject, error)) start -= 1
    chosen.push(meant(error, errors.slice(start, end)))
    end = start
  }
  return [...direct.reverse(), ...chosen.reverse().flat()]
}

/** None of the alternatives fits. Where too many do, none has an error. */
const isChoice = ({ keyword, params }: ErrorObject): boolean =>
  keyword === 'anyOf' || (keyword === 'oneOf' && params.passingSchemas === null)

const isWithin = (error: ErrorObject, { schemaPath, instancePath }: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${schemaPath}/`) && `${error.instancePath}/`.startsWith(`${instancePath}/`)

interface Alternative {
  readonly schema: Schema
  readonly errors: readonly ErrorObject[]
}

function meant(choice: ErrorObject, errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const { data } = choice
  const alternatives = (choice.schema as readonly Schema[]).map((schema, index) => ({
    schema,
    errors: errors.filter(({ schemaPath }) => schemaPath.startsWith(`${choice.schemaPath}/${index}/`)),
  }))
  const fitting = alternatives.filter((one) => !one.errors.some((error) => isAltogether(error, choice)))
  if (!isObject(data) || fitting.length === 0) return asChosen(errors)
  return byValue(choice, data, fitting) ?? byKeys(choice, data, fitting)
}

/** The value is of another kind than the alternative as a whole. */
const isAltogether = ({ keyword, instancePath }: ErrorObject, choice: ErrorObject): boolean =>
  instancePath === choice.instancePath && ['type', 'const', 'enum'].includes(keyword)

/** A key with other fixed values in each alternative tells which one is meant. */
function byValue(
  choice: ErrorObject,
  data: Readonly<Record<string, unknown>>,
  alternatives: readonly Alternative[],
): readonly ErrorObject[] | undefined {
  const [first] = alternatives
  if (!first || alternatives.length < 2) return undefined
  const key = Object.keys(first.schema.properties ?? {}).find((name) =>
    alternatives.every(({ schema }) => schema.required?.includes(name) && valuesOf(schema, name).length > 0),
  )
  if (key === undefined) return undefined
  const given = data[key]
  if (given === undefined) return first.errors.filter(({ params }) => params.missingProperty === key)
  const found = alternatives.find(({ schema }) => valuesOf(schema, key).includes(given))
  if (found) return asChosen(found.errors)
  const allowedValues = [...new Set(alternatives.flatMap(({ schema }) => valuesOf(schema, key)))]
  const instancePath = `${choice.instancePath}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return [{ ...choice, keyword: 'enum', instancePath, params: { allowedValues }, data: given }]
}

function valuesOf({ properties }: Schema, key: string): readonly unknown[] {
  const field = properties?.[key]
  return field?.const !== undefined ? [field.const] : (field?.enum ?? [])
}

/** Otherwise the one that knows most of the given keys is meant. If that is not clear, the error tells what each needs. */
function byKeys(
  choice: ErrorObject,
  data: Readonly<Record<string, unknown>>,
  alternatives: readonly Alternative[],
): readonly ErrorObject[] {
  const known = ({ schema: { properties, required = [] } }: Alternative): number =>
    Object.keys(data).filter((key) => required.includes(key) || Object.hasOwn(properties ?? {}, key)).length
  const most = Math.max(...alternatives.map(known))
  const best = alternatives.filter((one) => known(one) === most)
  const needs = new Set(alternatives.map(({ schema }) => (schema.required ?? []).join(' with ')))
  const isClear = best.length === 1 && (most > 0 || alternatives.length === 1)
  if (isClear || needs.has('') || needs.size < alternatives.length)
    return asChosen(best.flatMap(({ errors }) => errors))
  return [{ ...choice, params: { needs: [...needs] } }]
}
