import type { Drawing } from '../kit/drawing.ts'
import type { RequestStep } from '../step/step.ts'
import type { CallGoal } from './goal.ts'

/** The request that was drawn for a goal, for goals after it that repeat a part of it. */
export interface Remembered {
  readonly drawn: (step: RequestStep, drawing: Drawing) => void
  readonly first: (drawing: Drawing) => RequestStep | undefined
}

/** Several sequences may pursue the same goals at the same time; each has its own sampler, and remembers its own request. */
export function remembered(): Remembered {
  const bySequence = new WeakMap<Drawing['sampler'], RequestStep>()
  return {
    drawn: (step, { sampler }) => {
      bySequence.set(sampler, step)
    },
    first: ({ sampler }) => bySequence.get(sampler),
  }
}

/** What makes a call of the same operation the remembered request, word for word. */
export const wordForWord = ({ first }: Remembered, { operation }: CallGoal) =>
  ({
    parameters: (drawing) => first(drawing)?.parameters,
    query: (drawing) => first(drawing)?.query,
    ...(operation.body && { body: (drawing) => first(drawing)?.body }),
  }) satisfies Partial<CallGoal>
