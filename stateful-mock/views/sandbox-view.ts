import type { Sandbox } from '../sandboxes/mock.ts'
import { instant } from '../time/instant.ts'

/** A sandbox in the list of sandboxes. */
export function sandboxView({ name, createdAtMs, lastUsedAtMs, holder }: Sandbox) {
  const now = instant(holder.world.nowMs)
  return {
    name,
    from: holder.start.from,
    createdAt: instant(createdAtMs),
    lastUsedAt: instant(lastUsedAtMs),
    entries: holder.entries,
    clock: { mode: holder.clockMode, now },
  }
}
