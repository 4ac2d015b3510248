/** A memory that lasts from one response of a sequence to the next, with its initial value. */
export interface Remembering<Memory> {
  readonly start: Memory
}

/** All memories. Only the functions below access them. */
export type Memories = ReadonlyMap<Remembering<unknown>, unknown>

interface Holder {
  readonly memories: Memories
}

export function memoryOf<Memory>({ memories }: Holder, of: Remembering<Memory>): Memory {
  return memories.has(of) ? (memories.get(of) as Memory) : of.start
}

export function withMemory<H extends Holder, Memory>(holder: H, of: Remembering<Memory>, memory: Memory): H {
  return memory === memoryOf(holder, of) ? holder : withMemories(holder, [[of, memory]])
}

/** With several at once, so that they are copied once. */
export function withMemories<H extends Holder>(
  holder: H,
  changed: readonly (readonly [Remembering<unknown>, unknown])[],
): H {
  if (changed.length === 0) return holder
  const memories = new Map(holder.memories)
  for (const [of, memory] of changed) memories.set(of, memory)
  return { ...holder, memories }
}
