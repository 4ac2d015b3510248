import type { components } from '../../contract/generated/control.ts'
import type { Reader } from '../world/reader.ts'

export type Touched = components['schemas']['Change']

/** The answer of every outside event. The journal's number is known only to the keeper of the journal. */
export function eventAnswer(reader: Reader, ...changed: readonly Touched[]): components['schemas']['Happened'] {
  return { entry: 0, at: new Date(reader.nowMs).toISOString(), changed: [...changed] }
}

/** An outside event that cannot happen in this world: it names what is not there, or what cannot be done now. */
export class ImpossibleEvent extends Error {
  readonly because: 'unknown' | 'not-possible'
  /** The id of the rule that alone is in the way, if one is. */
  readonly rule: string | undefined
  /** The ids of all the rules that are in the way. */
  readonly rules: readonly string[]

  constructor(because: 'unknown' | 'not-possible', message: string, ...rules: readonly string[]) {
    super(message)
    this.because = because
    this.rule = rules.length === 1 ? rules[0] : undefined
    this.rules = rules
  }
}
