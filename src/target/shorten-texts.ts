/** Up to here an answer is kept as it came: what anybody puts into the API is far smaller. */
const LARGE = 2 * 1024 * 1024
/** In a larger one no text stays longer: twice what the API takes unless it is told otherwise. */
const LONGEST = 128 * 1024
const KEPT = 1_000

/**
 * A JSON text whose overlong strings are cut: several copies of an answer live while it is judged, and a trace keeps one.
 * What is no JSON, or has no such string, comes back as it is.
 */
export function shortenTexts(json: string): string {
  if (json.length <= LARGE) return json
  const parts: string[] = []
  let from = 0
  for (let start = json.indexOf('"'); start >= 0; ) {
    const end = endOfString(json, start)
    if (end - start > LONGEST) {
      parts.push(json.slice(from, wholeUntil(json, start + KEPT)), `… (${end - start - 1} characters)`)
      from = end
    }
    start = json.indexOf('"', end + 1)
  }
  return parts.length === 0 ? json : copied([...parts, json.slice(from)].join(''))
}

const BACKSLASH = 92

/** The place of the quote that ends a string. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** A place at or before another that no escape sequence or pair of surrogates goes across. */
function wholeUntil(text: string, at: number): number {
  const escaped = text.lastIndexOf('\\', at - 1)
  let until = at
  if (escaped >= at - LONGEST_ESCAPE) {
    until = escaped
    while (text.charCodeAt(until - 1) === BACKSLASH) until--
  }
  return text.slice(until - 1, until).isWellFormed() ? until : until - 1
}

/** A pair of surrogates, each as \uXXXX. */
const LONGEST_ESCAPE = 12

/** A part of a text keeps the whole in memory. */
const copied = (text: string): string => Buffer.from(text).toString()
