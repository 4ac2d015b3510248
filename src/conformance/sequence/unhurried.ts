import type { Contract } from '../../contract/contract.ts'
import { alike } from '../finding/finding.ts'
import type { Session } from '../session/session.ts'
import type { RequestStep, Step } from '../step/step.ts'
import type { Repeat, Shrunk } from './shrink.ts'

/** A failure may depend on chance too: number of times that it may fail to show. */
const ATTEMPTS = 3

type Shown = Pick<Shrunk, 'sequence' | 'finding'>

interface Doubted extends Shown {
  /** The shortest sequence that shows the failure if sequences are repeated so. */
  readonly reduce: (repeat: Repeat) => Promise<Shrunk>
  readonly repeat: Repeat
}

/**
 * The reduced failure; undefined if it shows only where reads follow writes at once. A stale read misleads the judge about
 * all that comes later: it is taken for a choice of the target, or its contents are used in another step. So a sequence
 * with reads before its last step is repeated with the settle time before each. The last read has been waited for already.
 */
export async function reducedUnhurried(session: Unhurrying, doubted: Doubted): Promise<Shrunk | undefined> {
  const { reduce, repeat } = doubted
  const { contract } = session
  const unhurriedly = withoutHurry(contract, repeat)
  const shows = async ({ sequence: { steps }, finding: wanted }: Shown, how: Repeat): Promise<boolean> => {
    for (let attempt = 0; attempt < ATTEMPTS && !session.stopping(); attempt++) {
      const { finding: shown } = await how(steps)
      if (shown && alike(shown, wanted)) return true
    }
    return false
  }
  const isMisled = ({ sequence: { steps } }: Shown) => mayMislead(contract, steps)
  const wasLate = session.late
  if (wasLate && isMisled(doubted) && !(await shows(doubted, unhurriedly))) return undefined
  const reduced = await reduce(repeat)
  if (reduced.how === 'flaky' || !isMisled(reduced) || (await shows(reduced, unhurriedly)) || session.stopping())
    return reduced
  // A failure that chance plays a part in is reported as such.
  if (!wasLate && !(await shows(reduced, repeat))) return { ...reduced, how: 'flaky' }
  session.late = true
  const again = await reduce(unhurriedly)
  return again.how === 'flaky' ? undefined : again
}

type Unhurrying = Pick<Session, 'contract' | 'stopping' | 'late'>

/** Repeats sequences so that no read in them can be stale. */
const withoutHurry =
  (contract: Contract, repeat: Repeat): Repeat =>
  async (steps) => {
    const sequence = await repeat(steps.map((step, index) => (mayBeStale(contract, steps, index) ? slow(step) : step)))
    return { ...sequence, steps: steps.slice(0, sequence.trace.length) }
  }

const slow = (step: Step): Step => (step.kind === 'request' ? { ...step, unhurried: true } : step)

/** True for the first read after something was done. */
const mayBeStale = (contract: Contract, steps: readonly Step[], index: number): boolean => {
  const [step, before] = [steps[index], steps[index - 1]]
  return step !== undefined && isRead(contract, step) && !(before && isRead(contract, before))
}

const mayMislead = (contract: Contract, steps: readonly Step[]): boolean =>
  contract.profile.settle > 0 && steps.slice(0, -1).some((step) => isRead(contract, step))

function isRead(contract: Contract, step: Step): step is RequestStep {
  if (step.kind !== 'request') return false
  const { does } = contract.operation(step.operation)
  return does === 'read' || does === 'list'
}
