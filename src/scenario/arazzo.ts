import type { Json } from '../contract/json.ts'

/** The part of Arazzo 1.0.1 that scenarios use. */
export interface Arazzo {
  readonly arazzo: '1.0.1'
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary?: string
    readonly description?: string
  }
  readonly sourceDescriptions: readonly { readonly name: string; readonly url: string; readonly type: 'openapi' }[]
  readonly workflows: readonly Workflow[]
  /** What other runners may ignore. */
  readonly 'x-understudy'?: ScenarioNotes
}

export interface ScenarioNotes {
  /** World the scenario starts from on the mock. */
  readonly seed?: string
  readonly clock?: string
  /** Choices at open points that it assumes. */
  readonly gaps?: Readonly<Record<string, Json>>
  readonly checklist?: readonly string[]
  /** What the judge found, when it wrote the scenario. */
  readonly finding?: Readonly<Record<string, Json>>
}

export interface Workflow {
  readonly workflowId: string
  readonly summary?: string
  readonly inputs: {
    readonly type: 'object'
    readonly properties: Readonly<Record<string, { readonly type: 'string'; readonly default?: string }>>
  }
  readonly steps: readonly ArazzoStep[]
}

export interface ArazzoStep {
  readonly stepId: string
  readonly description?: string
  readonly operationId: string
  readonly parameters?: readonly {
    readonly name: string
    readonly in: 'path' | 'query' | 'header'
    readonly value: Json
  }[]
  readonly requestBody?: { readonly contentType: 'application/json'; readonly payload: Json }
  readonly successCriteria?: readonly { readonly condition: string }[]
  readonly outputs?: Readonly<Record<string, string>>
}
