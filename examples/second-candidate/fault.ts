import type { Operation } from './bindings.ts'
import type { Who } from './choices.ts'

/**
 * A step of a minimal sequence: a request, or an event of driver.mjs with its body. Texts beginning with $ stand
 * for values: `$0.id` is field id of the answer of step 0; `$user.member`, `$version.0`, `$eventType.sent`,
 * `$role.email.viewer`, `$upstream`, `$reserved`, `$daysAgo.31` are of the variant or of the moment.
 */
export type Step =
  | {
      readonly as: Who | 'nobody'
      readonly operation: Operation
      readonly params?: Readonly<Record<string, unknown>>
      readonly query?: Readonly<Record<string, unknown>>
      readonly body?: object
    }
  | { readonly event: string; readonly with: object }

/**
 * What the last answer shows at `at` ('status', 'type', or a path into the body): a literal value, or
 * {refused}, {accepted}, {absent}, {present}, {type}, {not}, {includes}.
 */
export interface Shows {
  readonly at: string
  readonly correct: unknown
  readonly faulty: unknown
}

export interface Fault {
  /** For --fault. */
  readonly name: string
  /** The line of the checklist it breaks. */
  readonly rule: string
  readonly what: string
  readonly minimal: readonly Step[]
  readonly shows: Shows
  /** The line is not stated in so many words. */
  readonly implied?: true
  /** In which variants it can be seen this way; both when left out. */
  readonly variants?: readonly ('a' | 'b')[]
}
