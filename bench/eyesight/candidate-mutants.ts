/**
 * Which mutants of a candidate the judge sees that the candidate's own check sees. Neither the mutants nor the check are of our
 * hand: an engine makes the one (candidate-mutants/mutate.py), and whoever wrote the fifth candidate wrote the other.
 * `node bench/eyesight/candidate-mutants.ts` looks at the 400 of candidate-mutants/sample.txt, which were drawn by lot before
 * any was looked at, and writes bench/eyesight/CANDIDATE-MUTANTS.md; `all` in place of it at all of them. What is known is kept
 * in the file that CANDIDATE_MUTANTS_KEPT names, so that a run can be done in pieces of CANDIDATE_MUTANTS_SECONDS. It takes
 * Python with FastAPI, as the fifth candidate does.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Known, type Mutant, pageText } from './candidate-mutants/page.ts'
import { PYTHON } from './fifth-candidate.ts'
import { judging } from './judge-candidate.ts'
import { applyEdits, SUBJECTS, withPatched } from './outsider/patched.ts'

const MOST_REQUESTS = 5000
const KEPT = process.env.CANDIDATE_MUTANTS_KEPT
const ENDS = Date.now() + Number(process.env.CANDIDATE_MUTANTS_SECONDS ?? Number.POSITIVE_INFINITY) * 1000
/** A check that hangs has seen something. */
const LONGEST_CHECK_MS = 240_000

const fifth = SUBJECTS.find(({ name }) => name === 'fifth candidate')
if (!fifth) throw new Error('there is no fifth candidate')
const { folder } = fifth
const subject = fifth

const all: readonly Mutant[] = JSON.parse(
  await printed([join(import.meta.dirname, 'candidate-mutants/mutate.py'), folder]),
)
const lot = new Set(readFileSync(join(import.meta.dirname, 'candidate-mutants/sample.txt'), 'utf8').split('\n'))
const sample = process.argv[2] === 'all' ? all : all.filter(({ id }) => lot.has(id))
const known = new Map(kept().map((one) => [one.id, one]))
for (const mutant of sample) {
  if (known.has(mutant.id)) continue
  if (Date.now() > ENDS) break
  const one = await lookAt(mutant)
  known.set(one.id, one)
  if (KEPT) appendFileSync(KEPT, `${JSON.stringify(one)}\n`)
  console.log(one.visible ? (one.seen === 'failure' ? 'seen   ' : 'missed ') : 'no change', one.id, one.cited)
}
const looks = sample.flatMap((mutant) => {
  const one = known.get(mutant.id)
  return one ? [{ ...mutant, ...one }] : []
})
writeFileSync(join(import.meta.dirname, 'CANDIDATE-MUTANTS.md'), pageText(all.length, MOST_REQUESTS, looks))
process.exit()

function kept(): Known[] {
  return KEPT && existsSync(KEPT) ? readFileSync(KEPT, 'utf8').split('\n').filter(Boolean).map(parsed) : []
}

function parsed(line: string): Known {
  return JSON.parse(line)
}

async function lookAt(mutant: Mutant): Promise<Known> {
  const { id, areas, edits } = mutant
  if (!(await isVisible(mutant))) return { id, visible: false, seen: 'nothing', requests: 0, cited: '' }
  const { failures, found } = await withPatched(subject, edits, (start) =>
    judging({ folder, start })({
      ...{ variant: 'a', areas, driver: true, seed: 1, maxRequests: MOST_REQUESTS, bail: true },
    }),
  )
  const first = failures.find(({ finding }) => finding.severity === 'failure') ?? failures[0]
  const cited = first ? `${first.finding.operation}: ${first.finding.rules.join(', ') || first.finding.check}` : ''
  return { id, visible: true, seen: first?.finding.severity ?? 'nothing', requests: found, cited }
}

/** True if the check of the candidate's author fails. */
async function isVisible({ areas, edits }: Mutant): Promise<boolean> {
  const copy = mkdtempSync(join(tmpdir(), 'candidate-mutant-'))
  try {
    cpSync(folder, copy, { recursive: true })
    applyEdits(copy, edits)
    // One that does not even start is no target.
    if (!(await starts(copy))) return false
    for (const part of new Set(areas.map((area) => PARTS[area] ?? area))) if (!(await passes(copy, part))) return true
    return false
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Parts of the check that go by another name. */
const PARTS: Readonly<Record<string, string>> = { iam: 'tokens', organization: 'tokens' }

async function starts(copy: string): Promise<boolean> {
  const start = await subject.startIn(copy)
  const running = await start({ variant: 'a' }).catch(() => undefined)
  await running?.close()
  return running !== undefined
}

/** The check starts the candidate itself. Both are ended together: a mutant that goes on for ever would take all memory. */
function passes(copy: string, part: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(PYTHON, ['check.py', part], { cwd: copy, stdio: 'ignore', detached: true })
    const endAll = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
    const timer = setTimeout(endAll, LONGEST_CHECK_MS)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(code === 0)
    })
  })
}

async function printed(args: readonly string[]): Promise<string> {
  const child = spawn(PYTHON, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return text(child.stdout)
}
