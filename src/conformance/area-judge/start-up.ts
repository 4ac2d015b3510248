import type { GapId } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import type { Vocabulary } from '../../contract/profile.ts'
import type { OperationId } from '../../model/request/operation-types.ts'
import type { TableName } from '../../model/world/rows.ts'

type Body = Readonly<Record<string, unknown>>

/** What is read from the target and its profile before a run begins. */
export interface Surroundings {
  readonly vocabulary: Vocabulary
  /** The answer of a plain read by the main actor; undefined when it is left out or refused. */
  readonly read: (operation: OperationId) => Promise<Body | undefined>
}

/** A row of the world that every sequence starts from. A target may show less than the model keeps. */
export interface StartRow {
  readonly table: TableName
  /** Of our organization, of each that the profile names, or of none in particular. */
  readonly of: 'ours' | 'each' | 'none'
  readonly row: Readonly<Record<string, unknown>> & { readonly id: string }
}

/** One area's additions to the world that every sequence starts from. */
export interface StartUp {
  readonly rows?: (surroundings: Surroundings) => Promise<readonly StartRow[]>
  /** Choices at open points that the vocabulary gives away: the shadow reads the target's own words. */
  readonly choices?: (vocabulary: Vocabulary) => { readonly [Id in GapId]?: Json | undefined }
}
