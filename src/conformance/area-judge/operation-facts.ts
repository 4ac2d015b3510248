import type { Contract } from '../../contract/contract.ts'
import type { OperationId } from '../../model/request/operation-types.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { Drawing } from '../kit/drawing.ts'

/** The judge's knowledge of an operation beyond its description. */
export interface OperationFacts {
  /** It lists the recent things, not all of them: an older one may be missing. */
  readonly recentOnly?: true
  /** It is about the caller alone: what one user does must not show in another's. */
  readonly personal?: true
  /** It touches what other sequences look at at the same time. */
  readonly alone?: true
  /** The fixture that has to be there beside what path and body name; undefined when it is. */
  readonly lacks?: (drawing: Drawing) => string | undefined
  /** Even a plain request may be refused, given what the profile leaves open. */
  readonly mayRefuse?: (contract: Contract) => boolean
  /** Path parameters that name something on offer to everybody, by entity. */
  readonly offered?: Readonly<Record<string, TableName>>
}

export type OperationsFacts = { readonly [Id in OperationId]?: OperationFacts }
