import { isObject, type Json } from '../../../contract/json.ts'

/** The place in an answer where a value was seen. */
export interface Origin {
  readonly stepId: string
  readonly path: readonly string[]
}

type Value = string | number

/** Shorter ones would be taken for ordinary words. */
const SHORTEST = 4

/**
 * The values of a recording so far: things that were made, by kind, since two kinds may share an identifier; other
 * values that the target made up; and values that the caller sent, which come back as an echo.
 */
export class KnownValues {
  readonly #things = new Map<string, Origin>()
  readonly #words = new Map<Value, Origin>()
  readonly #sent = new Set<unknown>()
  readonly #outputs = new Map<string, Map<string, string>>()

  /** The caller sends these; what comes back equal is an echo. */
  sent(value: unknown): void {
    for (const leaf of leavesOf(value)) this.#sent.add(leaf)
  }

  wasSent(value: unknown): boolean {
    return this.#sent.has(value)
  }

  /** A step has made a thing, or shows one that no request makes. */
  made(entity: string, value: Value, origin: Origin): void {
    this.#things.set(keyOf(entity, value), origin)
  }

  /** An answer holds a value that the target made up. */
  said(value: Value, origin: Origin): void {
    if (String(value).length >= SHORTEST && !this.#words.has(value) && !this.#sent.has(value))
      this.#words.set(value, origin)
  }

  has(entity: string, value: Value): boolean {
    return this.#things.has(keyOf(entity, value))
  }

  /** The expression for a thing that an earlier step made. */
  thing(entity: string, value: Value): string | undefined {
    const origin = this.#things.get(keyOf(entity, value))
    return origin && this.output(origin)
  }

  /** The expression for any other value of an earlier answer. */
  word(value: Value): string | undefined {
    const origin = this.#words.get(value)
    return origin && this.output(origin)
  }

  /** The expression for a place in the answer of a step. */
  output({ stepId, path }: Origin): string {
    const outputs = this.#outputs.get(stepId) ?? new Map<string, string>()
    this.#outputs.set(stepId, outputs)
    const pointer = path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
    const name = outputs.get(pointer) ?? path.join('_').replace(/\W/g, '_')
    outputs.set(pointer, name)
    return `$steps.${stepId}.outputs.${name}`
  }

  /** The outputs of a step that later steps use. */
  outputsOf(stepId: string): Record<string, string> {
    return Object.fromEntries(
      [...(this.#outputs.get(stepId) ?? [])].map(([pointer, name]) => [name, `$response.body#${pointer}`]),
    )
  }
}

/** In a path a number is text: one identifier has one key. */
const keyOf = (entity: string, value: Value): string => `${entity} ${value}`

export function leavesOf(value: unknown): Json[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf)
  if (isObject(value)) return Object.values(value).flatMap(leavesOf)
  return value === undefined ? [] : [value as Json]
}
