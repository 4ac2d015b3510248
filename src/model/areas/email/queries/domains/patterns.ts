import type { Reader } from '../../../../world/reader.ts'
import type { RouteRow } from '../../state/index.ts'
import { patternsMatch } from '../../statements/routes.ts'

/** A local part in full, a beginning with a star at its end, or a star (Resources, EmailRoute). */
export const isPattern = (pattern: string): boolean => /^(?:[^\s@*]+\*?|\*)$/.test(pattern)

const folded = (reader: Reader, text: string): string =>
  reader.gap('email.pattern-case') === 'insensitive' ? text.toLowerCase() : text

export const samePattern = (reader: Reader, one: string, other: string): boolean =>
  one === other || folded(reader, one) === folded(reader, other)

function fits(reader: Reader, pattern: string, localPart: string): boolean {
  const [want, got] = [folded(reader, pattern), folded(reader, localPart)]
  if (!want.endsWith('*')) return got === want
  reader.cite(patternsMatch)
  return got.startsWith(want.slice(0, -1))
}

/** The routes that take mail for a local part; which, when several fit, is open. Given oldest first. */
export function routesTaking(reader: Reader, routes: Iterable<RouteRow>, localPart: string): RouteRow[] {
  const fitting = [...routes].filter(({ pattern }) => fits(reader, pattern, localPart))
  if (fitting.length < 2) return fitting
  switch (reader.gap('email.overlapping-patterns')) {
    case 'all':
      return fitting
    case 'oldest':
      return fitting.slice(0, 1)
    case 'most-specific':
      return fitting.toSorted((a, b) => exactness(b.pattern) - exactness(a.pattern)).slice(0, 1)
  }
}

/** A whole local part before any beginning, and the longer beginning before the shorter. */
const exactness = (pattern: string): number => (pattern.endsWith('*') ? pattern.length : Number.MAX_SAFE_INTEGER)
