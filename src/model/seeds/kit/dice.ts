/** Numbers that look thrown and are the same every time. */
export interface Dice {
  /** From 0 up to 1. */
  share(): number
  /** Both ends included. */
  between(least: number, most: number): number
  pick<T>(items: readonly [T, ...T[]]): T
}

/** Mulberry32. */
export function makeDice(start: number): Dice {
  let state = start >>> 0
  function share(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    share,
    between: (least, most) => least + Math.floor(share() * (most - least + 1)),
    pick: (items) => items[Math.floor(share() * items.length)] ?? items[0],
  }
}
