import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { canonical } from '../../../compare/compare.ts'
import { type Item, itemsOf } from '../../../compare/comparison.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import type { Shadow } from '../../../shadow/shadow.ts'

/** The detail of an incident: the entries of its timeline, and all the rest as text. */
interface Detail {
  readonly entries: readonly Item[]
  readonly rest: string
}
const NO_DETAIL: Detail = { entries: [], rest: '' }

type Timelines = ReadonlyMap<string, Detail>

/**
 * The internal timeline is never public (On-call 21). What it looks like is not shown, so what a public page has of an
 * incident is held against what its detail has under that name.
 */
export const internalTimeline: Check<Timelines> = {
  name: 'status page',
  provenance: 'stated',
  start: new Map(),
  look(answered, memory) {
    const { operation, request, received, shadow } = answered
    if (!isSuccess(answered)) return { found: NOTHING_FOUND, memory }
    if (operation.id === 'getStatusPage') return { found: timelineOn(shadow, received.json), memory }
    if (operation.id !== 'getIncident') return { found: NOTHING_FOUND, memory }
    const detail = { entries: entriesIn(received.json), rest: withoutTimeline(received.json) }
    return { found: NOTHING_FOUND, memory: new Map(memory).set(request.parameters.id ?? '', detail) }
  },
}

/** The entries of a timeline anywhere in a detail; words of one part (`opened`) may be public for another reason. */
function entriesIn(detail: unknown): Item[] {
  if (!isObject(detail)) return []
  return Object.entries(detail).flatMap(([name, value]) =>
    isTimeline(name) ? itemsOf(value).filter((entry) => Object.keys(entry).length > 1) : entriesIn(value),
  )
}

const withoutTimeline = (detail: unknown): string =>
  JSON.stringify(detail, (name, value) => (isTimeline(name) ? undefined : value))

const isTimeline = (name: string): boolean => /timeline/i.test(name)

/** The longest sentence of an entry, which nobody says twice by chance; names of people and services are shorter. */
const sentenceIn = (entry: Item): string[] =>
  Object.values(entry)
    .filter((value) => typeof value === 'string' && /\s\S+\s/.test(value))
    .map(String)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 1)

const textsIn = (value: unknown): readonly unknown[] => (isObject(value) ? Object.values(value) : [value])

/** The incident on a public page that is shown with entries of its internal timeline. */
export function timelineOn(shadow: Shadow, page: unknown): readonly Found[] {
  const timelines = memoryOf(shadow, internalTimeline)
  return itemsOf(isObject(page) ? page.incidents : []).flatMap((incident): Found[] => {
    const id = String(incident.id)
    const published = new Set(itemsOf(incident.updates).flatMap((update) => [update.id, update.body]))
    const { entries, rest } = timelines.get(id) ?? NO_DETAIL
    const internal = new Set(
      entries.filter((entry) => !Object.values(entry).some((value) => published.has(value))).map(canonical),
    )
    // A title or the name of a service may be repeated in the timeline.
    const sentences = new Set<unknown>(
      entries.flatMap(sentenceIn).filter((text) => !rest.includes(JSON.stringify(text))),
    )
    const isInternal = (value: unknown) =>
      internal.has(canonical(value)) || textsIn(value).some((text) => sentences.has(text) && !published.has(text))
    const [field] =
      Object.entries(incident).find(
        ([name, value]) => name !== 'updates' && [value, ...itemsOf(value)].some(isInternal),
      ) ?? []
    if (field === undefined) return []
    const shown = { expected: 'its updates alone', actual: `its internal timeline, as ${field}`, internal: field }
    return [{ code: 'status-page', entity: 'OncallIncident', id, ...shown, rules: ['ONC-07'] }]
  })
}
