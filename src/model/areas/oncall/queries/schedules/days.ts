import type { GapValues } from '../../../../../contract/generated/gaps.ts'
import type { Reader } from '../../../../world/reader.ts'

type Numbering = GapValues['oncall.dow-numbering']

const FIRST: Readonly<Record<Numbering, number>> = { 'sunday-0': 0, 'monday-0': 0, 'sunday-1': 1, 'monday-1': 1 }
/** The number of Monday in each numbering; subtracting it makes Monday 0. */
const MONDAY: Readonly<Record<Numbering, number>> = { 'sunday-0': 1, 'monday-0': 0, 'sunday-1': 2, 'monday-1': 1 }

export function dayInRange(context: Reader, dow: number): boolean {
  const first = FIRST[context.gap('oncall.dow-numbering')]
  return dow >= first && dow < first + 7
}

/** A day as the API counts it -> as ISO 8601 does, Monday 1 to Sunday 7. Counts on past the seven. */
export function isoDay(context: Reader, dow: number): number {
  return remainder(dow - MONDAY[context.gap('oncall.dow-numbering')], 7) + 1
}

/** The other way round. */
export function apiDay(context: Reader, iso: number): number {
  const numbering = context.gap('oncall.dow-numbering')
  const first = FIRST[numbering]
  return remainder(iso - 1 + MONDAY[numbering] - first, 7) + first
}

/** Never negative, unlike `%`. */
export const remainder = (value: number, by: number): number => ((value % by) + by) % by
