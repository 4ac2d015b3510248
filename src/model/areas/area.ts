import type { Caller } from '../identity/identity.ts'
import type { EffectContext, EventContext, TimerContext } from '../request/contexts.ts'
import type { EventAnswer, EventName, OperationId, ResponseBody } from '../request/operation-types.ts'
import type { Rule } from '../rules/rule.ts'
import type { Reader } from '../world/reader.ts'

/** The effect of an operation once nothing refuses it; returns the success body. */
export type Effect<Id extends OperationId> = (context: EffectContext<Id>) => ResponseBody<Id>
/** Undefined: this one is about another area. */
export type EventEffect<Name extends EventName> = (context: EventContext<Name>) => EventAnswer<Name> | undefined
export type TimerEffect = (context: TimerContext) => void

/** Finds the caller of a side door, which recognises callers by a secret of its own instead of their credential. */
export type DoorCaller = (
  reader: Reader,
  came: {
    readonly credential: string | undefined
    readonly parameters: Readonly<Record<string, string>>
    /** As it was sent; nobody has looked at it yet. */
    readonly body: unknown
  },
) => Caller | undefined

/** The one shape of the eight areas. */
export interface AreaModel {
  readonly rules: readonly Rule[]
  readonly effects: { readonly [Id in OperationId]?: Effect<Id> }
  readonly events: { readonly [Name in EventName]?: EventEffect<Name> }
  readonly timers: Readonly<Record<string, TimerEffect>>
  readonly doors?: { readonly [Id in OperationId]?: DoorCaller }
}
