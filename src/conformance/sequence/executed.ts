import type { Exchange } from '../../target/exchange.ts'
import type { Finding, Observation } from '../finding/finding.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** The result of one step. */
export interface Executed {
  readonly shadow: Shadow
  readonly exchange: Exchange | undefined
  /** The body of the response, for references in later steps. */
  readonly answer: unknown
  readonly findings: readonly Finding[]
  readonly observations: readonly Observation[]
  /** The sequence cannot continue, because the effect of the step is unknown. */
  readonly lost: string | undefined
}
