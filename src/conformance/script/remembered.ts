import type { RequestStep } from '../step/step.ts'

/** The request that was drawn for a goal, for goals after it that repeat a part of it. */
export interface Remembered {
  readonly drawn: (step: RequestStep) => void
  readonly first: () => RequestStep | undefined
}

export function remembered(): Remembered {
  let first: RequestStep | undefined
  return {
    drawn: (step) => {
      first = step
    },
    first: () => first,
  }
}
