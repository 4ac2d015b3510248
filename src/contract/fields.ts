import type { FieldAnnotation, Schema } from './openapi.ts'

/** A place in a body: property names, `*` for any item of an array, `?` for any key of a map. */
export type FieldPath = readonly string[]

export interface AnnotatedField {
  readonly path: FieldPath
  readonly schema: Schema
  readonly annotation: FieldAnnotation
}

const found = new WeakMap<Schema, readonly AnnotatedField[]>()

/** Every annotated place of a dereferenced schema, outermost first. Looked for once in each. */
export function annotatedFields(schema: Schema | undefined): readonly AnnotatedField[] {
  if (!schema) return []
  const fields = found.get(schema) ?? fieldsBelow(schema, [])
  found.set(schema, fields)
  return fields
}

function fieldsBelow(schema: Schema | undefined, path: FieldPath): AnnotatedField[] {
  if (!schema) return []
  const here = schema['x-understudy'] ? [{ path, schema, annotation: schema['x-understudy'] }] : []
  const properties = Object.entries(schema.properties ?? {}).flatMap(([name, child]) =>
    fieldsBelow(child, [...path, name]),
  )
  const items = fieldsBelow(schema.items, [...path, '*'])
  const entries =
    typeof schema.additionalProperties === 'object' ? fieldsBelow(schema.additionalProperties, [...path, '?']) : []
  const branches = [...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((branch) =>
    fieldsBelow(branch, path),
  )
  return [...here, ...properties, ...items, ...entries, ...branches]
}
