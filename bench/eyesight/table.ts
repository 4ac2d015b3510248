import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Shrunk } from '../../src/conformance/shrink.ts'
import { UNSEEN_FAULTS } from './unreachable.ts'

/** What became of one fault. */
export interface Seen {
  readonly name: string
  readonly area: string
  /** What it takes to see it: the API alone, time, outside events. */
  readonly needs: string
  readonly caught: boolean
  readonly requests: number
  readonly steps: number
  /** Steps of the sequence written by hand. */
  readonly byHand: number
  readonly found: string
}

export const asPrinted = (first: Shrunk | undefined): string =>
  first ? `${first.how === 'reduced' ? '' : `(${first.how}) `}${first.finding.operation}: ${first.finding.message}` : ''

/** Looks at each fault in turn, prints a line for each, and says what it came to. */
export async function lookAtAll<F>(faults: readonly F[], look: (fault: F) => Promise<Seen>): Promise<Seen[]> {
  const rows: Seen[] = []
  for (const fault of faults) {
    const seen = await look(fault)
    rows.push(seen)
    console.log(
      [
        seen.name.padEnd(44),
        seen.needs.padEnd(8),
        seen.caught ? 'caught' : 'MISSED',
        String(seen.requests).padStart(5),
        `${seen.steps}/${seen.byHand}`.padStart(7),
        seen.found.slice(0, 90),
      ].join('  '),
    )
  }
  console.log(`\n${summed(rows)}`)
  return rows
}

export function summed(all: readonly Seen[]): string {
  const caught = all.filter((row) => row.caught)
  const requests = caught.map((row) => row.requests).toSorted((a, b) => a - b)
  const longer = caught.map((row) => row.steps - row.byHand).toSorted((a, b) => a - b)
  const within = caught.filter((row) => row.steps <= row.byHand + 2).length
  return `${caught.length} of ${all.length} caught, after a median of ${middle(requests)} requests; ${within} of ${caught.length} shown within two steps of the sequence written by hand (median ${middle(longer)} longer)`
}

const middle = (ordered: readonly number[]): number => ordered[Math.floor(ordered.length / 2)] ?? 0

export interface Page {
  readonly file: string
  readonly title: string
  readonly about: readonly string[]
  /** One table with the driver, one without. */
  readonly tables: readonly { readonly heading: string; readonly rows: readonly Seen[] }[]
}

export function writePage({ file, title, about, tables }: Page): void {
  const text = [
    `# ${title}`,
    '',
    ...about,
    ...tables.flatMap(({ heading, rows }) => [
      '',
      `## ${heading}`,
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
  ]
  writeFileSync(join(import.meta.dirname, file), text.join('\n'))
}

/** A section on the faults that cannot be seen, when there are any. */
export function whatNothingShows(names: readonly string[]): string[] {
  const told = [...new Set(names)].filter((name) => UNSEEN_FAULTS[name])
  if (told.length === 0) return []
  return ['', '## What nothing can show', '', ...told.map((name) => `- ${name}: ${UNSEEN_FAULTS[name]}`)]
}

const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .replace(/ \d{4,}/g, '')
    .replace(/\S{40,}/g, '…')
    .slice(0, 110)
