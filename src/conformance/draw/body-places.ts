import type { Schema } from '../../contract/openapi.ts'

/** A place in a body: its path and its schema. Places inside lists are not included. */
export interface BodyPlace {
  readonly path: readonly string[]
  readonly schema: Schema
  readonly required: boolean
}

export function placesOf(schema: Schema | undefined, path: readonly string[] = []): BodyPlace[] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]): BodyPlace[] => {
    const here = [...path, name]
    return [
      { path: here, schema: field, required: schema?.required?.includes(name) ?? false },
      ...placesOf(field, here),
    ]
  })
}
