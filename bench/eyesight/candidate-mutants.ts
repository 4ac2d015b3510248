/**
 * Which mutants of a candidate the judge sees that the candidate's own check sees. Neither the mutants nor the check are of our
 * hand: an engine makes the one (candidate-mutants/mutate.py), and whoever wrote the candidate wrote the other.
 * `node bench/eyesight/candidate-mutants.ts fifth` (or `seventh`) looks at those of candidate-mutants/fifth.txt, which were
 * drawn by lot before any was looked at, and writes candidate-mutants/FIFTH.md. What is known is kept in the file that
 * CANDIDATE_MUTANTS_KEPT names, so that a run can be done in pieces of CANDIDATE_MUTANTS_SECONDS. It takes Python, and for the
 * fifth candidate FastAPI.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { MUTATED } from './candidate-mutants/mutated.ts'
import { type Known, type Mutant, pageText } from './candidate-mutants/page.ts'
import { judging } from './judge-candidate.ts'
import { applyEdits, SUBJECTS, withPatched } from './outsider/patched.ts'

const MOST_REQUESTS = 5000
const KEPT = process.env.CANDIDATE_MUTANTS_KEPT
const ENDS = Date.now() + Number(process.env.CANDIDATE_MUTANTS_SECONDS ?? Number.POSITIVE_INFINITY) * 1000
/** A check that hangs has seen something. */
const LONGEST_CHECK_MS = 240_000
/** The author's checks mostly wait, so some of them run while the judge is at work. */
const CHECKS_AHEAD = 3

const which = process.argv[2] ?? ''
const mutated = MUTATED[which]
const subject = SUBJECTS.find(({ name }) => name === mutated?.name)
if (!mutated || !subject) throw new Error(`say which candidate: ${Object.keys(MUTATED).join(' or ')}`)
const { folder, python, modules, areas: areasOf, partOf } = mutated
const target = subject

const all = await mutantsOf()
const lot = new Set(readFileSync(join(import.meta.dirname, `candidate-mutants/${which}.txt`), 'utf8').split('\n'))
const sample = all.filter(({ id }) => lot.has(id))
const known = new Map(kept().map((one) => [one.id, one]))
const waiting = sample.filter(({ id }) => !known.has(id))
const checks = new Map<string, Promise<boolean>>()
for (const [index, mutant] of waiting.entries()) {
  if (Date.now() > ENDS) break
  for (const next of waiting.slice(index, index + CHECKS_AHEAD))
    if (!checks.has(next.id)) checks.set(next.id, isVisible(next))
  const one = await lookAt(mutant, (await checks.get(mutant.id)) === true)
  known.set(one.id, one)
  if (KEPT) appendFileSync(KEPT, `${JSON.stringify(one)}\n`)
  console.log(one.visible ? (one.seen === 'failure' ? 'seen   ' : 'missed ') : 'no change', one.id, one.cited)
}
const looks = sample.flatMap((mutant) => {
  const one = known.get(mutant.id)
  return one ? [{ ...mutant, ...one }] : []
})
writeFileSync(
  join(import.meta.dirname, `candidate-mutants/${which.toUpperCase()}.md`),
  pageText({ which, of: all.length, requests: MOST_REQUESTS, looks }),
)
process.exit()

function kept(): Known[] {
  return KEPT && existsSync(KEPT) ? readFileSync(KEPT, 'utf8').split('\n').filter(Boolean).map(parsed) : []
}

function parsed(line: string): Known {
  return JSON.parse(line)
}

async function lookAt({ id, areas, edits }: Mutant, visible: boolean): Promise<Known> {
  if (!visible) return { id, visible, seen: 'nothing', requests: 0, cited: '' }
  const { failures, found } = await withPatched(target, edits, (start) =>
    judging({ folder, start })({
      ...{ variant: 'a', areas, driver: true, seed: 1, maxRequests: MOST_REQUESTS, bail: true },
    }),
  )
  const first = failures.find(({ finding }) => finding.severity === 'failure') ?? failures[0]
  const cited = first ? `${first.finding.operation}: ${first.finding.rules.join(', ') || first.finding.check}` : ''
  return { id, visible, seen: first?.finding.severity ?? 'nothing', requests: found, cited }
}

/** True if the check of the candidate's author fails. */
async function isVisible({ areas, edits }: Mutant): Promise<boolean> {
  const copy = mkdtempSync(join(tmpdir(), 'candidate-mutant-'))
  try {
    cpSync(folder, copy, { recursive: true })
    applyEdits(copy, edits)
    // One that does not even start is no target.
    if (!(await starts(copy))) return false
    for (const args of new Set(partOf ? areas.map(partOf) : [''])) if (!(await passes(copy, args))) return true
    return false
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

async function starts(copy: string): Promise<boolean> {
  const start = await target.startIn(copy)
  const running = await start({ variant: 'a' }).catch(() => undefined)
  await running?.close()
  return running !== undefined
}

/** The check starts the candidate itself. Both are ended together: a mutant that goes on for ever would take all memory. */
function passes(copy: string, part: string): Promise<boolean> {
  return new Promise((resolve) => {
    const args = ['-B', 'check.py', ...(part ? [part] : [])]
    const child = spawn(python, args, { cwd: copy, stdio: 'ignore', detached: true })
    const timer = setTimeout(endAll, LONGEST_CHECK_MS)
    child.on('close', (code) => {
      clearTimeout(timer)
      endAll()
      resolve(code === 0)
    })
    function endAll(): void {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // Nothing of it is left.
      }
    }
  })
}

async function mutantsOf(): Promise<readonly Mutant[]> {
  const mutate = join(import.meta.dirname, 'candidate-mutants/mutate.py')
  const child = spawn(python, [mutate, folder, modules, JSON.stringify(areasOf)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(await text(child.stdout))
}
