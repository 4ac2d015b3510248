import type { Contract } from '../../contract/contract.ts'
import { type Operation, successSchema } from '../../contract/operations.ts'
import type { AppliedRefusal, ModelRequest, Outcome } from '../../model/decide.ts'
import type { Received } from '../../target/exchange.ts'
import type { Lacked } from '../compare/comparison.ts'
import { type Thing, thingsIn } from '../compare/things.ts'
import type { Intent } from '../step/step.ts'
import type { Shadow } from './shadow.ts'

/** A response, with everything that is known when it is judged. */
export interface Answered {
  readonly contract: Contract
  readonly operation: Operation
  readonly request: ModelRequest
  readonly received: Received
  readonly intent: Intent
  /** The organization of the caller. */
  readonly org: string
  /** The caller asked to act for an organization that they do not belong to. */
  readonly claims?: boolean | undefined
  /** The identified things in it; none unless it is a success. */
  readonly things: readonly Thing[]
  /** The shadow when the answer came. */
  readonly shadow: Shadow
  /** The model's response, if it was computed before the target's came. */
  readonly foreseen?: Outcome | undefined
  /** The issuers of ours whose keys the target has fetched, where it can reach us. */
  readonly issuersAsked?: ReadonlySet<string> | undefined
  /** How long the lists of this operation have been so far, by their field. */
  readonly longest?: ReadonlyMap<string, number> | undefined
  /** What lists of this operation have lacked so far for this caller, and how long they were. */
  readonly lacked?: Lacked | undefined
  /** The refusal that explains it, if only one does. */
  readonly refusal?: AppliedRefusal | undefined
}

export function answeredWith(given: Omit<Answered, 'operation' | 'things' | 'refusal'>): Answered {
  const { operation } = given.request
  const { status, json } = given.received
  return { ...given, operation, things: status < 300 ? thingsIn(successSchema(operation), json) : [] }
}

export const isSuccess = ({ received: { status } }: Answered): boolean => status >= 200 && status < 300
