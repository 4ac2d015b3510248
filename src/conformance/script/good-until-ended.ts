import type { Drawing } from '../kit/drawing.ts'
import type { Goal, Walk } from './goal.ts'
import { type Item, used } from './script.ts'

/** A credential that is shown once, with the operations that revoke and list its kind. */
interface ShownOnce {
  readonly kind: string
  /** The operation that issues it, and its field. */
  readonly from: string
  readonly made: Goal
  readonly ended: Goal
  readonly listed: Goal
  /** The fields that its side door needs in addition to the secret. */
  readonly beside?: (drawing: Drawing) => Item | undefined
}

/**
 * Whoever was given a credential gets in with it, more than once, and beside another of its kind. What ends one of the
 * two ends that one and not the other.
 */
export function goodUntilEnded({ kind, from, made, ended, listed, beside }: ShownOnce): Walk[] {
  const both = [-2, -1].map((place) => used(kind, from, beside, place))
  return [
    [made, used(kind, from, beside), used(kind, from, beside), listed],
    [made, made, ...both, ended, ...both, listed],
  ]
}
