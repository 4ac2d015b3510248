import { execute } from './execute.ts'
import type { Finding, TraceEntry } from './finding.ts'
import { successSchema } from './judge-answer.ts'
import type { Session } from './session.ts'
import { newShadow, type Shadow } from './shadow.ts'
import { concrete, mapStrings, reference, SALT, type Step } from './step.ts'
import { thingsIn } from './things.ts'

/** What one sequence did, in a form that can be repeated. */
export interface Sequence {
  readonly steps: readonly Step[]
  readonly trace: readonly TraceEntry[]
  readonly finding: Finding | undefined
  readonly lost: string | undefined
  readonly shadow: Shadow
  readonly salt: string
}

/** Decides the next step from what the shadow believes; undefined ends the sequence. */
export type Drawer = (shadow: Shadow, index: number, salt: string) => Step | undefined

/** Runs steps as they are drawn, until one shows a failure. Values from earlier answers become references. */
export async function runDrawn(session: Session, salt: string, drawer: Drawer): Promise<Sequence> {
  const known = new Map<string, string>()
  return run(
    session,
    salt,
    (shadow, index, answers) => {
      const drawn = drawer(shadow, index, salt)
      void answers
      return (
        drawn && {
          concrete: drawn,
          symbolic: mapStrings(drawn, (text) => known.get(text) ?? text.replaceAll(salt, SALT)),
        }
      )
    },
    (index, operation, answer) => {
      for (const { id, pointer, field } of thingsIn(
        operation ? successSchema(session.contract.operation(operation)) : undefined,
        answer,
      ))
        if (!known.has(id)) known.set(id, reference(index, `${pointer}/${field}`))
    },
  )
}

/** Runs steps again with fresh names. */
export async function runAgain(session: Session, steps: readonly Step[], salt: string): Promise<Sequence> {
  return run(session, salt, (_shadow, index, answers) => {
    const symbolic = steps[index]
    const filled = symbolic && concrete(symbolic, answers, salt)
    return symbolic && filled && { concrete: filled, symbolic }
  })
}

async function run(
  session: Session,
  salt: string,
  next: (shadow: Shadow, index: number, answers: readonly unknown[]) => { concrete: Step; symbolic: Step } | undefined,
  answered: (index: number, operation: string | undefined, answer: unknown) => void = () => {},
): Promise<Sequence> {
  let shadow = newShadow(session.base, session.learned)
  const steps: Step[] = []
  const trace: TraceEntry[] = []
  const answers: unknown[] = []
  for (let index = 0; ; index++) {
    const step = next(shadow, index, answers)
    if (!step) return { steps, trace, finding: undefined, lost: undefined, shadow, salt }
    const done = await execute(session, shadow, step.concrete)
    shadow = done.shadow
    steps.push(step.symbolic)
    answers.push(done.answer)
    trace.push({ step: step.concrete, exchange: done.exchange, findings: done.findings })
    answered(index, step.concrete.kind === 'request' ? step.concrete.operation : undefined, done.answer)
    const finding = done.findings.find(({ severity }) => severity === 'failure') ?? done.findings[0]
    if (finding || done.lost) return { steps, trace, finding, lost: done.lost, shadow, salt }
  }
}
