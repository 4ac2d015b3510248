/** A changed thing, and its parent where it has no page of its own. */
interface Touched {
  readonly entity: string
  readonly id: string
  readonly of?: { readonly entity: string; readonly id: string }
}

/** An entry of the journal, as far as lanes need it. */
export interface LaneEntry {
  readonly entry: number
  readonly kind: string
  readonly actor?: string
  readonly changed: readonly Touched[]
}

export interface Lane {
  /** `entity id` for a thing, else the name of whoever acted. */
  readonly key: string
  /** Places of its entries among those shown. */
  readonly places: readonly number[]
}

export type By = 'thing' | 'actor'

/** The lanes of a story in order of appearance; of many, those with the most entries. */
export function lanesOf(
  entries: readonly LaneEntry[],
  by: By,
  options: { readonly isShown: (entity: string) => boolean; readonly most: number },
): { readonly lanes: readonly Lane[]; readonly more: number } {
  const found = new Map<string, number[]>()
  entries.forEach((entry, place) => {
    for (const key of new Set(by === 'actor' ? [actorOf(entry)] : thingsOf(entry, options.isShown)))
      found.set(key, [...(found.get(key) ?? []), place])
  })
  const busiest = new Set(
    [...found]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .slice(0, options.most)
      .map(([key]) => key),
  )
  const lanes = [...found].filter(([key]) => busiest.has(key)).map(([key, places]) => ({ key, places }))
  return { lanes, more: found.size - lanes.length }
}

const thingsOf = ({ changed }: LaneEntry, isShown: (entity: string) => boolean): readonly string[] =>
  changed
    .map((one) => one.of ?? one)
    .filter(({ entity }) => isShown(entity))
    .map(({ entity, id }) => `${entity} ${id}`)

/** The cause: an actor, somebody outside, the passing of time, or the person who controls the mock. */
function actorOf({ kind, actor }: LaneEntry): string {
  if (kind === 'request') return actor ?? 'Anonymous'
  if (kind === 'event') return 'Outside events'
  return kind === 'timer' || kind === 'outbound' ? 'Timers and webhooks' : 'Clock and settings'
}

/** Entries that belong to one action, with the one that says best what it was. */
export interface Action<E> {
  readonly lead: E
  readonly consequences: readonly E[]
}

/** The actions, each with its consequences; a move of the clock comes after the timers on its way. */
export function actionsOf<E extends LaneEntry & { readonly action: number }>(
  entries: readonly E[],
): readonly Action<E>[] {
  return [...Map.groupBy(entries, ({ action }) => action).values()].flatMap((members) => {
    const lead = members.findLast(({ kind }) => kind === 'clock') ?? members[0]
    return lead ? [{ lead, consequences: members.filter((one) => one !== lead) }] : []
  })
}
