import type { Area } from '../../contract/areas.ts'
import type { ChecklistId, GapId } from '../../contract/generated/gaps.ts'
import type { RefusalContext } from '../request/contexts.ts'
import type { OperationId } from '../request/operation-types.ts'
import type { Transaction } from '../world/transaction.ts'

/** stated: the contract says it. implied: any engineer would expect it. assumed: our choice where it is silent. */
export type Provenance = 'stated' | 'implied' | 'assumed'

/** In which order refusals are answered by default is the gap `general.refusal-precedence`. */
export const STAGES = [
  'authentication',
  'entitlement',
  'permission',
  'validation',
  'existence',
  'backend',
  'conflict',
] as const
export type Stage = (typeof STAGES)[number]

interface RuleFacts {
  /** area.kebab-name */
  readonly id: string
  /** One sentence of ours. */
  readonly says: string
  readonly checklist: readonly ChecklistId[]
  /** The place in the contract that says it; for assumed rules, the place where it is silent. */
  readonly where: string
  readonly provenance: Provenance
  /** Increases with every rule, so it shows the order of the rules in a file. */
  readonly place: number
}

type Written<R extends RuleFacts & { readonly kind: string }> = Omit<R, 'kind' | 'place'>

let made = 0

/** Something a request is refused for. */
export interface Refusal extends RuleFacts {
  readonly kind: 'refusal'
  readonly stage: Stage
  /** The stated status, or the gap that holds it where the contract leaves it open. */
  readonly status: number | GapId
  readonly on: readonly OperationId[] | { readonly areas: readonly Area[] }
  /** The gap for what the contract states without saying how much it is: with a value from the profile it is all stated. */
  readonly statedWith?: GapId
  /** The roles that the contract itself says may do it, where it names some. */
  readonly lets?: readonly string[]
  /** The reason as a sentence if it applies. */
  readonly when: (context: RefusalContext) => string | undefined
  /** Ends an outside condition that should refuse only one request. */
  readonly spends?: (context: RefusalContext & Transaction) => void
  /** The names that the error has to mention, where the contract says that it mentions some. */
  readonly names?: (context: RefusalContext) => readonly string[]
}

/** Something that holds of answers: a limit, an order, a secrecy, a consistency. Effects follow it by name. */
export interface Statement extends RuleFacts {
  readonly kind: 'statement'
}

export type Rule = Refusal | Statement

export const refusal = (rule: Written<Refusal>): Refusal => ({ kind: 'refusal', ...rule, place: made++ })
export const statement = (rule: Written<Statement>): Statement => ({ kind: 'statement', ...rule, place: made++ })

/** True if a refusal can apply to requests of an operation. */
export function isAbout({ on }: Refusal, { id, area }: { readonly id: string; readonly area: Area }): boolean {
  return 'areas' in on ? on.areas.includes(area) : (on as readonly string[]).includes(id)
}
