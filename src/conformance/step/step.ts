import { isObject } from '../../contract/json.ts'
import type { Method } from '../../contract/openapi.ts'
import { asToken } from './id-token.ts'
import { itemAt, ownIn } from './own-items.ts'

/**
 * One step of a sequence, as it can be repeated later: what an earlier answer gave is a reference
 * (`⟪3#/id⟫`: the answer to step 3, at /id), names carry the salt of their run (`⟪salt⟫`).
 */
export type Step = RequestStep | EventStep

export interface RequestStep {
  readonly kind: 'request'
  readonly operation: string
  readonly actor: string
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  /** Text that is no JSON, in place of a body. */
  readonly raw?: string
  /** In place of the operation's own: the contract has no such operation. */
  readonly method?: Method
  /**
   * plain: every implementation must accept such values. broken: one thing is wrong. exotic: either may happen.
   * odd: taken, refused or tidied up.
   */
  readonly intent: Intent
  /** A token that is shown instead of the actor's own credential, wherever that travels. */
  readonly bearer?: string
  /** An actor whose organization the caller asks to act for, in the way that actor does, without belonging to it. */
  readonly claims?: string
  /** Sent at the same time as the step that follows. */
  readonly withNext?: true
  /** The same, but so much earlier that it is the first to arrive. */
  readonly justBefore?: true
  /** Sent when half of the body of the step that follows is on its way; the rest of that goes out after its answer. */
  readonly duringNext?: true
  /** Starts work that takes time: if it is accepted, the next step waits a moment. */
  readonly thenWait?: true
  /** Sent so many milliseconds after the step before: work of the target takes its time. */
  readonly afterMs?: number
  /** A read that is sent only when it can no longer be stale. */
  readonly unhurried?: true
}
export type Intent = 'plain' | 'broken' | 'exotic' | 'odd'

export interface EventStep {
  readonly kind: 'event'
  readonly event: string
  readonly actor: string
  readonly body: unknown
  /** Either report will do. */
  readonly either?: true
}

/** True if a step is executed in one go with the step that follows. */
export const isBoundToNext = (step: Step): boolean =>
  step.kind === 'request' && (step.withNext ?? step.duringNext ?? false)

export const SALT = '⟪salt⟫'
const REFERENCE = /⟪(\d+)#([^⟫]*)⟫/g
const ONE_REFERENCE = /^⟪(\d+)#([^⟫]*)⟫$/

export const reference = (step: number, pointer: string): string => `⟪${step}#${pointer}⟫`

/** The steps that a step needs answers of. */
export function needs(step: Step): number[] {
  return [...new Set([...JSON.stringify(step).matchAll(REFERENCE)].map(([, index]) => Number(index)))]
}

/** Replaces every string in a step. */
export function mapStrings<T>(value: T, replace: (text: string) => string): T {
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return replace(node)
    if (Array.isArray(node)) return node.map(walk)
    if (!isObject(node)) return node
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, walk(item)]))
  }
  return walk(value) as T
}

/** Replaces references with values from responses; undefined if a response does not have one. */
export function concrete(step: Step, answers: readonly unknown[], salt: string): Step | undefined {
  let missing = false
  const filled = mapStrings(step, (text) => {
    const plain = text.replaceAll(SALT, salt).replace(REFERENCE, (_, index: string, pointer: string) => {
      const value = lookUp({ answers, salt }, Number(index), pointer)
      if (value === undefined) missing = true
      return String(value)
    })
    return asToken(plain)
  })
  return missing ? undefined : withNumbers(step, filled, { answers, salt })
}

/** What a run has to fill references with. */
interface Given {
  readonly answers: readonly unknown[]
  readonly salt: string
}

/** In the body of an outside event a number from a response stays a number. */
function withNumbers(step: Step, filled: Step, given: Given): Step {
  if (step.kind !== 'event' || filled.kind !== 'event' || !isObject(step.body) || !isObject(filled.body)) return filled
  const numbers = Object.entries(step.body).flatMap(([field, text]) => {
    const [whole, index, pointer = ''] = typeof text === 'string' ? (ONE_REFERENCE.exec(text) ?? []) : []
    const value = whole === undefined ? undefined : lookUp(given, Number(index), pointer)
    return typeof value === 'number' ? [[field, value]] : []
  })
  return numbers.length === 0 ? filled : { ...filled, body: { ...filled.body, ...Object.fromEntries(numbers) } }
}

function lookUp({ answers, salt }: Given, index: number, pointer: string): string | number | undefined {
  const value = itemAt(answers[index], pointer, () => ownIn(answers.slice(0, index), salt))
  return typeof value === 'string' || typeof value === 'number' ? value : undefined
}

/** Renumbers references after steps were left out; undefined when one pointed to a step that is gone. */
export function renumber(step: Step, places: ReadonlyMap<number, number>): Step | undefined {
  let lost = false
  const moved = mapStrings(step, (text) =>
    text.replace(REFERENCE, (_, index: string, pointer: string) => {
      const place = places.get(Number(index))
      if (place === undefined) lost = true
      return reference(place ?? 0, pointer)
    }),
  )
  return lost ? undefined : moved
}
