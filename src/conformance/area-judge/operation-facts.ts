import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import type { OperationId } from '../../model/request/operation-types.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { Drawing } from '../kit/drawing.ts'

/** The judge's knowledge of an operation beyond its description. */
export interface OperationFacts {
  /** It lists the recent things, not all of them: an older one may be missing. */
  readonly recentOnly?: true
  /** Personal: one user's changes must not be visible to another. */
  readonly personal?: true
  /** What it ends is its user's own, and others may be refused. */
  readonly endsTheirOwn?: true
  /** It changes things that concurrent sequences read. */
  readonly alone?: true
  /** A prerequisite besides the things in path and body; undefined if it exists. */
  readonly lacks?: (drawing: Drawing) => string | undefined
  /** A fixture to wait for, because a target may refuse the request until things are ready for it; undefined if they are. */
  readonly ripens?: (drawing: Drawing) => string | undefined
  /** Even a plain request may be refused, depending on gaps. */
  readonly mayRefuse?: (contract: Contract) => boolean
  /** Fields beyond the contract by which the answer shows a choice. */
  readonly tellingFields?: { readonly gap: GapId; readonly values: Readonly<Record<string, Json>> }
  /** What it deletes is kept for the record, and may go on counting towards a quota. */
  readonly softly?: true
  /** Path parameters that name something on offer to everybody, by entity. */
  readonly offered?: Readonly<Record<string, TableName>>
}

export type OperationsFacts = { readonly [Id in OperationId]?: OperationFacts }
