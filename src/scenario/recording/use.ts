import type { Json } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import type { ArazzoParameter } from '../arazzo.ts'

/** The part of a request that decides how a value in it is replaced. */
export interface Use {
  readonly operation: Operation
  readonly status: number
  /** The target's time, if it is known. */
  readonly atMs: number | undefined
  /** The body is an example of ours, for a thing that is made first. */
  readonly example: { readonly entity: string; readonly value: string | number } | undefined
  /** The caller of the steps that make what the request needs. */
  readonly maker: readonly ArazzoParameter[]
  /** The things named in the request's path, by entity. */
  readonly parents: ReadonlyMap<string, Json>
}

/** Stands for whichever thing of its kind will do. */
export const ANY = 'any'

/** The request itself was found wrong, so that an odd value in it may be the point. */
export const isFoundWrong = ({ status }: Use): boolean => [400, 404, 422].includes(status)
