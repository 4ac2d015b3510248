import { areaOf, isSeen, isShown, reason, type Tried } from './tried.ts'

const percent = (part: number, whole: number): string => (whole === 0 ? '' : ` (${Math.round((100 * part) / whole)} %)`)
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('`', '')

const isOpen = ({ best }: Tried): boolean => best.kind === 'open'

function table(tried: readonly Tried[], title: string, by: (one: Tried) => string): string[] {
  const groups = [...Map.groupBy(tried, by)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    `| ${title} | looked at | no answer differs | only what is open | an answer differs | of those seen |`,
    '|---|--:|--:|--:|--:|--:|',
    ...groups.map(([name, all]) => {
      const [seen, shown, open] = [isSeen, isShown, isOpen].map((holds) => all.filter(holds).length)
      const same = all.length - (shown ?? 0) - (open ?? 0)
      return `| ${name} | ${all.length} | ${same} | ${open} | ${shown} | ${seen} of ${shown}${percent(seen ?? 0, shown ?? 0)} |`
    }),
    '',
  ]
}

/** The page about a sample of mutants that the laboratory has looked at. */
export function searchedPage(tried: readonly Tried[], { of, about }: { of: number; about: readonly string[] }): string {
  const [seen, shown] = [tried.filter(isSeen).length, tried.filter(isShown).length]
  const open = tried.filter(isOpen).length
  const missed = tried.filter((one) => !isSeen(one))
  const same = tried.length - shown - open
  return [
    '# Eyesight: mutants',
    '',
    `${tried.length} of ${of} changes to \`src/model/areas\` that a mutation engine and mutators of this domain find, each`,
    "judged in this process on the sequences of a run of its area that come past the change: the suite's, the walks and random",
    'ones, with the driver. Seen: the judge fails or warns, or shows another choice at an open point. Counted are changes with',
    'which any answer of the API or of a door is another one, or an outside event happens that did not, or the other way round.',
    'Not counted are those that change no answer of these sequences, and those whose every difference lies where the contract is',
    'silent: in the words of an error, in a field that it does not list or that the description marks as open, in the order of',
    'what has none. Changes that are worked out when a module is loaded are left out here: they take a process each',
    '(`bench/eyesight/mutants.ts`). Written by `node bench/mutants/search.ts --page`.',
    '',
    `**${seen} of ${shown}${percent(seen, shown)} are seen; of the ${tried.length} looked at, ${same} change no answer and ${open} only what is open.**`,
    '',
    ...about,
    ...table(tried, 'area', areaOf),
    ...table(tried, 'mutator', ({ mutator }) => mutator),
    '## Not seen',
    '',
    '| where | change | why |',
    '|---|---|---|',
    ...missed.map(
      (one) => `| ${one.file.slice(17)}:${one.line} | ${cell(one.from)} → ${cell(one.to)} | ${cell(reason(one))} |`,
    ),
    '',
  ].join('\n')
}
