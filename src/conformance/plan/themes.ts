import type { Operation } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'

/**
 * A theme is a small group of operations about things that refer to each other. A sequence with a theme has far more
 * interactions than one over the whole API.
 */
export interface Theme {
  readonly name: string
  readonly operations: readonly Operation[]
}

export function themes(operations: readonly Operation[]): Theme[] {
  const entities = [...new Set(operations.flatMap(({ entity }) => entity ?? []))]
  const apart = operations.filter(({ entity }) => entity === undefined)
  return entities.map((entity) => {
    const close = new Set([entity, ...operations.filter((operation) => operation.entity === entity).flatMap(mentioned)])
    return {
      name: entity,
      operations: [
        ...operations.filter((operation) => mentioned(operation).some((other) => close.has(other))),
        ...apart,
      ],
    }
  })
}

/** The entities an operation is about: its own, those in its path, those its body refers to. */
function mentioned({ entity, parameters, body }: Operation): string[] {
  const referred = annotatedFields(body?.schema).flatMap(({ annotation }) => annotation.reference ?? [])
  return [...(entity ? [entity] : []), ...parameters.flatMap(({ names }) => names ?? []), ...referred].filter(
    (name) => name !== 'User',
  )
}
