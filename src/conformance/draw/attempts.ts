import type { Step } from '../step/step.ts'

/** A goal that so many steps have not brought within reach is given up (a quota, say). */
const MOST = 12
/** So is one for which the same request was sent so many times in a row: it is refused for what we cannot help. */
const MOST_ALIKE = 4

/** The steps that were to bring a goal nearer. */
export interface Attempts {
  readonly areInVain: boolean
  add(step: Step): void
  /** There is another goal. */
  begin(): void
}

export function makeAttempts(): Attempts {
  let [all, alike] = [0, 0]
  let latest: string | undefined
  return {
    get areInVain() {
      return all >= MOST || alike >= MOST_ALIKE
    },
    add(step) {
      const operation = step.kind === 'request' ? step.operation : undefined
      alike = operation !== undefined && operation === latest ? alike + 1 : 1
      latest = operation
      all++
    },
    begin() {
      all = 0
      alike = 0
      latest = undefined
    },
  }
}
