import type { Intent, Step } from '../step/step.ts'

/**
 * A sequence that a search of the model found to tell changed models from the model, in words that every target can be
 * asked in: who acts is a part of the cast, `⟪3#/id⟫` is what step 3 was answered, the rest is in symbols.ts.
 */
export interface SuiteSequence {
  /** Number of mutants that this sequence reveals and no earlier one does. */
  readonly tells: number
  readonly steps: readonly SuiteStep[]
}

/** A step without its default values. */
export type SuiteStep = SuiteCall | SuiteEvent

interface SuiteCall {
  readonly call: string
  /** The main part, unless another one is named. */
  readonly as?: string
  /** Plain, unless it is something else. */
  readonly intent?: Intent
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly bearer?: string
}

interface SuiteEvent {
  readonly event: string
  readonly body: unknown
}

const MAIN = 'main'

export function inFull(step: SuiteStep): Step {
  if ('event' in step) return { kind: 'event', event: step.event, actor: MAIN, body: step.body }
  const { call, as = MAIN, intent = 'plain', path = {}, query = {}, body, bearer } = step
  const said = { operation: call, actor: as, intent, parameters: path, query, body }
  return { kind: 'request', ...said, ...(bearer !== undefined && { bearer }) }
}

export function inShort(step: Step): SuiteStep {
  if (step.kind === 'event') return { event: step.event, body: step.body }
  const { operation, actor, intent, parameters, query, body, bearer } = step
  return {
    call: operation,
    ...(actor !== MAIN && { as: actor }),
    ...(intent !== 'plain' && { intent }),
    ...(Object.keys(parameters).length > 0 && { path: parameters }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { body }),
    ...(bearer !== undefined && { bearer }),
  }
}
