import { memo } from '../memo.ts'
import type { FieldAnnotation, Schema } from '../openapi.ts'

/** A place in a body: property names, `*` for any item of an array, `?` for any key of a map. */
export type FieldPath = readonly string[]

export interface AnnotatedField {
  readonly path: FieldPath
  readonly schema: Schema
  readonly annotation: FieldAnnotation
}

/** Every annotated place of a dereferenced schema, outermost first. */
export function annotatedFields(schema: Schema | undefined): readonly AnnotatedField[] {
  return schema ? fieldsOf(schema) : []
}

const fieldsOf = memo((schema: Schema): readonly AnnotatedField[] => fieldsBelow(schema, []))

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
