/** Something that is remembered from one answer of a sequence to the next, and what there is to remember at first. */
export interface Remembering<Memory> {
  readonly start: Memory
}

/** The memory of each of them. Only the two functions below look inside. */
export type Memories = ReadonlyMap<Remembering<unknown>, unknown>

interface Holder {
  readonly memories: Memories
}

export function memoryOf<Memory>({ memories }: Holder, of: Remembering<Memory>): Memory {
  return memories.has(of) ? (memories.get(of) as Memory) : of.start
}

export function withMemory<H extends Holder, Memory>(holder: H, of: Remembering<Memory>, memory: Memory): H {
  if (memory === memoryOf(holder, of)) return holder
  return { ...holder, memories: new Map(holder.memories).set(of, memory) }
}
