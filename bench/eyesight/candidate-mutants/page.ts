import type { Edit } from '../outsider/fault.ts'
import { MUTATED } from './mutated.ts'
import { NOT_STATED } from './not-stated.ts'

/** One change that the engine makes. */
export interface Mutant {
  readonly id: string
  readonly areas: readonly string[]
  readonly kind: string
  readonly wrong: string
  readonly edits: readonly Edit[]
}

/** What came of it. */
export interface Known {
  readonly id: string
  /** The check of the candidate's author fails. */
  readonly visible: boolean
  readonly seen: 'failure' | 'warning' | 'nothing'
  readonly requests: number
  readonly cited: string
}

type Look = Mutant & Known

interface Page {
  /** The candidate, by its key in MUTATED. */
  readonly which: string
  /** How many mutants there are. */
  readonly of: number
  readonly requests: number
  readonly looks: readonly Look[]
}

/** What the judge saw before anything was mended for it. */
const FIRST_LOOKS: Readonly<Record<string, string>> = {
  fifth: `At the first looks, before anything was mended for them, it failed 95 of the first 107 that count, and then, with some of
that mended, 91 of the next 97. What had been missed was looked at again since; the other rows are of the first looks.`,
  seventh: `At the first looks, before anything was mended for them, it failed 161 of the 168 that count. What had been missed was
looked at again since; the other rows are of the first looks.`,
}

/** The page of one candidate. */
export function pageText({ which, of, requests, looks }: Page): string {
  const notStated = NOT_STATED[which] ?? {}
  const visible = looks.filter((one) => one.visible)
  const unseen = visible.filter(({ seen }) => seen !== 'failure')
  const missed = unseen.filter(({ id }) => !(id in notStated))
  const counted = visible.length - unseen.length + missed.length
  const first = (look: Look) => look.areas[0] ?? ''
  return `${[
    `# Mutants of the ${MUTATED[which]?.name}`,
    '',
    'Neither the mutants nor what makes them visible are of our hand: an engine changes one place of the source at a time',
    "(`mutate.py`), and the check of the candidate's author says whether that shows. The judge has the",
    `candidate's own profile and driver, the areas of the changed file, and ${requests} requests. Written by`,
    `\`node bench/eyesight/candidate-mutants.ts ${which}\`.`,
    '',
    `${looks.length} of ${of} mutants: ${visible.length} fail the author's check, which also holds the candidate to choices of its own;`,
    `${unseen.length - missed.length} of these break nothing that the contract states (listed below, with the reason).`,
    `Of the other ${counted} the judge fails ${counted - missed.length} (${percent(counted - missed.length, counted)}).`,
    '',
    FIRST_LOOKS[which] ?? 'These are first looks.',
    'What is not stated is our reading, reason by reason.',
    '',
    ...table('area', visible, first, notStated),
    '',
    ...table('kind', visible, ({ kind }) => kind, notStated),
    '',
    '## Missed',
    '',
    ...missed.map(
      ({ id, wrong, seen, cited }) => `- ${id}: ${plain(wrong)}${seen === 'warning' ? ` (warned of: ${cited})` : ''}`,
    ),
    ...(missed.length === 0 ? ['None.'] : []),
    '',
    '## Visible to the author, and nothing that is stated',
    '',
    ...unseen.flatMap(({ id, wrong }) => (id in notStated ? [`- ${id}: ${plain(wrong)}. ${notStated[id]}`] : [])),
  ].join('\n')}\n`
}

function table(
  heading: string,
  visible: readonly Look[],
  key: (look: Look) => string,
  notStated: Readonly<Record<string, string>>,
): string[] {
  const rows = [...Map.groupBy(visible, key)].toSorted(([a], [b]) => a.localeCompare(b))
  return [
    `| ${heading} | visible | stated | seen |`,
    '| --- | ---: | ---: | ---: |',
    ...rows.map(([name, looks]) => {
      const seen = looks.filter((one) => one.seen === 'failure').length
      const stated = looks.filter(({ id, seen: how }) => how === 'failure' || !(id in notStated)).length
      return `| ${name} | ${looks.length} | ${stated} | ${seen} |`
    }),
  ]
}

const percent = (part: number, whole: number): string => `${Math.floor((100 * part) / Math.max(whole, 1))} %`

/** On one line, and short. */
const plain = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')
  return `\`${line.length > 140 ? `${line.slice(0, 139)}…` : line}\``
}
