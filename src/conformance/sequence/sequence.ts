import type { Contract } from '../../contract/contract.ts'
import type { Finding, TraceEntry } from '../finding/finding.ts'
import { keyOf } from '../finding/key.ts'
import { citingOne } from '../finding/one-rule.ts'
import type { Drawer } from '../kit/drawer.ts'
import { count } from '../session/coverage.ts'
import type { Session } from '../session/session.ts'
import { newShadow, type Shadow } from '../shadow/shadow.ts'
import { concrete, isBoundToNext, type Step } from '../step/step.ts'
import { execute } from './execute.ts'
import { executeTogether } from './execute-together.ts'
import type { Executed } from './executed.ts'
import { repeatableSteps } from './repeatable-steps.ts'
import { operationsDone, withWhatCameBefore } from './since-last-look.ts'

/** The steps and responses of one sequence, in a repeatable form. */
export interface Sequence {
  readonly steps: readonly Step[]
  readonly trace: readonly TraceEntry[]
  readonly finding: Finding | undefined
  readonly lost: string | undefined
  readonly shadow: Shadow
  readonly salt: string
}

/** Runs steps as they are drawn, until one shows a failure. */
export async function runDrawn(session: Session, salt: string, drawer: Drawer): Promise<Sequence> {
  const { base } = session
  const ran = await run(session, salt, (shadow, index, answers) => drawer(shadow, index, salt, answers))
  let steps: readonly Step[] | undefined
  return {
    ...ran,
    // Most sequences have no finding and are never repeated.
    get steps() {
      steps ??= repeatableSteps(session.contract, base, ran)
      return steps
    },
  }
}

/** Runs steps again with fresh names. */
export async function runAgain(session: Session, steps: readonly Step[], salt: string): Promise<Sequence> {
  const ran = await run(session, salt, (_shadow, index, answers) => {
    const symbolic = steps[index]
    return symbolic && concrete(symbolic, answers, salt)
  })
  return { ...ran, steps: steps.slice(0, ran.trace.length) }
}

type Next = (shadow: Shadow, index: number, answers: readonly unknown[]) => Step | undefined

interface Ran extends Omit<Sequence, 'steps'> {
  readonly answers: readonly unknown[]
}

async function run(session: Session, salt: string, next: Next): Promise<Ran> {
  const { base, learned, clock } = session
  let shadow: Shadow = {
    ...newShadow({ ...base, nowMs: clock.now() }, learned, salt),
    clockShown: clock.isShown,
  }
  const trace: TraceEntry[] = []
  const answers: unknown[] = []
  for (;;) {
    const group = session.stopping() ? [] : nextGroup(next, shadow, trace.length, answers)
    if (group.length === 0) return { trace, answers, finding: undefined, lost: undefined, shadow, salt }
    shadow = causing(shadow, group)
    const executed = await executeGroup(session, shadow, group).catch((error: Error) =>
      notFollowed(session, group, error),
    )
    if (!executed) return { trace: [...trace, ...group.map(unfollowed)], answers, ...ENDED_EARLY, shadow, salt }
    const { done, after } = executed
    shadow = after
    for (const [place, { exchange, findings, answer }] of done.entries()) {
      const step = group[place] as Step
      answers.push(answer)
      trace.push({ step, exchange, findings, ...(step.kind === 'event' && { report: answer }) })
    }
    // A target that leaves out an optional field would end every sequence that comes across it.
    const findings = done.flatMap((one) => one.findings).filter((one) => !session.passedOver.has(keyOf(one)))
    const worst = findings.find(({ severity }) => severity === 'failure') ?? findings[0]
    const finding = worst && cited(session.contract, trace, worst)
    const lost = done.find((one) => one.lost !== undefined)?.lost
    if (finding || lost) return { trace, answers, finding, lost, shadow, salt }
  }
}

function causing(shadow: Shadow, group: readonly Step[]): Shadow {
  const events = group.flatMap((step) => (step.kind === 'event' ? [step.event] : []))
  return events.length > 0 ? { ...shadow, caused: new Set([...shadow.caused, ...events]) } : shadow
}

const cited = (contract: Contract, trace: readonly TraceEntry[], finding: Finding): Finding =>
  citingOne(contract, withWhatCameBefore(contract, trace, finding), operationsDone(contract, trace))

const ENDED_EARLY = { finding: undefined, lost: undefined }
const unfollowed = (step: Step): TraceEntry => ({ step, exchange: undefined, findings: [] })

/**
 * A run continues whatever a target responds: a response that the judge cannot process is counted and reported, and the
 * sequence ends there.
 */
function notFollowed(session: Session, group: readonly Step[], error: Error): undefined {
  if (process.env.UNDERSTUDY_DEBUG) console.error(error)
  const names = group.map((step) => (step.kind === 'request' ? step.operation : step.event))
  count(session.coverage.inconclusive, `${names.join(', ')}: the judge could not follow the answer (${error.message})`)
  return undefined
}

/** The next step, with the steps that are sent concurrently. */
function nextGroup(next: Next, shadow: Shadow, index: number, answers: readonly unknown[]): Step[] {
  const group: Step[] = []
  for (;;) {
    const drawn = next(shadow, index + group.length, answers)
    if (!drawn) return group
    group.push(drawn)
    if (!isBoundToNext(drawn)) return group
  }
}

async function executeGroup(
  session: Session,
  shadow: Shadow,
  group: readonly Step[],
): Promise<{ readonly done: readonly Executed[]; readonly after: Shadow }> {
  const [only] = group
  if (only && group.length === 1) {
    const done = await execute(session, shadow, only)
    return { done: [done], after: done.shadow }
  }
  const requests = group.filter((step) => step.kind === 'request')
  if (requests.length === group.length) return executeTogether(session, shadow, requests)
  const done: Executed[] = []
  for (const step of group) done.push(await execute(session, done.at(-1)?.shadow ?? shadow, step))
  return { done, after: done.at(-1)?.shadow ?? shadow }
}
