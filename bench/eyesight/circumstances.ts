/**
 * Mistakes that show only in a circumstance: the second time, with a thing that is a day old, where the other organization has
 * one of that name. Rules that are not kept, and requests that are refused, forgotten or answered with what was, are each
 * crossed with circumstances by lot, so nobody chooses what is easy to see. Each is a mistake of the mock, judged in its
 * area with the driver. Which of them come about at all, and which of those are seen?
 * `node bench/eyesight/circumstances.ts [how many of each kind] [first] [kind] [area]`
 */
import { AREAS, type Area } from '../../src/contract/areas.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { RULES } from '../../src/model/model.ts'
import { isAbout } from '../../src/model/rules/rule.ts'
import { shuffled } from '../mutants/shuffled.ts'
import { CIRCUMSTANCES, type Circumstance } from './circumstances/circumstances.ts'
import { type Met, metIn } from './circumstances/met.ts'
import { type Mistake, nameOf } from './circumstances/mistake.ts'
import { type AtTimes, mistakenAtTimes, type Occasions } from './circumstances/mistaken-at-times.ts'
import { judgeMock } from './judge-mock.ts'
import { asPrinted, worst } from './table.ts'
import { UNREACHABLE } from './unreachable.ts'

const [most = '50', first = '0', kind = '', area = ''] = process.argv.slice(2)
const SEED = Number(process.env.SEED ?? 11)
const contract = loadContract(source)
const operations = [...contract.operations.values()]

const rules: [Area, Mistake][] = RULES.filter(({ provenance }) => provenance === 'stated').flatMap((rule) => {
  const own = AREAS.find((one) => rule.id.startsWith(`${one}.`))
  const of = own ? [own] : rule.kind === 'refusal' && 'areas' in rule.on ? rule.on.areas : AREAS
  return of
    .filter((one) => !UNREACHABLE[rule.id] && !UNREACHABLE[`${rule.id} (${one})`])
    .map((one): [Area, Mistake] => [one, { kind: 'rule', rule }])
})
const WRITES = operations.filter(({ does }) => does !== 'read' && does !== 'list')
const READS = operations.filter(({ does }) => does === 'read' || does === 'list')
const KINDS: Readonly<Record<Mistake['kind'], [Area, Mistake][]>> = {
  rule: rules,
  refused: WRITES.flatMap(({ id, area }) =>
    [403, 409].map((status): [Area, Mistake] => [area, { kind: 'refused', what: id, status }]),
  ),
  forgotten: WRITES.map(({ id, area }) => [area, { kind: 'forgotten', what: id }]),
  stale: READS.map(({ id, area }) => [area, { kind: 'stale', what: id }]),
}

/** By area: what a run brings about. */
const met = new Map<Area, Met>()
for (const one of AREAS) if (!area || one === area) met.set(one, await metIn(one, SEED))

/** True if a run without mistakes brings the circumstance about where the mistake could show. */
function comes(of: Area, mistake: Mistake, { name }: Circumstance): boolean {
  const counts = met.get(of)
  if (mistake.kind !== 'rule') return (counts?.get(mistake.what)?.get(name)?.done ?? 0) > 0
  const { rule } = mistake
  const about =
    rule.kind === 'refusal'
      ? operations.filter((one) => one.area === of && isAbout(rule, one))
      : operations.filter((one) => one.area === of)
  return about.some(({ id }) => (counts?.get(id)?.get(name)?.asked ?? 0) > 0)
}

for (const [name, mistakes] of Object.entries(KINDS)) {
  if (kind && name !== kind) continue
  const all = mistakes
    .filter(([of]) => !area || of === area)
    .flatMap(([of, mistake]) => CIRCUMSTANCES.map((circumstance) => ({ of, mistake, circumstance })))
    .filter(({ of, mistake, circumstance }) => comes(of, mistake, circumstance))
  const lots = shuffled(all, 4_711).slice(Number(first), Number(first) + Number(most))
  for (const [index, { of, mistake, circumstance }] of lots.entries())
    await look(of, { mistake, circumstance, lot: ((index + Number(first)) * 0.381966) % 1 })
}
process.exit()

async function look(of: Area, atTimes: AtTimes): Promise<void> {
  const occasions: Occasions = { held: 0, changed: 0 }
  const other = await mistakenAtTimes(atTimes, occasions)
  const judged = await judgeMock({ other, areas: [of], seed: SEED, maxRequests: 5000, bail: true }).catch(
    (error: Error) => error,
  )
  const worstOf = judged instanceof Error ? undefined : worst(judged.failures)
  const severity = worstOf?.finding.severity
  const result =
    judged instanceof Error
      ? 'broke'
      : severity === 'failure'
        ? 'seen'
        : severity === 'warning'
          ? 'warned'
          : occasions.changed === 0
            ? 'never'
            : 'UNSEEN'
  const found = judged instanceof Error ? judged.message : worstOf ? asPrinted(worstOf) : (occasions.first ?? '')
  console.log(
    [
      result,
      of,
      nameOf(atTimes.mistake),
      atTimes.circumstance.name,
      occasions.held,
      occasions.changed,
      judged instanceof Error ? 0 : judged.found,
      found.slice(0, 130),
    ].join(' | '),
  )
}
