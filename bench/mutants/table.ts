import type { Mutant } from './mutant.ts'

/** caught: the judge fails it. observed: shown as a choice at an open point. missed: visible, and passed. */
export type End = 'caught' | 'warned' | 'observed' | 'missed' | 'invisible' | 'hung'

export interface Fate extends Mutant {
  readonly area: string
  readonly end: End
  readonly requests: number
  /** The judge's sentence, or the test of ours that fails. */
  readonly shown: string | undefined
}

type Printed = Readonly<Record<string, unknown>> | undefined

export function fateOf(
  mutant: Mutant & { readonly area: string },
  judged: Printed,
  { tests, observed }: { readonly tests?: Printed; readonly observed: readonly string[] },
): Fate {
  const requests = Number(judged?.found ?? 0)
  const shown = String(judged?.message ?? (observed.join(', ') || tests?.by) ?? '') || undefined
  return { ...mutant, end: endOf(judged, tests, observed), requests, shown }
}

function endOf(judged: Printed, tests: Printed, observed: readonly string[]): End {
  if (!judged) return 'hung'
  if (judged.caught) return judged.severity === 'warning' ? 'warned' : 'caught'
  if (observed.length > 0) return 'observed'
  return tests?.visible ? 'missed' : 'invisible'
}

const SEEN: readonly End[] = ['caught', 'warned', 'observed', 'hung']

const visibleOf = (fates: readonly Fate[]) => fates.filter(({ end }) => end !== 'invisible')
const seenOf = (fates: readonly Fate[]) => fates.filter(({ end }) => SEEN.includes(end))
const share = (fates: readonly Fate[]): string => {
  const [seen, visible] = [seenOf(fates).length, visibleOf(fates).length]
  return `${seen} of ${visible}${visible > 0 ? ` (${Math.round((100 * seen) / visible)} %)` : ''}`
}

export const summed = (fates: readonly Fate[]): string =>
  `${share(fates)} visible mutants seen; ${fates.length} looked at, ${fates.length - visibleOf(fates).length} of them change nothing that a test of ours sees`

function table(fates: readonly Fate[], title: string, by: (fate: Fate) => string): string[] {
  const rows = [...Map.groupBy(fates, by)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    `| ${title} | looked at | visible | seen |`,
    '|---|--:|--:|--:|',
    ...rows.map(([name, group]) => `| ${name} | ${group.length} | ${visibleOf(group).length} | ${share(group)} |`),
    '',
  ]
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('`', '')

export function page(
  fates: readonly Fate[],
  { of, sample, seed, requests }: { of: number; sample: string; seed: string; requests: string },
): string {
  const missed = fates.filter(({ end }) => end === 'missed')
  return [
    '# Eyesight: mutants',
    '',
    `A sample of ${sample} (seed ${seed}) of ${of} changes to \`src/model/areas\` that a mutation engine and mutators of this`,
    `domain find, each judged in its own area with the driver, at most ${requests} requests. A mutant is visible when the judge, the`,
    "area's own tests or the scenario library notice it. Written by `node bench/eyesight/mutants.ts`.",
    '',
    `**${summed(fates)}.**`,
    '',
    ...table(fates, 'area', ({ area }) => area),
    ...table(fates, 'mutator', ({ mutator }) => mutator),
    '## Visible and not seen',
    '',
    '| where | change | our test that sees it |',
    '|---|---|---|',
    ...missed.map(
      ({ file, line, from, to, shown }) => `| ${file}:${line} | ${cell(from)} → ${cell(to)} | ${cell(shown ?? '')} |`,
    ),
    '',
  ].join('\n')
}
