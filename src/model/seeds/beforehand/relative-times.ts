import { isObject } from '../../../contract/json.ts'
import { shownDateTime } from '../../values/shown-time.ts'

/**
 * Rows as text in which every time is written as its distance from the present, in milliseconds: `"<-5000>"` for a number,
 * with an `s` or an `m` before it for a text in whole seconds or in milliseconds.
 */
const MARK = /"<([sm]?)(-?\d+)>"/g

/** The rows as text again, for a present. */
export const atPresent = (text: string, presentMs: number): string =>
  text.replace(MARK, (_, form: string, distance: string) => {
    const atMs = presentMs + Number(distance)
    return form === '' ? String(atMs) : `"${shownDateTime(atMs, form === 's' ? 'seconds' : 'milliseconds')}"`
  })

/** Two presents in which the same has grown: what differs between them by their distance is a time. */
export interface Presents {
  readonly oneMs: number
  readonly otherMs: number
}

/** A value of the first present with marks for its times. Whatever else differs in the other cannot be kept, and throws. */
export function marked(one: unknown, other: unknown, presents: Presents): unknown {
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    return one.map((item, index) => marked(item, other[index], presents))
  if (isObject(one) && isObject(other))
    return Object.fromEntries(Object.keys(one).map((key) => [key, marked(one[key], other[key], presents)]))
  if (one === other && !JSON.stringify(one ?? null).match(MARK)) return one
  const mark = timeMark(one, other, presents)
  if (mark === undefined) throw new Error(`${JSON.stringify(one)} would be ${JSON.stringify(other)} at another time`)
  return mark
}

function timeMark(one: unknown, other: unknown, { oneMs, otherMs }: Presents): string | undefined {
  const [atMs, laterMs] = [one, other].map((value) => (typeof value === 'string' ? Date.parse(value) : Number(value)))
  if (atMs === undefined || laterMs === undefined || laterMs - atMs !== otherMs - oneMs) return undefined
  if (typeof one === 'number') return `<${atMs - oneMs}>`
  return `<${one === shownDateTime(atMs, 'seconds') ? 's' : 'm'}${atMs - oneMs}>`
}
