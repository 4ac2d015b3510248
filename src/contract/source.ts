import type { Json } from './json.ts'
import type { OpenApi, Schema } from './openapi.ts'

/** Everything in spec/, bundled: the form that loads without a file system. */
export interface SpecSource {
  readonly api: OpenApi
  readonly sideDoors: OpenApi
  readonly control: OpenApi
  readonly machines: readonly Machine[]
  readonly gaps: Readonly<Record<string, GapDefinition>>
  readonly checklist: Readonly<Record<string, ChecklistLine>>
  readonly vocabulary: Readonly<Record<string, VocabularyEntry>>
}

export interface Machine {
  readonly entity: string
  /** The field that shows the state, or null when no field does. */
  readonly observe: string | null
  readonly about: string
  readonly states: readonly string[]
  readonly initial?: string
  /** States that nothing leaves, each with the checklist line that says so. */
  readonly closed?: Readonly<Record<string, string>>
  readonly statesFrom?: string
  readonly rows: readonly MachineRow[]
}

export interface MachineRow {
  /** Empty for the creation of a thing. */
  readonly from: readonly string[]
  /** An operationId, `event/<name>` or `timer/<name>`. */
  readonly on: string
  readonly to: string
  readonly guard?: string
  readonly sets?: readonly string[]
  readonly rule?: string
  readonly gap?: string
}

export interface GapDefinition {
  readonly about: string
  readonly where: string
  readonly default: Json
  readonly schema: Schema
  readonly influences: readonly string[]
  /** The time at which the choice can be seen, if not in the answer itself: only later, or by no sequence at all. */
  readonly shows?: 'later' | 'never'
  /** It controls how asynchronous work progresses in its area: the mode, or the number of reads. */
  readonly progress?: 'mode' | 'reads'
  /** What it is about, where an explanation of other answers depends on it: uses that may go unrecorded, or what is in a list and where. */
  readonly decides?: 'recorded-uses' | 'list-contents'
  /** A maximum or minimum of a field: a response shows only on which side of it a number is. */
  readonly bounds?: { readonly field: string; readonly side: 'most' | 'least' }
}

export interface ChecklistLine {
  readonly says: string
  readonly where: string
  readonly implied?: string
  readonly provenance?: 'stated' | 'implied'
  readonly outside?: boolean | string
  /** The schemas alone make sure of it: shapes, formats, envelopes, paths. No rule has to. */
  readonly inSchemas?: true
  /** Why no scenario can show it. */
  readonly unshown?: string
}

export interface VocabularyEntry {
  readonly about: string
  readonly names?: string
  readonly schema: Schema
}
