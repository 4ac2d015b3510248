/**
 * Which mistakes of an outsider the judge sees: each is an edit of a candidate's source, made in a copy, judged with the
 * candidate's own profile, with its driver and (where requests alone show it) without.
 * `node bench/eyesight/outsider.ts [ID...]` looks at single ones; without names bench/eyesight/OUTSIDER.md is written
 * anew, and with `write` among them as well, with what it says of all others. OUTSIDER_LOOKS names a file in which looks are
 * kept, so that a run can be done in pieces of OUTSIDER_SECONDS.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AREAS } from '../../src/contract/areas.ts'
import { judging } from './judge-candidate.ts'
import type { OutsiderFault } from './outsider/fault.ts'
import { latest, looksIn } from './outsider/kept-looks.ts'
import { type Look, pageText } from './outsider/page.ts'
import { SUBJECTS, type Subject, withPatched } from './outsider/patched.ts'

const SEED = 1
const MOST_REQUESTS = Number(process.env.MOST_REQUESTS ?? 5000)
const KEPT = process.env.OUTSIDER_LOOKS
const ENDS = Date.now() + Number(process.env.OUTSIDER_SECONDS ?? Number.POSITIVE_INFINITY) * 1000

/** The clean candidates, looked at in the same way: whatever is found there is a false alarm. */
const CLEAN: Record<string, readonly string[]> = {
  candidate: ['tokens', 'oncall', 'uptime'],
  'second candidate': ['iam', 'organization', 'registry', 'email', 'clusters'],
  'third candidate': AREAS,
  'fourth candidate': AREAS,
  'fifth candidate': AREAS,
  'sixth candidate': AREAS,
  'seventh candidate': AREAS,
  'eighth candidate': AREAS,
  'ninth candidate': AREAS,
}

const PAGE = join(import.meta.dirname, 'OUTSIDER.md')
const isKept = process.argv.includes('write')
const chosen = process.argv.slice(2).filter((name) => name !== 'write')
const looks: Look[] = KEPT && existsSync(KEPT) ? readFileSync(KEPT, 'utf8').split('\n').filter(Boolean).map(parsed) : []
for (const subject of SUBJECTS) for (const fault of subject.faults) await look(subject, fault, true)
for (const subject of SUBJECTS)
  for (const fault of subject.faults) if (fault.requestsAlone) await look(subject, fault, false)
for (const subject of SUBJECTS)
  for (const area of CLEAN[subject.name] ?? [])
    for (const driver of [true, false]) await look(subject, clean(subject, area), driver)
if (isKept) writeFileSync(PAGE, pageText(MOST_REQUESTS, latest([...looksIn(PAGE), ...looks])))
else if (chosen.length === 0) writeFileSync(PAGE, pageText(MOST_REQUESTS, looks))
process.exit()

function parsed(line: string): Look {
  return JSON.parse(line)
}

type Subjected = Pick<OutsiderFault, 'id' | 'areas' | 'edits'> & { readonly variant?: 'a' | 'b' }

function clean({ name }: Subject, area: string): Subjected {
  return { id: `clean ${name}, ${area}`, areas: [area], edits: [] }
}

async function look(subject: Subject, fault: Subjected, driver: boolean): Promise<void> {
  const { id, areas, edits, variant = 'a' } = fault
  if (chosen.length > 0 && !chosen.includes(id)) return
  if (looks.some((one) => one.id === id && one.driver === driver)) return
  if (Date.now() >= ENDS) return
  const { failures, found } = await withPatched(subject, edits, (start) =>
    judging({ folder: subject.folder, start })({
      ...{ variant, areas, driver, seed: SEED, maxRequests: MOST_REQUESTS, bail: true },
    }),
  )
  const first = failures.find(({ finding }) => finding.severity === 'failure') ?? failures[0]
  const made: Look = {
    id,
    driver,
    seen: first?.finding.severity ?? 'nothing',
    requests: found,
    steps: first?.sequence.steps.length ?? 0,
    how: first?.how ?? '',
    cited: first ? `${first.finding.operation}: ${first.finding.rules.join(', ') || first.finding.check}` : '',
  }
  looks.push(made)
  console.log(Object.values(made).join('  '))
  if (KEPT) appendFileSync(KEPT, `${JSON.stringify(made)}\n`)
}
