import { memo } from '../../contract/memo.ts'
import type { Schema } from '../../contract/openapi.ts'

/** The fields that a schema lists, each with its own. Every answer is gone through along them. */
export const propertiesOf = memo((schema: Schema): readonly (readonly [string, Schema])[] =>
  Object.entries(schema.properties ?? {}),
)

interface Identifier {
  readonly field: string
  readonly entity: string
}

/** The field of an item's schema that identifies it, and the entity. */
export const identifierOf = memo((schema: Schema): Identifier | undefined => {
  for (const [field, { 'x-understudy': notes }] of propertiesOf(schema))
    if (notes?.identifier) return { field, entity: notes.identifier }
  return undefined
})
