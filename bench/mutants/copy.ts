import { copyOfSources, type SourceFile, sources } from '../mistakes/copy-of-sources.ts'
import { domainMutants } from './domain.ts'
import { engineMutants } from './engine.ts'
import type { Mutant, Mutated } from './mutant.ts'

type Sources = ReadonlyMap<string, string>

/** Mutants of an engine that knows nothing of us, and the mistakes that people make in such an API. */
export const KINDS = {
  engine: engineMutants,
  domain: async (areas: Sources) => domainMutants(areas),
} as const satisfies Readonly<Record<string, (areas: Sources) => Promise<readonly Mutated[]>>>

export interface MutatedCopy {
  readonly folder: string
  readonly mutants: readonly Mutant[]
}

/** A copy of the sources with every mutant of a kind built in, none of them on. Statements are words, not behaviour. */
export async function mutatedCopy(kind: keyof typeof KINDS): Promise<MutatedCopy> {
  const files = sources()
  const areas = files.filter(({ path }) => path.startsWith('src/model/areas/') && !path.includes('/statements/'))
  const mutated = await KINDS[kind](new Map(areas.map(({ path, text }) => [path, text])))
  const texts = new Map(mutated.map(({ file, text }) => [file, text]))
  const change = (all: readonly SourceFile[]) => all.map(({ path, text }) => ({ path, text: texts.get(path) ?? text }))
  return { folder: copyOfSources(kind, change), mutants: mutated.flatMap(({ mutants }) => mutants) }
}
