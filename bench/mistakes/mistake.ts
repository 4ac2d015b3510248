/**
 * A place of the sources at which a statement is carried out, and what stands there in a program that breaks it:
 * - an expression in place of an expression;
 * - `return ...` (or `if (...) return ...`) in place of the statement that begins with the right snippet;
 * - nothing, where a statement is forgotten.
 */
export interface Mistake {
  readonly file: string
  /** A piece of the file. It occurs once in the file, or once in `within`, which occurs once in the file. */
  readonly right: string
  readonly within?: string
  readonly wrong: string
  /** Imports and functions that only the mistake uses, as they would stand in the file. */
  readonly needs?: string
}

/** By the id of the rule that they break. */
export type Mistakes = Readonly<Record<string, readonly Mistake[]>>
