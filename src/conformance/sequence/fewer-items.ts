import { isObject } from '../../contract/json.ts'
import { needs, type Step } from '../step/step.ts'

/** The same steps with one item less in a list that names a thing made by an earlier step. */
export interface Leaner {
  readonly steps: readonly Step[]
  /** The steps that made the things which nothing names any more. */
  readonly unneeded: readonly number[]
}

/** Every way to leave out one such item. */
export function* fewerItems(steps: readonly Step[]): Generator<Leaner> {
  for (const [index, step] of steps.entries())
    for (const { body, left } of withoutItem(step.body)) {
      const named = needs({ ...step, body: left })
      if (named.length === 0) continue
      const leaner = steps.with(index, { ...step, body })
      const still = new Set(leaner.flatMap(needs))
      yield { steps: leaner, unneeded: named.filter((one) => !still.has(one)) }
    }
}

interface WithoutItem {
  readonly body: unknown
  readonly left: unknown
}

/** A body without one item of a list of several, anywhere in it. */
function* withoutItem(body: unknown): Generator<WithoutItem> {
  if (Array.isArray(body) && body.length > 1)
    for (const [index, left] of body.entries()) yield { body: body.toSpliced(index, 1), left }
  if (!isObject(body)) return
  for (const [name, inside] of Object.entries(body))
    for (const { body: leaner, left } of withoutItem(inside)) yield { body: { ...body, [name]: leaner }, left }
}
