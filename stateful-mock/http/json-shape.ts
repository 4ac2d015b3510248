/** The limits of a body's size, whatever its schema says. */
export interface JsonLimits {
  /** The nesting depth of arrays and objects. */
  readonly depth: number
  /** The number of values in all of them together. */
  readonly values: number
  /** The number of fields of one object: a parser is slow where it meets very many names. */
  readonly fields: number
}

const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = Uint8Array.from(
  '"\\,[]{}',
  (character) => character.charCodeAt(0),
)

/**
 * The limit that a JSON text exceeds, in words; undefined when it exceeds none. Only brackets and commas are counted,
 * so that a million brackets do not keep a parser and a validator busy.
 */
export function excessIn(bytes: Uint8Array, limits: JsonLimits): string | undefined {
  let depth = 0
  let values = 1
  /** Commas at each level so far. */
  const commas: number[] = [0]
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === QUOTE) index = endOfString(bytes, index)
    else if (byte === COMMA) {
      values += 1
      const passed = (commas[depth] ?? 0) + 1
      commas[depth] = passed
      if (passed >= limits.fields) return `an object of the body has more than ${limits.fields} fields`
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1
      values += 1
      commas[depth] = byte === OPEN_OBJECT ? 0 : Number.NEGATIVE_INFINITY
      if (depth > limits.depth) return `the body is nested more than ${limits.depth} levels deep`
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1
    if (values > limits.values) return `the body has more than ${limits.values} values`
  }
  return undefined
}

/** The place of the quote that ends the string which begins at a place. */
function endOfString(bytes: Uint8Array, start: number): number {
  let index = start + 1
  while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1
  return index
}
