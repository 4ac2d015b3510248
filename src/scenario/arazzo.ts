import type { Json } from '../contract/json.ts'
import type { Method } from '../contract/openapi.ts'

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
  /** Extensions that other runners may ignore. */
  readonly 'x-understudy'?: ScenarioNotes
}

export interface ScenarioNotes {
  /** World the scenario starts from on the mock. */
  readonly seed?: string
  readonly clock?: string
  /** Choices at open points that it assumes. */
  readonly gaps?: Readonly<Record<string, Json>>
  readonly checklist?: readonly string[]
  /** The rules it is about: with one of them broken (those in a list of their own: all of them) it fails. */
  readonly rules?: readonly (string | readonly string[])[]
  readonly tags?: readonly string[]
  readonly why?: string
  /** The source of an input's value: a JSON Pointer into a profile, or a time from now such as `now+PT2H`. */
  readonly inputs?: Readonly<Record<string, string>>
  /** The last step to play when a mock is started inside the scenario. */
  readonly stopAfter?: string
  /** The judge's finding, if the judge wrote the scenario. */
  readonly finding?: Readonly<Record<string, Json>>
}

export interface Workflow {
  readonly workflowId: string
  readonly summary?: string
  readonly description?: string
  readonly inputs?: {
    readonly type: 'object'
    readonly required?: readonly string[]
    readonly properties: Readonly<Record<string, InputSchema>>
  }
  readonly steps: readonly ArazzoStep[]
}

export interface InputSchema {
  readonly type: 'string' | 'integer' | 'number' | 'boolean'
  readonly default?: string | number | boolean
  readonly description?: string
}

export interface ArazzoStep {
  readonly stepId: string
  readonly description?: string
  readonly operationId: string
  readonly parameters?: readonly ArazzoParameter[]
  readonly requestBody?: { readonly contentType?: string; readonly payload: Json }
  readonly successCriteria?: readonly Criterion[]
  readonly outputs?: Readonly<Record<string, string>>
  readonly onFailure?: readonly RetryAction[]
  readonly 'x-understudy'?: StepNotes
}

/** Extensions that other runners may ignore. */
export interface StepNotes {
  /** The deadline of the profile that limits the wait. */
  readonly eventual?: string
  /** Sent at the same time as the step that follows. */
  readonly withNext?: true
  /** Sent when half of the body of the step that follows is on its way; the rest of that goes out after its answer. */
  readonly duringNext?: true
  /** An actor whose organization the caller asks to act for, in the way that actor does, without belonging to it. */
  readonly claims?: string
  /** An outside event that nothing is in the way of: a target that refuses it has failed. */
  readonly mustHappen?: true
  /** Sent to the path of the operation with this method instead of its own: a write where there must be none. */
  readonly method?: Method
}

export interface ArazzoParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly value: Json
}

export interface Criterion {
  readonly condition: string
  readonly context?: string
  readonly type?: 'simple' | 'regex' | 'jsonpath'
}

export interface RetryAction {
  readonly name: string
  readonly type: 'retry'
  readonly retryAfter?: number
  readonly retryLimit?: number
}
