import type { Walk } from '../../src/conformance/script/goal.ts'
import type { Script } from '../../src/conformance/script/script.ts'
import type { Mistake, Plan } from './mistaken-target.ts'

/** A mistake that shows in one circumstance and in no plain case, and the walks that meet it. */
export interface Case {
  readonly name: string
  readonly mistake: () => Mistake
  readonly plan: Plan
  readonly ids?: readonly string[]
  readonly seen: Readonly<Record<string, unknown>>
}

/** The walks of scripts that are meant. */
export const walksOf =
  (scripts: readonly Script[], isMeant: (walk: Walk) => boolean): Plan =>
  (_, all) =>
    scripts.flatMap(({ walks }) => walks(all) ?? []).filter(isMeant)

/** Walks that call all of these. */
export const calls =
  (...ids: readonly string[]) =>
  (walk: Walk): boolean =>
    ids.every((id) => walk.some((goal) => goal.kind === 'call' && goal.operation.id === id))
