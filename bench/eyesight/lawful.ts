/**
 * Candidates that chose otherwise: each variation is an edit of a candidate's source after which it is still right by the
 * contract, written by somebody who did not know what the judge looks for. Whatever is found is a false alarm, unless the
 * clean candidate has it too. `node bench/eyesight/lawful.ts [ID...]`; LAWFUL_REQUESTS says how many requests for each.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { worded } from '../../src/conformance/finding/words.ts'
import { judging } from './judge-candidate.ts'
import type { Edit } from './outsider/fault.ts'
import { SUBJECTS, type Subject, withPatched } from './outsider/patched.ts'

interface Variation {
  readonly id: string
  readonly areas: readonly string[]
  readonly what: string
  /** Why it breaks no sentence. */
  readonly lawful: string
  /** Why it may break one after all; nothing is said then against finding it. */
  readonly doubt?: string
  readonly edits: readonly Edit[]
}

const VARIED = [
  'second candidate',
  'third candidate',
  'fourth candidate',
  'fifth candidate',
  'sixth candidate',
  'seventh candidate',
  'eighth candidate',
  'sixteenth candidate',
]
const MOST_REQUESTS = Number(process.env.LAWFUL_REQUESTS ?? 5000)

const chosen = process.argv.slice(2)
let [looked, alarms] = [0, 0]
for (const subject of SUBJECTS)
  for (const variation of variationsOf(subject))
    if (chosen.length === 0 || chosen.includes(variation.id)) await look(subject, variation)
console.log(`${looked} lawful variations, ${alarms} of them accused`)
process.exit(alarms === 0 ? 0 : 1)

function variationsOf({ name }: Subject): readonly Variation[] {
  if (!VARIED.includes(name)) return []
  return JSON.parse(
    readFileSync(join(import.meta.dirname, 'lawful', name.replace(' ', '-'), 'variations.json'), 'utf8'),
  )
}

async function look(subject: Subject, { id, areas, what, edits, doubt }: Variation): Promise<void> {
  const limits = { seed: 1, maxRequests: MOST_REQUESTS, bail: false }
  const { failures, requests } = await withPatched(subject, edits, (start) =>
    judging({ folder: subject.folder, start })({ variant: 'a', areas, driver: true, ...limits }),
  )
  looked += 1
  if (failures.length > 0 && doubt === undefined) alarms += 1
  console.log(
    `${id}  ${requests} requests  ${failures.length === 0 ? 'nothing found' : `FOUND ${failures.length}`}  ${what}`,
  )
  for (const { finding } of failures) {
    const { message, expected, actual } = worded(finding)
    console.log(`  ${finding.severity} ${finding.operation}: ${message} (expected ${expected}, got ${actual})`)
  }
}
