import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { worded } from '../../src/conformance/finding/words.ts'
import type { Shrunk } from '../../src/conformance/sequence/shrink.ts'
import type { Judged } from './judged.ts'
import { UNSEEN_FAULTS } from './unreachable.ts'

/** One fault, as somebody wrote it. */
export interface Fault {
  readonly name: string
  /** What is needed to see it: the API alone, time, outside events. */
  readonly needs: string
  /** Steps of the sequence written by hand. */
  readonly byHand: number
}

/** The result. */
export interface Seen extends Fault {
  readonly caught: boolean
  readonly requests: number
  readonly steps: number
  readonly found: string
}

/** A broken implied rule is a warning, which counts if the fault breaks nothing else. */
export function seen(fault: Fault, { failures, found }: Judged, implied = false): Seen {
  const first = worst(failures)
  return {
    ...fault,
    caught: first?.finding.severity === 'failure' || (implied && first !== undefined),
    requests: found,
    steps: first?.sequence.steps.length ?? 0,
    found: asPrinted(first),
  }
}

/** The first failure; the first warning where there is none. */
export const worst = (all: readonly Shrunk[]): Shrunk | undefined =>
  all.find(({ finding }) => finding.severity === 'failure') ?? all[0]

export const asPrinted = (first: Shrunk | undefined): string =>
  first
    ? `${first.how === 'reduced' ? '' : `(${first.how}) `}${first.finding.operation}: ${worded(first.finding).message}`
    : ''

export function summed(all: readonly Seen[]): string {
  const caught = all.filter((row) => row.caught)
  const requests = caught.map((row) => row.requests).toSorted((a, b) => a - b)
  const longer = caught.map((row) => row.steps - row.byHand).toSorted((a, b) => a - b)
  const within = caught.filter((row) => row.steps <= row.byHand + 2).length
  return `${caught.length} of ${all.length} caught, after a median of ${middle(requests)} requests; ${within} of ${caught.length} shown within two steps of the sequence written by hand (median ${middle(longer)} longer)`
}

const middle = (ordered: readonly number[]): number => ordered[Math.floor(ordered.length / 2)] ?? 0

export interface Page {
  readonly title: string
  readonly about: readonly string[]
  /** A page of one table needs no heading for it. */
  readonly tables: readonly { readonly heading?: string; readonly rows: readonly Seen[] }[]
}

export function writePage({ file, ...page }: Page & { readonly file: string }): void {
  writeFileSync(join(import.meta.dirname, file), pageText(page))
}

export function pageText({ title, about, tables }: Page): string {
  return [
    `# ${title}`,
    '',
    ...about,
    ...tables.flatMap(({ heading, rows }) => [
      ...(heading === undefined ? [] : ['', `## ${heading}`]),
      '',
      `**${summed(rows)}.**`,
      '',
      '| fault | needs | requests until seen | steps printed | by hand | as printed |',
      '|---|---|--:|--:|--:|---|',
      ...rows.map(
        ({ name, needs, caught, requests, steps, byHand, found }) =>
          `| ${name} | ${needs} | ${caught ? requests : 'not seen'} | ${steps} | ${byHand} | ${cell(found)} |`,
      ),
    ]),
    ...whatNothingShows(tables.flatMap(({ rows }) => rows.map(({ name }) => name))),
    '',
  ].join('\n')
}

/** A section on the faults that cannot be seen, when there are any. */
function whatNothingShows(names: readonly string[]): string[] {
  const told = [...new Set(names)].filter((name) => UNSEEN_FAULTS[name])
  if (told.length === 0) return []
  return ['', '## What nothing can show', '', ...told.map((name) => `- ${name}: ${UNSEEN_FAULTS[name]}`)]
}

/** Short, and without what nobody can read: serial numbers, secrets. The place of a field may be as long as it is. */
const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replace(/ \d{4,}/g, '')
    .replace(/[^\s.[\]]{40,}/g, '…')
    .slice(0, 110)
