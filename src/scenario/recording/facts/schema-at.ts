import type { FieldAnnotation, Schema } from '../../../contract/openapi.ts'

/** Everything a dereferenced schema says about one place of a value. */
export function schemasAt(schema: Schema, path: readonly string[]): Schema[] {
  const here = [schema, ...[schema.allOf, schema.oneOf, schema.anyOf].flatMap((branches) => branches ?? [])]
  const [part, ...rest] = path
  if (part === undefined)
    return here.length === 1 ? here : [schema, ...here.slice(1).flatMap((one) => schemasAt(one, []))]
  return here.flatMap((one, index) => {
    if (index > 0) return schemasAt(one, path)
    const below =
      one.properties?.[part] ??
      one.items ??
      (typeof one.additionalProperties === 'object' ? one.additionalProperties : undefined)
    return below ? schemasAt(below, rest) : []
  })
}

/** The annotation of a place, from any of its schemas. */
export const noteOf = (schemas: readonly Schema[]): FieldAnnotation =>
  Object.assign({}, ...schemas.map((schema) => schema['x-understudy'] ?? {}))

export const isChoice = (schemas: readonly Schema[]): boolean =>
  schemas.some((schema) => schema.enum !== undefined || schema.const !== undefined)

export const isTime = (schemas: readonly Schema[]): boolean =>
  noteOf(schemas).timestamp === true || schemas.some((schema) => schema.format === 'date-time')
