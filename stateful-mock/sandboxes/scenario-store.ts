import type { Arazzo } from '../../src/scenario/arazzo.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import type { Refused } from '../world/refused.ts'

/** What can be told about a scenario without looking at its steps one by one. */
export interface ScenarioSummary {
  readonly name: string
  /** The folder it lies in: of the library, its area. */
  readonly folder: string
  readonly title: string
  readonly steps: number
}

/** The scenarios that a server knows, by name. */
export interface ScenarioStore {
  list(): readonly ScenarioSummary[]
  get(name: string): Scenario | Refused
  /** Keeps a scenario, in place of one that was saved under the name if that is wanted. */
  save(name: string, document: Arazzo, replace: boolean): Scenario | Refused
}
