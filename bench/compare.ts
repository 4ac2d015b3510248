/**
 * `understudy compare` on the candidates: `node bench/compare.ts [PREFIX...]`. First the two variants of each, where there
 * may be no difference but choices; then a variant against the same one with a fault, for every fault: is it the difference,
 * and is it shown in at most two steps more than by hand?
 */
import { join } from 'node:path'
import { compareReports } from '../src/conformance/report/comparison/comparison.ts'
import type { Report } from '../src/conformance/report/report.ts'
import { verify } from '../src/conformance/verify.ts'
import { CANDIDATES, type Candidate, type Fault, type Variant } from './traffic/candidates.ts'

const SEED = 11
const MOST_REQUESTS = 5_000
const MOST_LONGER = 2

interface Looked {
  readonly variant: Variant
  readonly areas: readonly string[]
  readonly fault?: string
}

async function reportOn(candidate: Candidate, { variant, areas, fault }: Looked): Promise<Report> {
  const { url, close } = await candidate.start({ variant, faults: fault === undefined ? [] : [fault] })
  const profile = join(candidate.folder, `profile-${variant}.yaml`)
  const { report } = await verify({ url, profile, areas, seed: SEED, maxRequests: MOST_REQUESTS, bail: true })
  await close()
  return report
}

/** Answers whether the variants differ in choices alone. */
async function compareVariants(candidate: Candidate): Promise<boolean> {
  const { name, areas } = candidate
  const [a, b] = [
    await reportOn(candidate, { variant: 'a', areas }),
    await reportOn(candidate, { variant: 'b', areas }),
  ]
  const { broken, choices } = compareReports(a, b)
  console.log(`${name}: a and b: ${broken.length} against the contract, ${choices.length} choices that may differ`)
  return broken.length === 0
}

type Compared = 'shown' | 'longer' | 'missed'

/** A clean variant with the same one that has a fault. */
function compareFault(clean: Report, faulty: Report, { name, minimal }: Fault): Compared {
  const { broken } = compareReports(clean, faulty)
  const [first, ...others] = broken.filter(({ by }) => by === 'B')
  const steps = first?.failure.steps.length ?? 0
  const result = !first || others.length < broken.length - 1 ? 'missed' : isShort(steps, minimal) ? 'shown' : 'longer'
  console.log(`${result.padEnd(7)} ${name}: ${steps} steps, ${minimal.length} by hand`)
  return result
}

const isShort = (steps: number, minimal: readonly unknown[]): boolean => steps <= minimal.length + MOST_LONGER

const prefixes = process.argv.slice(2)
const isChosen = ({ name }: Fault) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix))

const results: Compared[] = []
let onlyChoices = true
for (const candidate of CANDIDATES) {
  if (prefixes.length === 0) onlyChoices = (await compareVariants(candidate)) && onlyChoices
  const cleans = new Map<string, Report>()
  for (const fault of candidate.faults.filter(isChosen)) {
    const [variant = 'a'] = fault.variants
    const looked = { variant, areas: [fault.area] }
    const key = `${variant} ${fault.area}`
    const clean = cleans.get(key) ?? (await reportOn(candidate, looked))
    cleans.set(key, clean)
    results.push(compareFault(clean, await reportOn(candidate, { ...looked, fault: fault.name }), fault))
  }
}
for (const [result, alike] of Map.groupBy(results, (one) => one))
  console.log(`${result}: ${alike.length} of ${results.length}`)
process.exit(onlyChoices && results.every((result) => result === 'shown') ? 0 : 1)
