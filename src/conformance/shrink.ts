import { type Finding, keyOf } from './finding.ts'
import { runAgain, type Sequence } from './sequence.ts'
import type { Session } from './session.ts'
import { needs, renumber, type Step } from './step.ts'

export interface Shrunk {
  readonly sequence: Sequence
  readonly finding: Finding
  /** reduced: repeats, and no step can be left out. flaky: did not repeat. not-reduced: the budget ran out first. */
  readonly how: 'reduced' | 'flaky' | 'not-reduced'
}

/** Executions a reduction may use. */
const BUDGET = 60

/**
 * The shortest sequence that still shows the same failure: first what the failing step depends on,
 * worked out without a request; then, executed again each time, without one step after the other.
 */
export async function shrink(
  session: Session,
  original: Sequence,
  finding: Finding,
  salts: () => string,
  tidy: (sequence: Sequence) => Promise<void>,
): Promise<Shrunk> {
  let budget = BUDGET
  const wanted = keyOf(finding)
  const again = async (steps: readonly Step[]): Promise<Sequence | undefined> => {
    if (budget-- <= 0) return undefined
    const sequence = await runAgain(session, steps, salts())
    await tidy(sequence)
    return sequence.finding && keyOf(sequence.finding) === wanted ? sequence : undefined
  }

  let best: Sequence | undefined
  for (const steps of slices(original.steps)) {
    best = await again(steps)
    if (best) break
  }
  if (!best) return { sequence: original, finding, how: 'flaky' }
  for (let index = best.steps.length - 2; index >= 0; index--) {
    const shorter = without(best.steps, index)
    const sequence = shorter && (await again(shorter))
    if (sequence) best = sequence
    index = Math.min(index, best.steps.length - 1)
  }
  return { sequence: best, finding: best.finding ?? finding, how: budget > 0 ? 'reduced' : 'not-reduced' }
}

/** Ever larger parts that end in the failing step: its own needs, what touched the same things, everything. */
function slices(steps: readonly Step[]): Step[][] {
  const last = steps.length - 1
  const own = closure(steps, [last])
  const related = steps.flatMap((step, index) => (needs(step).some((need) => own.has(need)) ? [index] : []))
  const sizes = [own, closure(steps, [last, ...related]), new Set(steps.keys())]
  return sizes.map((kept) => onlySteps(steps, kept)).filter((part): part is Step[] => part !== undefined)
}

function closure(steps: readonly Step[], start: readonly number[]): Set<number> {
  const kept = new Set<number>()
  const add = (index: number) => {
    const step = steps[index]
    if (!step || kept.has(index)) return
    kept.add(index)
    for (const need of needs(step)) add(need)
  }
  for (const index of start) add(index)
  return kept
}

function without(steps: readonly Step[], index: number): Step[] | undefined {
  return onlySteps(steps, new Set([...steps.keys()].filter((place) => place !== index)))
}

/** The kept steps with their references renumbered; undefined when one needs a step that is gone. */
function onlySteps(steps: readonly Step[], kept: ReadonlySet<number>): Step[] | undefined {
  const order = [...kept].sort((a, b) => a - b)
  const places = new Map(order.map((index, place) => [index, place]))
  const moved = order.map((index) => renumber(steps[index] as Step, places))
  return moved.every((step) => step !== undefined) ? moved : undefined
}
