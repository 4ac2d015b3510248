import type { Arazzo } from '../../src/scenario/arazzo.ts'
import type { Scenario } from '../../src/scenario/scenario.ts'
import type { Refused } from '../world/refused.ts'

/** A scenario in a list. */
export interface ScenarioSummary {
  readonly name: string
  /** Its folder; in the library, its area. */
  readonly folder: string
  readonly title: string
  readonly steps: number
}

/** The scenarios that a server knows, by name. */
export interface ScenarioStore {
  list(): readonly ScenarioSummary[]
  get(name: string): Scenario | Refused
  /** Saves a scenario; one that was saved under the name is replaced only if that is asked for. */
  save(name: string, document: Arazzo, replace: boolean): Scenario | Refused
}
