/**
 * The values that a target makes up (identifiers, secrets) are its own affair. When a changed target makes up others than
 * the unchanged one did in the same places, they are taken for each other from then on.
 */
export interface Renaming {
  /** A text of the unchanged run in the values of the changed one. */
  of(text: string): string
  /** Compares two answers place by place and remembers the made-up values that neither run had shown before. */
  learn(unchanged: string, changed: string): void
}

/** An identifier or secret as the mock makes them up: a prefix, then letters and digits; or a number, in a body or a path. */
const MADE_UP = /[a-z]+_[0-9a-z]{12,}|(?<="id":)\d+|(?<=\/)\d+(?=\/|$)/g

export function makeRenaming(): Renaming {
  const names = new Map<string, string>()
  const before = { unchanged: new Set<string>(), changed: new Set<string>() }
  const of = (text: string): string => (names.size === 0 ? text : text.replace(MADE_UP, (one) => names.get(one) ?? one))
  return {
    of,
    learn(unchanged, changed) {
      const [own, other] = [unchanged.match(MADE_UP) ?? [], changed.match(MADE_UP) ?? []]
      if (own.length === other.length)
        for (const [place, one] of own.entries()) {
          const instead = other[place] ?? one
          const isNew = !before.unchanged.has(one) && !before.changed.has(instead)
          if (isNew && one !== instead && prefixOf(one) === prefixOf(instead)) names.set(one, instead)
        }
      for (const one of own) before.unchanged.add(one)
      for (const one of other) before.changed.add(one)
    },
  }
}

const prefixOf = (value: string): string => value.slice(0, Math.max(0, value.indexOf('_')))
