import type { Comparators } from '../../compare/comparator-table.ts'
import { sameJson } from '../../compare/compare.ts'
import { AS_DESCRIBED, asMade, free } from '../../compare/comparison.ts'

const withoutSlash = (prefixes: unknown): unknown =>
  Array.isArray(prefixes) ? prefixes.map((prefix) => String(prefix).replace(/\/+$/, '')).toSorted() : prefixes

export const REGISTRY_COMPARATORS: Comparators = {
  // How usage counts, and when freed space leaves it, is open; another check compares it with what is stored.
  'getRegistry usedBytes': free,
  // A key minted by hand may be given an end; one from the exchange has one, and need not show it: the field is optional.
  'listRegistryKeys keys.expiresAt': (_, { predicted, observed }) =>
    predicted === undefined || observed === undefined ? undefined : AS_DESCRIBED,
  // With a slash at its end or without, a prefix says where the names of repositories begin.
  repoPrefixes: (_, { predicted, observed }) =>
    sameJson(withoutSlash(predicted), withoutSlash(observed)) ? undefined : AS_DESCRIBED,
  // A sentence for a person, in whatever words.
  'authorizeDataPlane reason': free,
  // As it was first shown, or as staff set it since (Limits).
  storageQuotaBytes: asMade,
}
