import { describeFailure, type Paint, PLAIN, plural } from '../formats/terminal.ts'
import type { BrokenRule, ComparedSide, Comparison } from './comparison.ts'

/** The comparison for people: what one of them may not do first, then what both may. */
export function describeComparison(comparison: Comparison, paint: Paint = PLAIN): string {
  const { a, b, broken, choices, uneven } = comparison
  return [
    ...[describeSide('A', a), describeSide('B', b)],
    ...broken.flatMap((one) => ['', paint.bad(headingOf(one)), describeFailure(one.failure, paint)]),
    ...(choices.length > 0 ? ['', 'Both may, where the contract is silent:', ...choiceLines(comparison)] : []),
    ...(uneven.length > 0 ? ['', `Not compared, as only one side let it succeed: ${unevenText(comparison)}`] : []),
    '',
    `${plural(broken.length, 'difference')} against the contract, ${plural(choices.length, 'choice')} that may differ`,
  ].join('\n')
}

const describeSide = (name: string, { target, profile, verdict, requests }: ComparedSide): string =>
  `${name}  ${target}  ${profile}  ${verdict}, ${plural(requests, 'request')}`

function headingOf({ by }: BrokenRule): string {
  return by === 'both'
    ? 'A and B break the contract:'
    : `${by} breaks the contract, ${by === 'A' ? 'B' : 'A'} does not:`
}

function choiceLines({ choices }: Comparison): string[] {
  const rows = choices.map(({ gap, a, b }) => [gap, `A ${JSON.stringify(a)}`, `B ${JSON.stringify(b)}`] as const)
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map(([gap, a, b]) => `  ${gap.padEnd(widths[0] ?? 0)}  ${a.padEnd(widths[1] ?? 0)}  ${b}`)
}

const unevenText = ({ uneven }: Comparison): string =>
  uneven.map(({ operation, on }) => `${operation} (${on})`).join(', ')
