/** The same order for the same seed, whoever asks. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed >>> 0
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const left = [...items]
  for (let place = left.length - 1; place > 0; place--) {
    const other = Math.floor(next() * (place + 1))
    ;[left[place], left[other]] = [left[other] as T, left[place] as T]
  }
  return left
}
