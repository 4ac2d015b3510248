/**
 * Which stated rules the judge sees broken: each is broken in a copy of the mock (bench/mistakes), one at a time, and that
 * mock is judged in that area alone. `node bench/eyesight/rules.ts [PREFIX...]` looks at those rules; without
 * a prefix the table in bench/eyesight/RULES.md is written anew.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { AREAS, type Area } from '../../src/contract/areas.ts'
import { RULES } from '../../src/model/model.ts'
import type { Rule } from '../../src/model/rules/rule.ts'
import { judgeMock } from './judge-mock.ts'
import { asPrinted, worst } from './table.ts'
import { UNREACHABLE } from './unreachable.ts'

const MOST_REQUESTS = Number(process.env.MOST_REQUESTS ?? 5000)
const SEED = Number(process.env.SEED ?? 11)
const prefixes = process.argv.slice(2)

/** A rule that shows only where an open point is filled otherwise than the mock does by itself. */
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'uptime.kind-immutable': { 'uptime.kind-in-patch': 'ignore' },
}

interface Seen {
  readonly name: string
  readonly rule: Rule
  readonly caught: boolean
  readonly requests: number
  readonly steps: number
  readonly found: string
}

const looks = RULES.filter(({ provenance }) => provenance === 'stated').flatMap((rule) =>
  areasOf(rule).map((area) => ({
    rule,
    area,
    name: rule.id.startsWith(`${area}.`) ? rule.id : `${rule.id} (${area})`,
  })),
)
const rows: Seen[] = []
for (const { rule, area, name } of looks) {
  if (prefixes.length > 0 && !prefixes.some((prefix) => name.startsWith(prefix))) continue
  const seen = await look(rule, area, name)
  rows.push(seen)
  console.log(
    `${name.padEnd(46)} ${seen.caught ? 'caught' : UNREACHABLE[name] ? '(none)' : 'MISSED'} ${String(seen.requests).padStart(5)}  ${seen.found.slice(0, 120)}`,
  )
}
const summary = summed(rows)
console.log(`\n${summary}`)
if (prefixes.length === 0) writeFileSync(join(import.meta.dirname, 'RULES.md'), page(rows, summary))

/** A general rule is looked for in every area that it holds in. */
function areasOf(rule: Rule): readonly Area[] {
  const own = AREAS.find((area) => rule.id.startsWith(`${area}.`))
  if (own) return [own]
  return rule.kind === 'refusal' && 'areas' in rule.on ? rule.on.areas : AREAS
}

async function look(rule: Rule, area: Area, name: string): Promise<Seen> {
  const { failures, found } = await judgeMock({
    withoutRules: [rule.id],
    ...(CHOICES[rule.id] && { gaps: CHOICES[rule.id] }),
    areas: [area],
    seed: SEED,
    maxRequests: MOST_REQUESTS,
    bail: true,
  })
  const first = worst(failures)
  return {
    name,
    rule,
    caught: first?.finding.severity === 'failure',
    requests: found,
    steps: first?.sequence.steps.length ?? 0,
    found: asPrinted(first),
  }
}

function summed(all: readonly Seen[]): string {
  const reachable = all.filter(({ name }) => !UNREACHABLE[name])
  const caught = reachable.filter((row) => row.caught)
  const requests = caught.map((row) => row.requests).toSorted((a, b) => a - b)
  return `${caught.length} of ${reachable.length} caught, after a median of ${requests[Math.floor(requests.length / 2)] ?? 0} requests, at most ${requests.at(-1) ?? 0}; ${all.length - reachable.length} more that nothing can reach`
}

function page(all: readonly Seen[], summary: string): string {
  const cell = (text: string) =>
    text
      .replaceAll('|', '\\|')
      .replace(/\S{30,}/g, '…')
      .slice(0, 110)
  const lines = all
    .filter(({ name }) => !UNREACHABLE[name])
    .map(
      ({ name, caught, requests, steps, found }) =>
        `| ${name} | ${caught ? requests : 'not seen'} | ${steps} | ${cell(found)} |`,
    )
  return [
    '# Eyesight: rules',
    '',
    'Every stated rule, broken in the mock one at a time (bench/mistakes) and judged with its driver, `--area` of the rule,',
    `seed ${SEED}, at most ${MOST_REQUESTS} requests. A rule of several areas is looked for in each. Written by`,
    '`node bench/eyesight/rules.ts`.',
    '',
    `**${summary}.**`,
    '',
    '| rule broken | requests until seen | steps printed | as printed |',
    '|---|--:|--:|---|',
    ...lines,
    '',
    '## What nothing can reach',
    '',
    ...Object.entries(UNREACHABLE).map(([name, reason]) => `- ${name}: ${reason}`),
    '',
  ].join('\n')
}
