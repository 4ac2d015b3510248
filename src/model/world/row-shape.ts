import type { Rows } from './rows.ts'

/** What a value must be like, as far as a program that reads it relies on it. */
export type Shape =
  | 'text'
  | 'number'
  | 'flag'
  | 'anything'
  | readonly ['list', Shape]
  | readonly ['map', Shape]
  | readonly ['optional', Shape]
  | { readonly [field: string]: Shape }

/** The shape of a type. Of alternatives only what they share is told: that they are objects. */
export type ShapeOf<T> = unknown extends T
  ? 'anything'
  : undefined extends T
    ? readonly ['optional', ShapeOf<Exclude<T, undefined>>]
    : [T] extends [string]
      ? 'text'
      : [T] extends [number]
        ? 'number'
        : [T] extends [boolean]
          ? 'flag'
          : [T] extends [readonly (infer Item)[]]
            ? readonly ['list', ShapeOf<Item>]
            : [T] extends [object]
              ? IsUnion<T> extends true
                ? 'anything'
                : string extends keyof T
                  ? readonly ['map', ShapeOf<T[keyof T]>]
                  : { readonly [Field in keyof T]-?: ShapeOf<T[Field]> }
              : 'anything'

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** The shapes of all tables' rows. */
export type RowShapes = { readonly [Name in keyof Rows]: ShapeOf<Rows[Name]> }
