import type { WorldHolder } from './world-holder.ts'

/** A value kept with a world, until the world is replaced or its gaps change. */
export function perWorld<T>(make: () => T): (holder: WorldHolder) => T {
  const kept = new WeakMap<WorldHolder, { readonly version: number; readonly value: T }>()
  return (holder) => {
    const { version } = holder.gaps
    const known = kept.get(holder)
    if (known?.version === version) return known.value
    const value = make()
    kept.set(holder, { version, value })
    return value
  }
}
