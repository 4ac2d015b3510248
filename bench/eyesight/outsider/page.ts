import { RULES } from '../../../src/model/model.ts'
import type { Kind, OutsiderFault } from './fault.ts'
import { SETS } from './sets.ts'

/** The result of one run of the judge. */
export interface Look {
  readonly id: string
  readonly driver: boolean
  readonly seen: string
  readonly requests: number
  readonly steps: number
  readonly how: string
  /** The operation and the rules of the first finding. */
  readonly cited: string
}

interface Row {
  readonly fault: OutsiderFault
  readonly driven: Look | undefined
  readonly alone: Look | undefined
}

const KINDS: readonly Kind[] = [
  'status',
  'schema',
  'secrecy',
  'isolation',
  'guard',
  'side effect',
  'time',
  'order and caps',
  'concurrency',
  'pagination',
]

/** bench/eyesight/OUTSIDER.md. */
export function pageText(mostRequests: number, looks: readonly Look[]): string {
  const of = (id: string, driver: boolean) => looks.find((look) => look.id === id && look.driver === driver)
  const sets = SETS.map(({ name, firstLook, ...inCandidates }) => ({
    name,
    firstLook,
    rows: Object.values(inCandidates)
      .flat()
      .map((fault): Row => {
        return { fault, driven: of(fault.id, true), alone: fault.requestsAlone ? of(fault.id, false) : undefined }
      }),
  }))
  return [
    '# Eyesight: the mistakes of outsiders',
    '',
    `${new Intl.ListFormat('en-GB').format(sets.map(({ rows }) => String(rows.length)))} mistakes in the candidates, each an edit of the clean source that breaks one sentence of the`,
    'document. Each set was chosen by somebody who had read the document and the candidates but neither the judge nor the',
    'faults it was built with, and each mistake was shown by hand to change an answer',
    '(`node bench/eyesight/outsider/by-hand.ts`, `python3 bench/eyesight/outsider/fifth/prove.py`, and the later ones alike). Judged as in CI, with the',
    `profile of the candidate (no gap values), \`--area\` of the mistake, seed 1, at most ${mostRequests} requests, \`--bail\`; a second time without the driver where requests alone show it. A`,
    'warning (a rule that is only implied) is not counted as seen. Written by `node bench/eyesight/outsider.ts`.',
    '',
    'The first look at a set is the honest figure. After it the judge learned general ways that some of the missed mistakes',
    'suggested, so the tables below are no first looks any more. Only looks at what had been missed, and at some that were seen late, are of the last revision; the rest are some revisions older.',
    '',
    total(sets.flatMap(({ rows }) => rows)),
    '',
    ...sets.flatMap(({ name, firstLook, rows }) => [
      `## ${name}`,
      '',
      `First look: ${firstLook}.`,
      '',
      ...summary(rows),
      ...notLookedAt(rows),
      '',
      citations(rows),
      '',
      ...missed(rows),
      '',
    ]),
    ...falseAlarms(looks.filter(({ id }) => id.startsWith('clean '))),
    '',
    ...everyOne(sets.flatMap(({ rows }) => rows)),
    '',
  ].join('\n')
}

const caught = (look: Look | undefined): boolean => look?.seen === 'failure'

function total(rows: readonly Row[]): string {
  const seen = rows.filter(({ driven }) => caught(driven)).length
  const warned = rows.filter(({ driven }) => driven?.seen === 'warning').length
  const alone = rows.filter((row) => row.alone)
  const seenAlone = alone.filter((row) => caught(row.alone)).length
  return `All together: ${seen} of ${rows.length} seen with the driver, and ${warned} more only warned of; ${seenAlone} of ${alone.length} without.`
}

function summary(rows: readonly Row[]): string[] {
  const line = (name: string, some: readonly Row[]) => {
    const seen = some.filter(({ driven }) => caught(driven))
    const looked = some.filter(({ driven }) => driven)
    const alone = some.filter((row) => row.alone)
    const longer = seen
      .map(({ fault, driven }) => (driven?.steps ?? 0) - fault.shownBy.length)
      .toSorted((a, b) => a - b)
    const steps = seen.map(({ driven }) => driven?.steps ?? 0).toSorted((a, b) => a - b)
    return `| ${[name, some.length, `${seen.length} of ${looked.length}`, `${alone.filter((row) => caught(row.alone)).length} of ${alone.length}`, middle(steps), middle(longer)].join(' | ')} |`
  }
  return [
    '| kind | mistakes | seen with the driver | seen without | median steps printed | more than by hand |',
    '|---|--:|--:|--:|--:|--:|',
    ...KINDS.map((kind) =>
      line(
        kind,
        rows.filter(({ fault }) => fault.kind === kind),
      ),
    ),
    line('**all**', rows),
  ]
}

/** Whether a report sends its reader to the right sentence. The same mistake may break several, so that this is a lower bound. */
function citations(rows: readonly Row[]): string {
  const seen = rows.filter(({ driven }) => caught(driven))
  const right = seen.filter(({ fault, driven }) => citedStatements(driven).includes(fault.statement))
  return `Of the ${seen.length} failures ${right.length} cite the very statement that the outsider had in mind, or a rule of it.`
}

const citedStatements = (look: Look | undefined): readonly string[] =>
  (look?.cited.split(': ')[1] ?? '')
    .split(', ')
    .flatMap((cited): readonly string[] => RULES.find(({ id }) => id === cited)?.checklist ?? [cited])

/** A run in pieces may be a piece short. */
function notLookedAt(rows: readonly Row[]): string[] {
  const driven = rows.filter((row) => !row.driven).length
  const alone = rows.filter((row) => row.fault.requestsAlone && !row.alone).length
  return driven + alone === 0 ? [] : ['', `Not looked at yet: ${driven} with the driver, ${alone} without.`]
}

const middle = (ordered: readonly number[]): number | string => ordered[Math.floor(ordered.length / 2)] ?? ''

function missed(rows: readonly Row[]): string[] {
  const list = (some: readonly Row[], look: (row: Row) => Look | undefined) =>
    some.map((row) => {
      const { id, kind, statement, wrong } = row.fault
      const warned = look(row)?.seen === 'warning' ? ` (warned of: ${look(row)?.cited})` : ''
      return `- ${id} (${kind}, ${statement}): ${wrong}${warned}`
    })
  const driven = rows.filter((row) => row.driven && !caught(row.driven))
  const alone = rows.filter((row) => row.alone && !caught(row.alone) && caught(row.driven))
  return [
    '### Missed with the driver',
    '',
    ...(driven.length === 0 ? ['None.'] : list(driven, ({ driven: look }) => look)),
    '',
    '### Seen with the driver, missed without',
    '',
    ...(alone.length === 0 ? ['None.'] : list(alone, ({ alone: look }) => look)),
  ]
}

function falseAlarms(looks: readonly Look[]): string[] {
  const alarms = looks.filter(({ seen }) => seen === 'failure')
  return [
    '## False alarms',
    '',
    looks.length === 0
      ? 'The clean candidates are judged by `node bench/eyesight/clean.ts`.'
      : `The clean candidates, area by area, with the driver and without: ${alarms.length} failures in ${looks.length} runs.`,
    ...alarms.map(({ id, driver, cited }) => `- ${id}, ${driver ? 'with' : 'without'} the driver: ${cited}`),
  ]
}

function everyOne(rows: readonly Row[]): string[] {
  const requests = (look: Look | undefined) => (caught(look) ? look?.requests : look ? 'not seen' : '')
  return [
    '## One by one',
    '',
    '| mistake | kind | statement | requests until seen | without the driver | steps printed | by hand | cited |',
    '|---|---|---|--:|--:|--:|--:|---|',
    ...rows.map(
      ({ fault, driven, alone }) =>
        `| ${[
          fault.id,
          fault.kind,
          fault.statement,
          requests(driven),
          requests(alone),
          driven?.steps ?? '',
          fault.shownBy.length,
          `${driven && driven.how !== 'reduced' && driven.how !== '' ? `(${driven.how}) ` : ''}${driven?.cited ?? ''}`,
        ].join(' | ')} |`,
    ),
  ]
}
