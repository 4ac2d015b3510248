import { areaOf, isOfDriver, isOpen, isSeen, isShown, reason, type Tried } from './tried.ts'

const percent = (part: number, whole: number): string => (whole === 0 ? '' : ` (${Math.round((100 * part) / whole)} %)`)
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('`', '')

function countsOf(tried: readonly Tried[]) {
  const [seen, shown, open, driver] = [isSeen, isShown, isOpen, isOfDriver].map(
    (holds) => tried.filter(holds).length,
  ) as [number, number, number, number]
  return { seen, shown, open, driver, same: tried.length - shown - open - driver }
}

function table(tried: readonly Tried[], title: string, by: (one: Tried) => string): string[] {
  const groups = [...Map.groupBy(tried, by)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    `| ${title} | looked at | no answer differs | only what is open | only the driver | an answer differs | of those seen |`,
    '|---|--:|--:|--:|--:|--:|--:|',
    ...groups.map(([name, all]) => {
      const { seen, shown, open, driver, same } = countsOf(all)
      return `| ${name} | ${all.length} | ${same} | ${open} | ${driver} | ${shown} | ${seen} of ${shown}${percent(seen, shown)} |`
    }),
    '',
  ]
}

function aboutBlackBox(tried: readonly Tried[]): string[] {
  if (tried.length === 0) return []
  const { seen, shown } = countsOf(tried)
  const missed = tried.filter((one) => isShown(one) && !isSeen(one))
  return [
    `Without a driver, of ${tried.length} looked at in the same way, on sequences without outside events: ${seen} of ${shown}${percent(seen, shown)} are seen.`,
    ...(missed.length > 0 ? ['Not seen:', '', ...rowsOf(missed)] : []),
    '',
  ]
}

const rowsOf = (missed: readonly Tried[]): string[] => [
  '| where | change | why |',
  '|---|---|---|',
  ...missed.map(
    (one) =>
      `| ${one.file.slice('src/model/areas/'.length)}:${one.line} | ${cell(one.from)} → ${cell(one.to)} | ${cell(reason(one))} |`,
  ),
]

/** The page about a sample of mutants that the laboratory has looked at. */
export function searchedPage(
  tried: readonly Tried[],
  { of, blackBox }: { readonly of: number; readonly blackBox: readonly Tried[] },
): string {
  const { seen, shown, open, driver, same } = countsOf(tried)
  const missed = tried.filter((one) => isShown(one) && !isSeen(one))
  return [
    '# Eyesight: mutants',
    '',
    `${tried.length} of ${of} changes to \`src/model/areas\` that a mutation engine and mutators of this domain find, each`,
    "judged in this process on the sequences of a run of its area that come past the change: the suite's, the walks and random",
    'ones, with the driver. Seen: the judge fails or warns, or shows another choice at an open point. Counted are changes with',
    'which any answer of the API or of a door is another one. Not counted are those that change no answer of these sequences;',
    'those whose every difference lies where the contract is silent: in the words of an error, in a field that it does not list',
    'or that the description marks as open, in the order of what has none, in a list that is open in part; and those that only',
    'keep the driver from doing an outside event, or from telling what came of it, which a run calls inconclusive. Identifiers',
    'and secrets that the target makes up are no difference. All sequences of a run count, however many requests they take: a run',
    'that ends after 5,000 has not come to all of them in the larger areas, and sees less. Changes that are worked out when a',
    'module is loaded are left out here: they take a process each (`bench/eyesight/mutants.ts`). Written by',
    '`node bench/mutants/search.ts --page`.',
    '',
    `**${seen} of ${shown}${percent(seen, shown)} are seen; of the ${tried.length} looked at, ${same} change no answer, ${open} only what is open and ${driver} only what the driver does.**`,
    '',
    ...aboutBlackBox(blackBox),
    ...table(tried, 'area', areaOf),
    ...table(tried, 'mutator', ({ mutator }) => mutator),
    '## Visible and not seen',
    '',
    ...rowsOf(missed),
    '',
    '## Not counted',
    '',
    ...rowsOf(tried.filter((one) => !isShown(one))),
    '',
  ].join('\n')
}
