import { BADGE_COLOURS, type Badge } from '../formats/badge.ts'
import { disagrees, type GapRow, type Matrix, type RuleCell, type RuleRow, type Share } from './matrix.ts'

export const shareText = ({ seen, all }: Share): string => `${seen} of ${all}`

export const CELL_WORDS: Readonly<Record<RuleCell, string>> = { broken: 'broken', held: 'held', unseen: '–' }

/** Rules worth a row where there is little room: somebody breaks them. */
export const brokenRules = ({ rules }: Matrix): RuleRow[] => rules.filter(({ cells }) => cells.includes('broken'))

/** Gaps worth a row there: those who showed it chose differently. */
export const differingGaps = ({ gaps }: Matrix): GapRow[] =>
  gaps.filter(
    ({ cells, chosenOnce }) =>
      chosenOnce && disagrees(cells.filter((values) => values.length > 0).map(([first]) => first)),
  )

/** A target's choice at a gap, or several where it contradicts itself. */
export const choiceText = (values: GapRow['cells'][number]): string =>
  values.length === 0
    ? '–'
    : values
        .slice(0, 3)
        .map((value) => JSON.stringify(value))
        .join(' / ')

export const conforming = ({ columns }: Matrix): number =>
  columns.filter(({ failures, verdict }) => verdict === 'conforms' && failures === 0).length

export function matrixBadge(matrix: Matrix): Badge {
  const [clean, all] = [conforming(matrix), matrix.columns.length]
  const isError = clean < all
  return { message: `${clean} of ${all} conform`, color: isError ? BADGE_COLOURS.bad : BADGE_COLOURS.good, isError }
}
