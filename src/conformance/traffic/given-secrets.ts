import type { Remembering } from '../shadow/memories.ts'

/** Pseudonyms of all secrets that answers gave or requests sent, with the operation and the field they stood in. */
export const givenSecrets: Remembering<ReadonlyMap<string, { readonly givenBy: string; readonly path: string }>> = {
  start: new Map(),
}

/** Those among them whose things are known: whoever shows one is known by it. */
export const usableSecrets: Remembering<ReadonlySet<string>> = { start: new Set() }
