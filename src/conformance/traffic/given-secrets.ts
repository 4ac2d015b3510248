import type { Remembering } from '../shadow/memories.ts'

/** Pseudonyms of all secrets in responses and requests, with the operation and field of each. */
export const givenSecrets: Remembering<ReadonlyMap<string, { readonly givenBy: string; readonly path: string }>> = {
  start: new Map(),
}

/** Those whose resource is known, so that a request with one of them has a known caller. */
export const usableSecrets: Remembering<ReadonlySet<string>> = { start: new Set() }
