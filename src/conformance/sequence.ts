import { annotatedFields } from '../contract/fields.ts'
import { isObject } from '../contract/json.ts'
import { execute } from './execute.ts'
import type { Finding, TraceEntry } from './finding.ts'
import { successSchema } from './judge-answer.ts'
import { rowsOf } from './rows.ts'
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
  const next: Next = (shadow, index) => {
    const drawn = drawer(shadow, index, salt)
    return (
      drawn && {
        concrete: drawn,
        symbolic: mapStrings(drawn, (text) => known.get(text) ?? text.replaceAll(salt, SALT)),
      }
    )
  }
  return run(session, salt, next, (index, step, answer) => {
    for (const { value, pointer } of valuesToRemember(session, step, answer))
      if (!known.has(value)) known.set(value, reference(index, pointer))
  })
}

/** Identifiers in an answer, secrets it gave, and the incident an outside event reports. */
function valuesToRemember(session: Session, step: Step, answer: unknown): { value: string; pointer: string }[] {
  if (step.kind === 'event')
    return isObject(answer) && typeof answer.incidentId === 'string'
      ? [{ value: answer.incidentId, pointer: '/incidentId' }]
      : []
  const schema = successSchema(session.contract.operation(step.operation))
  // What was there before (a vantage, a lent service) needs no answer to be named again.
  const things = thingsIn(schema, answer)
    .filter(({ entity, id }) => !rowsOf(session.base, entity).some((row) => row.id === id))
    .map(({ id, pointer, field }) => ({ value: id, pointer: `${pointer}/${field}` }))
  const secrets = annotatedFields(schema).flatMap(({ path, annotation }) => {
    const value = path.reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), answer)
    return annotation.secret === 'once' && typeof value === 'string' ? [{ value, pointer: `/${path.join('/')}` }] : []
  })
  return [...things, ...secrets]
}

/** Runs steps again with fresh names. */
export async function runAgain(session: Session, steps: readonly Step[], salt: string): Promise<Sequence> {
  return run(session, salt, (_shadow, index, answers) => {
    const symbolic = steps[index]
    const filled = symbolic && concrete(symbolic, answers, salt)
    return symbolic && filled && { concrete: filled, symbolic }
  })
}

type Next = (
  shadow: Shadow,
  index: number,
  answers: readonly unknown[],
) => { readonly concrete: Step; readonly symbolic: Step } | undefined

async function run(
  session: Session,
  salt: string,
  next: Next,
  answered: (index: number, step: Step, answer: unknown) => void = () => {},
): Promise<Sequence> {
  let shadow = newShadow({ ...session.base, nowMs: Date.now() + session.aheadMs }, session.learned, salt)
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
    answered(index, step.concrete, done.answer)
    const finding = done.findings.find(({ severity }) => severity === 'failure') ?? done.findings[0]
    if (finding || done.lost) return { steps, trace, finding, lost: done.lost, shadow, salt }
  }
}
