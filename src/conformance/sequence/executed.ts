import type { Exchange } from '../../target/exchange.ts'
import type { Finding, Observation } from '../finding/finding.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** The result of one step. */
export interface Executed {
  readonly shadow: Shadow
  readonly exchange: Exchange | undefined
  /** The body of the answer, for later steps to refer to. */
  readonly answer: unknown
  readonly findings: readonly Finding[]
  readonly observations: readonly Observation[]
  /** The sequence cannot go on: nobody knows what happened. */
  readonly lost: string | undefined
}
