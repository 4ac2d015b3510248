import type { Operation } from '../../contract/operations.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import { isRead } from './looks.ts'

/**
 * A theme is a group of operations to draw a sequence from: those about things that refer to each other, which interact far
 * more than things of the whole API do, or those of a whole area, for what comes about through several of them.
 */
export interface Theme {
  readonly name: string
  readonly operations: readonly Operation[]
  readonly weight: number
}

export function themes(operations: readonly Operation[]): Theme[] {
  return [...Map.groupBy(operations, ({ area }) => area)].flatMap(([area, own]) => {
    const close = closeThemes(own)
    // As often as all the others.
    const weight = close.reduce((sum, theme) => sum + theme.weight, 0) || own.length
    return [...close, { name: area, operations: own, weight }]
  })
}

function closeThemes(operations: readonly Operation[]): Theme[] {
  const entities = [...new Set(operations.flatMap(({ entity }) => entity ?? []))]
  const apart = operations.filter(({ entity }) => entity === undefined)
  const all = entities.map((entity): Theme => {
    const close = new Set([entity, ...operations.filter((operation) => operation.entity === entity).flatMap(mentioned)])
    const own = [...operations.filter((operation) => mentioned(operation).some((other) => close.has(other))), ...apart]
    return { name: entity, operations: own, weight: own.length }
  })
  return all.filter((theme) => !theme.operations.every(isRead))
}

/** The entities an operation is about: its own, those in its path, those its body refers to. */
function mentioned({ entity, parameters, body }: Operation): string[] {
  const referred = annotatedFields(body?.schema).flatMap(({ annotation }) => annotation.reference ?? [])
  return [...(entity ? [entity] : []), ...parameters.flatMap(({ names }) => names ?? []), ...referred].filter(
    (name) => name !== 'User',
  )
}
