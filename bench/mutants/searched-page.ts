import { areaOf, isSeen, isShown, reason, type Tried } from './tried.ts'

const percent = (part: number, whole: number): string => (whole === 0 ? '' : ` (${Math.round((100 * part) / whole)} %)`)
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('`', '')

function table(tried: readonly Tried[], title: string, by: (one: Tried) => string): string[] {
  const groups = [...Map.groupBy(tried, by)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return [
    `| ${title} | looked at | seen | an answer differs | of those seen |`,
    '|---|--:|--:|--:|--:|',
    ...groups.map(([name, all]) => {
      const [seen, shown] = [all.filter(isSeen).length, all.filter(isShown).length]
      return `| ${name} | ${all.length} | ${seen} | ${shown} | ${seen} of ${shown}${percent(seen, shown)} |`
    }),
    '',
  ]
}

/** The page about a sample of mutants that the laboratory has looked at. */
export function searchedPage(tried: readonly Tried[], { of, about }: { of: number; about: readonly string[] }): string {
  const [seen, shown] = [tried.filter(isSeen).length, tried.filter(isShown).length]
  const missed = tried.filter((one) => !isSeen(one))
  return [
    '# Eyesight: mutants',
    '',
    `${tried.length} of ${of} changes to \`src/model/areas\` that a mutation engine and mutators of this domain find, each`,
    "judged in this process on the sequences of a run of its area that come past the change: the suite's, the walks and random",
    'ones, with the driver. Seen: the judge fails or warns, or shows another choice at an open point. A change is shown when',
    'any answer is another one than without it. Written by `node bench/mutants/search.ts --page`.',
    '',
    `**${seen} of ${shown}${percent(seen, shown)} that any answer shows are seen; ${tried.length - shown} of the ${tried.length} no answer of these sequences shows.**`,
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
