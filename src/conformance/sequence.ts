import { annotatedFields } from '../contract/fields.ts'
import { isObject } from '../contract/json.ts'
import { type Executed, execute } from './execute.ts'
import { executeTogether } from './execute-together.ts'
import type { Finding, TraceEntry } from './finding.ts'
import { successSchema } from './judge-answer.ts'
import { rowsWithId } from './rows.ts'
import type { Session } from './session.ts'
import { newShadow, type Shadow } from './shadow.ts'
import { withWhatCameBefore } from './since-last-look.ts'
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

/** Identifiers in an answer, secrets it gave, and what an outside event reports to have made. */
function valuesToRemember(session: Session, step: Step, answer: unknown): { value: string; pointer: string }[] {
  if (step.kind === 'event')
    return Object.entries(isObject(answer) ? answer : {}).flatMap(([field, value]) =>
      /Id$/.test(field) && typeof value === 'string' ? [{ value, pointer: `/${field}` }] : [],
    )
  const schema = successSchema(session.contract.operation(step.operation))
  // What was there before (a vantage, a lent service) needs no answer to be named again.
  const things = thingsIn(schema, answer)
    .filter(({ entity, id }) => rowsWithId(session.base, entity, id).length === 0)
    .map(({ id, pointer, field }) => ({ value: id, pointer: `${pointer}/${field}` }))
  const secrets = annotatedFields(schema).flatMap(({ path, annotation }) => {
    const value = path.reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), answer)
    return annotation.secret === 'once' && typeof value === 'string' ? [{ value, pointer: `/${path.join('/')}` }] : []
  })
  // A password or a configuration may be shown again at its door, a cursor leads to the next page.
  const texts = Object.entries(isObject(answer) ? answer : {}).flatMap(([field, value]) =>
    typeof value === 'string' && (value.length >= SHOWN_AGAIN || field === 'cursor')
      ? [{ value, pointer: `/${field}` }]
      : [],
  )
  return [...things, ...secrets, ...texts]
}

const SHOWN_AGAIN = 16

/** Runs steps again with fresh names. */
export async function runAgain(session: Session, steps: readonly Step[], salt: string): Promise<Sequence> {
  return run(session, salt, (_shadow, index, answers) => {
    const symbolic = steps[index]
    const filled = symbolic && concrete(symbolic, answers, salt)
    return symbolic && filled && { concrete: filled, symbolic }
  })
}

type Next = (shadow: Shadow, index: number, answers: readonly unknown[]) => Drawn | undefined

interface Drawn {
  readonly concrete: Step
  readonly symbolic: Step
}

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
  for (;;) {
    const drawn = session.stopping() ? [] : nextGroup(next, shadow, steps.length, answers)
    if (drawn.length === 0) return { steps, trace, finding: undefined, lost: undefined, shadow, salt }
    const { done, after } = await executeGroup(
      session,
      shadow,
      drawn.map(({ concrete: step }) => step),
    )
    shadow = after
    for (const [place, { symbolic, concrete: step }] of drawn.entries()) {
      const { exchange, findings, answer } = done[place] as Executed
      steps.push(symbolic)
      answers.push(answer)
      trace.push({ step, exchange, findings })
      answered(steps.length - 1, step, answer)
    }
    const findings = done.flatMap((one) => one.findings)
    const worst = findings.find(({ severity }) => severity === 'failure') ?? findings[0]
    const finding = worst && withWhatCameBefore(session.contract, trace, worst)
    const lost = done.find((one) => one.lost !== undefined)?.lost
    if (finding || lost) return { steps, trace, finding, lost, shadow, salt }
  }
}

/** The next step, with those that are sent at the same time. */
function nextGroup(next: Next, shadow: Shadow, index: number, answers: readonly unknown[]): Drawn[] {
  const group: Drawn[] = []
  for (;;) {
    const drawn = next(shadow, index + group.length, answers)
    if (!drawn) return group
    group.push(drawn)
    if (drawn.concrete.kind !== 'request' || !drawn.concrete.withNext) return group
  }
}

async function executeGroup(
  session: Session,
  shadow: Shadow,
  group: readonly Step[],
): Promise<{ readonly done: readonly Executed[]; readonly after: Shadow }> {
  const requests = group.filter((step) => step.kind === 'request')
  if (group.length > 1 && requests.length === group.length) return executeTogether(session, shadow, requests)
  const done: Executed[] = []
  for (const step of group) done.push(await execute(session, done.at(-1)?.shadow ?? shadow, step))
  return { done, after: done.at(-1)?.shadow ?? shadow }
}
