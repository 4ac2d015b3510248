/**
 * Whether each fault changes the answer it says it changes: its sequence, against the clean candidate and the faulty one.
 * `node bench/eyesight/outsider/by-hand.ts [ID...]`. Those in the third candidate are shown by fifth/prove.py.
 *
 * A step is `WHO METHOD PATH BODY` below /api/v1, `event NAME BODY` or `pause`. WHO is somebody of the profile,
 * `key:` and a personal token, or `bearer:` and a token. `A || B` sends both at once; `12x A ; B` repeats A and then B.
 * `$2.id` is a value of the third step's answer, `$last.id` of the answer before.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { OutsiderFault } from './fault.ts'
import { SUBJECTS, type Subject, withPatched } from './patched.ts'

interface Answer {
  readonly status: number
  readonly body: unknown
}
type Driver = Record<string, (body: unknown) => Promise<unknown>>
type Headers = Record<string, string>
interface Target {
  readonly url: string
  readonly driver: Driver
  readonly actors: Record<string, { headers?: Headers }>
}

const chosen = process.argv.slice(2)
let failed = 0
for (const subject of SUBJECTS.filter(({ name }) => name !== 'third candidate'))
  for (const fault of subject.faults) if (chosen.length === 0 || chosen.includes(fault.id)) await hold(subject, fault)
console.log(`${failed} of the faults change nothing`)
process.exit(failed > 0 ? 1 : 0)

async function hold(subject: Subject, fault: OutsiderFault): Promise<void> {
  const clean = await shown(subject, fault, false)
  const faulty = await shown(subject, fault, true)
  if (clean === faulty) failed += 1
  console.log(`${clean === faulty ? 'SAME' : 'differs'}  ${fault.id.padEnd(40)} ${clean}  ->  ${faulty}`)
}

function shown(subject: Subject, { variant = 'a', ...fault }: OutsiderFault, faulty: boolean): Promise<string> {
  return withPatched(subject, faulty ? fault.edits : [], async (start) => {
    const candidate = await start({ variant })
    try {
      const profile = parse(readFileSync(join(subject.folder, `profile-${variant}.yaml`), 'utf8'))
      const { default: driver } = await import(join(subject.folder, 'driver.mjs'))
      const { url } = candidate
      const answers = await run({ url, driver: driver({ url }), actors: profile.actors }, fault.shownBy)
      return `${JSON.stringify(valueAt(answers, fault.differsAt))} [${answers.map(({ status }) => status)}]`
    } finally {
      await candidate.close()
    }
  }).then((text) => text.replace(/\[[\d,]*\]$/, chosen.length > 0 ? '$&' : ''))
}

async function run(target: Target, steps: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const step of steps) answers.push(await taken(target, step, answers))
  return answers
}

async function taken(target: Target, step: string, answers: readonly Answer[]): Promise<Answer> {
  const repeated = /^(\d+)x (.*)$/.exec(step)
  if (repeated) {
    let last: Answer = { status: 0, body: undefined }
    for (let i = 0; i < Number(repeated[1]); i += 1)
      for (const one of (repeated[2] ?? '').split(' ; ')) last = await single(target, one, [...answers, last])
    return last
  }
  const parallel = step.split(' || ')
  if (parallel.length === 1) return single(target, step, answers)
  const body = await Promise.all(parallel.map((one) => single(target, one, answers)))
  return { status: Math.max(...body.map(({ status }) => status)), body }
}

async function single(target: Target, step: string, answers: readonly Answer[]): Promise<Answer> {
  if (step === 'pause') return new Promise((resolve) => setTimeout(() => resolve({ status: 0, body: undefined }), 20))
  const filled = step.replace(/\$(\d+|last)((?:\.[\w-]+)+)/g, (_, at: string, path: string) =>
    String(valueAt(at === 'last' ? answers.at(-1)?.body : answers[Number(at)]?.body, path.slice(1))),
  )
  const [who = '', method = '', path = '', ...rest] = filled.split(' ')
  if (who === 'event') return caused(target, method, [path, ...rest].join(' ') || '{}')
  const response = await fetch(`${target.url}/api/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headersOf(target, who) },
    ...(rest.length > 0 ? { body: rest.join(' ') } : {}),
  })
  const text = await response.text()
  const json = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: json ? JSON.parse(text) : text }
}

async function caused({ driver }: Target, event: string, body: string): Promise<Answer> {
  const cause = driver[event]
  if (!cause) throw new Error(`no event ${event}`)
  return { status: 200, body: await cause(JSON.parse(body)) }
}

function headersOf({ actors }: Target, who: string): Headers {
  const [kind, secret = ''] = who.split(/:(.*)/s)
  if (kind === 'key') return { 'x-session-key': secret }
  if (kind === 'bearer') return { authorization: `Bearer ${secret}` }
  const actor = actors[who]
  if (!actor) throw new Error(`nobody is ${who}`)
  return actor.headers ?? {}
}

function valueAt(from: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (value === null || value === undefined ? undefined : (value as Record<string, unknown>)[key]),
      from,
    )
}
