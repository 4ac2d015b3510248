import { isObject } from '../json.ts'
import type { FieldAnnotation, OpenApi } from '../openapi.ts'

/** An x-understudy object of a document, with the kind of its parent. */
interface Annotation {
  readonly kind: string
  readonly value: unknown
  readonly where: string
}

export function* annotations(document: OpenApi): Generator<Annotation> {
  function* walk(node: unknown, path: readonly string[]): Generator<Annotation> {
    if (Array.isArray(node)) for (const [index, item] of node.entries()) yield* walk(item, [...path, String(index)])
    if (!isObject(node)) return
    for (const [key, value] of Object.entries(node)) {
      if (key === 'x-understudy') yield { kind: kindOf(node, path), value, where: path.join('/') }
      else if (key !== 'example') yield* walk(value, [...path, key])
    }
  }
  yield* walk(document, [])
}

function kindOf(node: Readonly<Record<string, unknown>>, path: readonly string[]): string {
  if (path.length === 0) return 'part'
  if ('operationId' in node) return 'operation'
  if ('in' in node && 'schema' in node) return 'parameter'
  if (path.at(-2) === 'responses' || path.at(-2) === 'securitySchemes') return 'part'
  return 'field'
}

/** The gaps that a description names. */
export function openPoints(document: OpenApi): string[] {
  return [...annotations(document)].flatMap(({ value }) => (value as FieldAnnotation).open ?? [])
}

/** The checklist lines that a description names. */
export function checklistInParts(document: OpenApi): string[] {
  return [...annotations(document)].flatMap(({ value }) => (value as { checklist?: readonly string[] }).checklist ?? [])
}
