import type { Comparator, ComparatorTable } from './comparison.ts'

/** Comparators by operation and path (`getMessage events`), or by the name of a field anywhere (`dnsRecords`). */
export type Comparators = Readonly<Record<string, Comparator>>

export function comparatorTable(comparators: Comparators): ComparatorTable {
  // Most fields have none: that is seen by the name alone.
  const names = new Set(Object.keys(comparators).map((key) => key.split(/[ .]/).at(-1)))
  return {
    find: (operation, place, name) =>
      names.has(name)
        ? (comparators[`${operation} ${place.replace(/\[[^\]]*\]/g, '')}`] ?? comparators[name])
        : undefined,
  }
}
