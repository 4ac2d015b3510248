import type { OperationId } from '../../model/request/operation-types.ts'

/** What the judge has to know of an operation beyond its description. */
export interface OperationFacts {
  /** It lists the recent things, not all of them: an older one may be missing. */
  readonly recentOnly?: true
}

export type OperationsFacts = { readonly [Id in OperationId]?: OperationFacts }
