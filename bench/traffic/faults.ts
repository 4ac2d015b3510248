import type { Finding } from '../../src/conformance/finding/finding.ts'
import { CANDIDATES, type Candidate, type Fault } from './candidates.ts'
import { watched } from './watched.ts'

interface Row {
  readonly fault: Fault
  readonly found: Finding | undefined
}

/** Has every fault shown by the sequence that its author wrote, and prints the share that watching finds, by kind. */
export async function watchFaults(prefixes: readonly string[]): Promise<void> {
  const rows: Row[] = []
  for (const candidate of CANDIDATES)
    for (const fault of candidate.faults)
      if (prefixes.length === 0 || prefixes.some((prefix) => fault.name.startsWith(prefix)))
        rows.push(await watchFault(candidate, fault))
  for (const [kind, alike] of Map.groupBy(rows, ({ fault }) => kindOf(fault))) tell(kind, alike)
  tell('all', rows)
}

async function watchFault(candidate: Candidate, fault: Fault): Promise<Row> {
  const [variant = 'a'] = fault.variants
  const target = await candidate.start({ variant, faults: [fault.name] })
  const { findings } = await watched(target.url, candidate.contract(variant), (proxy) =>
    candidate.runMinimal(fault.name, variant, { proxy, target: target.url }),
  )
  await target.close()
  const [found] = findings
  console.log(`${found ? 'found ' : 'missed'} ${kindOf(fault).padEnd(34)} ${fault.name} ${found?.code ?? ''}`)
  return { fault, found }
}

/** Its visible effect. */
function kindOf({ shows: { at, correct, faulty }, needs }: Fault): string {
  const isRefused = (value: unknown) =>
    (typeof value === 'number' && value >= 400) || (typeof value === 'object' && value !== null && 'refused' in value)
  if (needs === 'driver') return at === 'status' ? 'after an outside event: a status' : 'after an outside event: a body'
  if (at !== 'status') return /length|\.\d+\./.test(at) ? 'a list' : 'a field'
  if (isRefused(correct)) return isRefused(faulty) ? 'refused with another status' : 'taken, to be refused'
  return isRefused(faulty) ? 'refused, to be taken' : 'taken with another status'
}

function tell(kind: string, rows: readonly Row[]): void {
  const found = rows.filter((row) => row.found).length
  console.log(
    `${kind.padEnd(34)} ${found} of ${rows.length} (${Math.round((100 * found) / Math.max(1, rows.length))} %)`,
  )
}
