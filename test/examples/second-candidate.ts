import { fileURLToPath } from 'node:url'

export const VARIANTS = ['a', 'b'] as const

/** A file of the second candidate. */
export function secondCandidateFile(name: string): string {
  return fileURLToPath(new URL(`../../examples/second-candidate/${name}`, import.meta.url))
}
