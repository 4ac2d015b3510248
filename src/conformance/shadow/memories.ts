/** A memory that lasts from one response of a sequence to the next, with its initial value. */
export interface Remembering<Memory> {
  readonly start: Memory
}

/** All memories. Only the two functions below access them. */
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
