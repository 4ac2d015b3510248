import type { Contract } from '../../contract/contract.ts'
import { alike, type Finding } from '../finding/finding.ts'
import type { Session } from '../session/session.ts'
import { isBoundToNext, needs, renumber, type Step } from '../step/step.ts'
import { fewerItems } from './fewer-items.ts'
import type { Sequence } from './sequence.ts'

export interface Shrunk {
  readonly sequence: Sequence
  readonly finding: Finding
  /**
   * reduced: repeats, and no step can be left out. flaky: did not repeat. not-reduced: the budget ran out first.
   * leftovers: repeats only after earlier sequences, not on fresh data.
   */
  readonly how: 'reduced' | 'flaky' | 'not-reduced' | 'leftovers'
  /** Why it was not reduced: the run ended meanwhile, it was repeated often enough, or it cannot be sent again. */
  readonly unreduced?: 'ended' | 'repeated' | 'not-sent'
  /** The result of replaying its saved scenario on the target, if it could be reset. */
  readonly replayed?: 'failed' | 'passed' | 'skipped'
}

/** Executes steps again, with fresh names. */
export type Repeat = (steps: readonly Step[]) => Promise<Sequence>

/** Maximum number of executions for a reduction. */
const BUDGET = 60

/**
 * The shortest sequence that still shows the same failure: first reduced to the dependencies of the failing step, without a
 * request; then executed with one step less at a time.
 */
export async function shrink(
  session: Pick<Session, 'contract' | 'stopping'>,
  original: Sequence,
  finding: Finding,
  repeat: Repeat,
): Promise<Shrunk> {
  let budget = BUDGET
  const again = async (steps: readonly Step[]): Promise<Sequence | undefined> => {
    if (budget-- <= 0 || session.stopping()) return undefined
    const sequence = await repeat(steps)
    return sequence.finding && alike(sequence.finding, finding) ? sequence : undefined
  }

  // The contents of the list do not matter if the request should have been refused.
  const needed = finding.code === 'accepted' ? [] : await kept(session.contract, original.steps, again)
  const first = await firstThatRepeats(slices(original.steps, needed), again)
  if (!first)
    return { sequence: original, finding, ...(session.stopping() ? notReduced('ended') : { how: 'flaky' as const }) }
  const stays = (step: Step): boolean => needed.length > 0 && makes(session.contract, step, original.steps.at(-1))
  let best: Sequence = await withFewerBlocks(await withOwnCredential(first, again), stays, again)
  // Of many equal steps (a hundred incidents for a cap), if one is needed, all are.
  const enough = new Set<string>()
  for (let index = best.steps.length - 2; index >= 0; index--) {
    const step = best.steps[index] as Step
    const kind: string = kindOf(step)
    const shorter: Step[] | undefined = enough.has(kind) || stays(step) ? undefined : without(best.steps, index)
    const sequence: Sequence | undefined = shorter && (await again(shorter))
    if (sequence) best = sequence
    else if (shorter && howMany(best.steps, kind) > MANY) enough.add(kind)
    index = Math.min(index, best.steps.length - 1)
  }
  best = await withFewerItems(best, again)
  return {
    sequence: best,
    finding: best.finding ?? finding,
    ...(session.stopping() ? notReduced('ended') : budget > 0 ? { how: 'reduced' } : notReduced('repeated')),
  }
}

const notReduced = (unreduced: NonNullable<Shrunk['unreduced']>) => ({ how: 'not-reduced', unreduced }) as const

/** A shorter sequence is reduced step by step at once. */
const LONG = 16
const SMALLEST_BLOCK = 4
/** Executions for all blocks: half of them are left for single steps. */
const BLOCKS = BUDGET / 2

/** The sequence without runs of steps that the failure does not need, halves of it first, then ever smaller parts. */
async function withFewerBlocks(
  first: Sequence,
  stays: (step: Step) => boolean,
  again: (steps: readonly Step[]) => Promise<Sequence | undefined>,
): Promise<Sequence> {
  let best = first
  let tries = 0
  for (let size = best.steps.length >> 1; size >= SMALLEST_BLOCK && best.steps.length > LONG; size >>= 1)
    for (let end = best.steps.length - 1; end > 0 && tries < BLOCKS; end -= size) {
      const shorter = withoutBlock(best.steps, Math.max(0, end - size), end, stays)
      if (!shorter) continue
      tries += 1
      const sequence = await again(shorter)
      if (sequence) best = sequence
      end = Math.min(end, best.steps.length - 1 + size)
    }
  return best
}

/** The steps without a run of them and whatever needs one of these; undefined if the last step does. */
function withoutBlock(
  steps: readonly Step[],
  from: number,
  end: number,
  stays: (step: Step) => boolean,
): Step[] | undefined {
  const kept = new Set(steps.keys())
  for (const [index, step] of steps.entries()) {
    const isInBlock = index >= from && index < end && !stays(step)
    if (isInBlock || needs(step).some((need) => !kept.has(need))) kept.delete(index)
  }
  return kept.has(steps.length - 1) && kept.size < steps.length ? onlySteps(steps, kept) : undefined
}

/** The sequence without the token of the failing step, and what was made for it, if it fails for the actor themselves as well. */
async function withOwnCredential(
  best: Sequence,
  again: (steps: readonly Step[]) => Promise<Sequence | undefined>,
): Promise<Sequence> {
  const last = best.steps.at(-1)
  if (last?.kind !== 'request' || last.bearer === undefined) return best
  const { bearer: _, ...bare } = last
  const steps = best.steps.with(-1, bare)
  const shorter = onlySteps(steps, closure(steps, [steps.length - 1]))
  return (shorter && (await again(shorter))) ?? best
}

/** The sequence without list items, and the things made for them, that the failure does not need. */
async function withFewerItems(
  best: Sequence,
  again: (steps: readonly Step[]) => Promise<Sequence | undefined>,
): Promise<Sequence> {
  for (const { steps, unneeded } of fewerItems(best.steps)) {
    const shorter = onlySteps(steps, new Set([...steps.keys()].filter((index) => !unneeded.includes(index))))
    const sequence = shorter && unneeded.length > 0 ? await again(shorter) : undefined
    if (sequence) return withFewerItems(sequence, again)
  }
  return best
}

/**
 * A list may show a failure with leftovers of earlier sequences. Fresh data has none, so the steps that create things of the
 * list are kept, although this target shows the failure without them.
 */
async function kept(
  contract: Contract,
  steps: readonly Step[],
  again: (steps: readonly Step[]) => Promise<Sequence | undefined>,
): Promise<number[]> {
  const last = steps.length - 1
  const makers = steps.flatMap((step, index) => (makes(contract, step, steps[last]) ? [index] : []))
  const alone = makers.length > 0 ? onlySteps(steps, closure(steps, [last])) : undefined
  const showsAlone = alone && !alone.some((step) => makes(contract, step, steps[last])) && (await again(alone))
  return showsAlone ? makers : []
}

/** True if a step creates a thing of the kind that another one lists. */
function makes(contract: Contract, step: Step, list: Step | undefined): boolean {
  if (step.kind !== 'request' || list?.kind !== 'request') return false
  const [maker, lister] = [contract.operation(step.operation), contract.operation(list.operation)]
  return lister.does === 'list' && maker.does === 'create' && maker.entity === lister.entity
}

async function firstThatRepeats(
  candidates: readonly (readonly Step[])[],
  again: (steps: readonly Step[]) => Promise<Sequence | undefined>,
) {
  for (const steps of candidates) {
    const sequence = await again(steps)
    if (sequence) return sequence
  }
  return undefined
}

const MANY = 10
const kindOf = (step: Step): string =>
  step.kind === 'request'
    ? `${step.operation} ${step.actor} ${step.intent}`
    : `${step.event} ${JSON.stringify(step.body)}`
const howMany = (steps: readonly Step[], kind: string): number => steps.filter((step) => kindOf(step) === kind).length

/** Increasing parts of the sequence: the dependencies of the failing step, steps about the same things, everything. */
function slices(steps: readonly Step[], kept: readonly number[]): Step[][] {
  const last = steps.length - 1
  const own = closure(steps, [last, ...kept])
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

/** The kept steps with renumbered references; undefined if one depends on a removed step. */
function onlySteps(steps: readonly Step[], kept: ReadonlySet<number>): Step[] | undefined {
  const order = [...kept].sort((a, b) => a - b)
  const places = new Map(order.map((index, place) => [index, place]))
  const moved = order.map((index) => renumber(withoutLostPartner(steps, index, kept), places))
  return moved.every((step) => step !== undefined) ? moved : undefined
}

/** A concurrent step whose partner was removed is sent on its own. */
function withoutLostPartner(steps: readonly Step[], index: number, kept: ReadonlySet<number>): Step {
  const step = steps[index] as Step
  if (step.kind !== 'request' || !isBoundToNext(step) || kept.has(index + 1)) return step
  const { withNext: _, justBefore: _before, duringNext: _during, ...single } = step
  return single
}
