import type { Exchange, Received } from '../../target/exchange.ts'
import { heldDuring } from '../../target/sending/held.ts'
import type { Finding } from '../finding/finding.ts'
import { count } from '../session/coverage.ts'
import { lookAgain } from '../session/look-again.ts'
import type { Session } from '../session/session.ts'
import type { OtherWorld, Shadow } from '../shadow/shadow.ts'
import type { RequestStep } from '../step/step.ts'
import { atTime, type JudgedStep, judgeStep, note, send, unanswered } from './execute.ts'
import type { Executed } from './executed.ts'
import { mayBeStale } from './settle.ts'

/** In a race these mean that somebody else was first, or is at it, or that it took too long: nothing happened. */
const STEPPED_ASIDE: ReadonlySet<number> = new Set([408, 409, 423, 429, 503])

interface Branch {
  readonly step: RequestStep
  readonly received: Received
}

/** The answers of a branch in one order of its requests. */
interface Order {
  readonly judged: ReadonlyMap<Branch, JudgedStep>
  readonly shadow: Shadow
  readonly findings: readonly Finding[]
  /** The number of answers that fitted before one did not. */
  readonly fitted: number
}

/** What came of sending requests at the same time. */
interface Race {
  readonly exchanges: readonly Exchange[]
  readonly branches: readonly Branch[]
  readonly isOrdered: boolean
  readonly best: Order | undefined
  /** Worlds in which other orders leave things than the best one. */
  readonly others: readonly OtherWorld[]
  /** Why the answers fit no order. */
  readonly found: readonly Finding[]
}

/**
 * Sends requests at the same time. Their answers must fit some order of them; afterwards any such order may have been.
 * Where the rest of one was held until the other was answered, there is only that order.
 */
export async function executeTogether(
  session: Session,
  shadow: Shadow,
  steps: readonly RequestStep[],
): Promise<{ readonly done: readonly Executed[]; readonly after: Shadow }> {
  const { exchanges, branches, isOrdered, best, others, found } = await settled(session, shadow, steps)
  for (const judged of best?.judged.values() ?? []) note(session, judged)
  const after = best ? { ...best.shadow, others: [...best.shadow.others, ...others] } : shadow
  const objections = isOrdered ? found : found.map(inParallel)
  // In a known order nothing counts after an answer that is wrong.
  const wrong = isOrdered && found.length > 0 ? branches.findIndex((one) => isWrong(best?.judged.get(one))) : -1
  const counted = wrong === -1 ? exchanges : exchanges.slice(0, wrong + 1)
  const done = counted.map((exchange, index): Executed => {
    const step = steps[index] as RequestStep
    if (!exchange.answered) return unanswered(session, shadow, step, exchange)
    const judged = best?.judged.get(branches[index] as Branch)
    return {
      shadow: after,
      exchange,
      answer: exchange.received.json,
      findings: index === counted.length - 1 ? objections : [],
      observations: judged?.observations ?? [],
      lost: undefined,
    }
  })
  return { done, after }
}

/** Reads that are sent at the same time may be stale like any other: they are repeated together within the settle time. */
async function settled(session: Session, shadow: Shadow, steps: readonly RequestStep[]): Promise<Race> {
  const race = async () => raced(session, shadow, steps, await sentTogether(session, steps))
  const first = await race()
  if (!steps.every(isReadIn(session))) return first
  const isRight = ({ found }: Race) => !found.some(mayBeStale)
  const { seen, right } = await lookAgain(session, first, { look: race, isRight })
  if (right === 'later') count(session.coverage.inconclusive, `${steps[0]?.operation} was stale, then caught up`)
  return seen
}

function raced(
  session: Session,
  shadow: Shadow,
  steps: readonly RequestStep[],
  { exchanges, isOrdered }: SentTogether,
): Race {
  const branches: Branch[] = []
  for (const [index, exchange] of exchanges.entries())
    if (exchange.answered) branches.push({ step: steps[index] as RequestStep, received: exchange.received })
  const latest = Math.max(...branches.map(({ received }) => received.dateMs ?? 0))
  const before = atTime(session, shadow, latest || undefined)
  const all = branches.length === steps.length
  const possible = isOrdered ? [branches] : ordersOf(session, branches)
  const orders = all ? possible.map((order) => inOrder(session, before, order)) : []
  const fitting = orders.filter(({ findings }) => findings.length === 0)
  const best = fitting[0] ?? orders.toSorted((a, b) => b.fitted - a.fitted)[0]
  const others = fitting.slice(1).flatMap(worldsAfter)
  return { exchanges, branches, isOrdered, best, others, found: fitting.length > 0 ? [] : (best?.findings ?? []) }
}

/** What an order may have led to: which choices of the target it met may only show later. */
const worldsAfter = ({ shadow: { world, others } }: Order): OtherWorld[] => [{ world, because: [] }, ...others]

/** Long enough to arrive first, and shorter than most work. */
const HEAD_START_MS = 25

interface SentTogether {
  readonly exchanges: readonly Exchange[]
  /** Each was answered before the next was sent whole. */
  readonly isOrdered: boolean
}

async function sentTogether(session: Session, steps: readonly RequestStep[]): Promise<SentTogether> {
  const [first, next, ...others] = steps
  if (first?.duringNext && next && others.length === 0) {
    const { done, how } = await heldDuring(
      () => send(session, first),
      (held) => send(session, next, held),
    )
    return { exchanges: how === 'answered' ? [done[0], tooEarly(done[1])] : done, isOrdered: how === 'held' }
  }
  const sending: Promise<Exchange>[] = []
  for (const step of steps) {
    sending.push(send(session, step))
    if (step.justBefore) await session.pause(HEAD_START_MS)
  }
  return { exchanges: await Promise.all(sending), isOrdered: false }
}

function inOrder(session: Session, before: Shadow, order: readonly Branch[]): Order {
  const judged = new Map<Branch, JudgedStep>()
  let shadow = before
  let fitted = 0
  for (const branch of order) {
    const answer = judgeStep(session, shadow, branch.step, branch.received)
    if (STEPPED_ASIDE.has(branch.received.status)) {
      // Whatever it means, it has the shape of a refusal (Conventions).
      const findings = answer.findings.filter(({ check }) => check === 'schema')
      if (findings.length > 0) return { judged, shadow, findings, fitted }
      continue
    }
    judged.set(branch, answer)
    shadow = answer.shadow
    if (answer.findings.length > 0) return { judged, shadow, findings: answer.findings, fitted }
    fitted++
  }
  return { judged, shadow, findings: [], fitted }
}

const tooEarly = ({ sent }: Exchange): Exchange => ({
  answered: false,
  sent,
  problem: 'answered before it was sent whole',
})

const isWrong = (judged: JudgedStep | undefined): boolean => (judged?.findings.length ?? 0) > 0

const inParallel = (finding: Finding): Finding => ({
  ...finding,
  check: 'parallel',
  circumstance: { kind: 'together', check: finding.check },
})

/** Reads change nothing, so among them the order is all the same. */
function ordersOf(session: Session, branches: readonly Branch[]): (readonly Branch[])[] {
  const areReads = branches.map(({ step }) => step).every(isReadIn(session))
  return areReads ? [branches] : permutations(branches)
}

const isReadIn =
  ({ contract }: Session) =>
  ({ operation }: RequestStep): boolean =>
    READS.has(contract.operation(operation).does)

const READS: ReadonlySet<string> = new Set(['read', 'list'])

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) =>
    permutations(items.filter((_, place) => place !== index)).map((rest) => [item, ...rest]),
  )
}
