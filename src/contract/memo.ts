interface Cache<Value> {
  get(key: object | string): Value | undefined
  has(key: object | string): boolean
  set(key: object | string, value: Value): unknown
}

/**
 * A function that works out its answer once for each argument and gives the same answer from then on.
 * Objects are told apart by identity and held weakly: the answer goes when the object goes. Texts are held for good,
 * so pass only those of which there is a known number (names, ids of operations), never what a caller sends.
 * What throws is not remembered. The argument must not change afterwards.
 */
export function memo<Key extends object | string, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const byObject: Cache<Value> = new WeakMap<object, Value>()
  const byText: Cache<Value> = new Map<string, Value>()
  return (key) => {
    const cache = typeof key === 'string' ? byText : byObject
    const known = cache.get(key)
    if (known !== undefined || cache.has(key)) return known as Value
    const value = work(key)
    cache.set(key, value)
    return value
  }
}
