import { isObject } from '../../../../contract/json.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { canonical } from '../../../compare/compare.ts'
import { type Item, itemsOf } from '../../../compare/comparison.ts'
import { isSuccess } from '../../../shadow/answered.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import type { Shadow } from '../../../shadow/shadow.ts'

/** Incidents, with the entries of their timelines as they were shown inside. */
type Timelines = ReadonlyMap<string, readonly Item[]>

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
    return { found: NOTHING_FOUND, memory: new Map(memory).set(request.parameters.id ?? '', entriesIn(received.json)) }
  },
}

/** The entries of a timeline anywhere in a detail; words of one part (`opened`) may be public for another reason. */
function entriesIn(detail: unknown): Item[] {
  if (!isObject(detail)) return []
  return Object.entries(detail).flatMap(([name, value]) =>
    /timeline/i.test(name) ? itemsOf(value).filter((entry) => Object.keys(entry).length > 1) : entriesIn(value),
  )
}

/** What a page may say of an incident in its own words, which its timeline may repeat. */
const PUBLIC: ReadonlySet<string> = new Set(['updates', 'title', 'description', 'serviceName'])

/** True for what nobody says twice by chance. */
const isSentence = (value: unknown): boolean => typeof value === 'string' && /\s\S+\s/.test(value)

/** The incident on a public page that is shown with entries of its internal timeline. */
export function timelineOn(shadow: Shadow, page: unknown): readonly Found[] {
  const timelines = memoryOf(shadow, internalTimeline)
  return itemsOf(isObject(page) ? page.incidents : []).flatMap((incident): Found[] => {
    const id = String(incident.id)
    const published = new Set(itemsOf(incident.updates).flatMap((update) => [update.id, update.body]))
    const internal = new Set(
      (timelines.get(id) ?? [])
        .filter((entry) => !Object.values(entry).some((value) => published.has(value)))
        .map(canonical),
    )
    const sentences = new Set((timelines.get(id) ?? []).flatMap(Object.values).filter(isSentence))
    const isInternal = (value: unknown) =>
      internal.has(canonical(value)) || (sentences.has(value) && !published.has(value))
    const [field] =
      Object.entries(incident).find(
        ([name, value]) => !PUBLIC.has(name) && [value, ...itemsOf(value)].some(isInternal),
      ) ?? []
    if (field === undefined) return []
    const shown = { expected: 'its updates alone', actual: `its internal timeline, as ${field}`, internal: field }
    return [{ code: 'status-page', entity: 'OncallIncident', id, ...shown, rules: ['ONC-07'] }]
  })
}
