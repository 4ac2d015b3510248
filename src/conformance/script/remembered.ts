import type { Drawing } from '../kit/drawing.ts'
import type { RequestStep } from '../step/step.ts'

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
