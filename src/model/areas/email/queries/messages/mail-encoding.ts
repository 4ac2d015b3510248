const encoder = new TextEncoder()

export const bytesIn = (text: string): number => (isPlain(text) ? text.length : encoder.encode(text).length)

/** Nothing but what seven bits can say. */
export const isPlain = (text: string): boolean => /^[\t\r\n\x20-\x7e]*$/.test(text)

export function base64(text: string): string {
  let bytes = ''
  for (const byte of encoder.encode(text)) bytes += String.fromCharCode(byte)
  return btoa(bytes)
}

/** A header's text as words of at most 75 characters (RFC 2047), where it is not plain or looks like such words. */
export function encodedWord(text: string): string {
  if (isPlain(text) && text.length <= 900 && !text.includes('=?')) return text
  return wordsOf(text)
    .map((word) => `=?utf-8?B?${base64(word)}?=`)
    .join('\r\n ')
}

/** Pieces of at most 45 bytes, none of which ends within a character. */
function wordsOf(text: string): string[] {
  const words = ['']
  let bytes = 0
  for (const letter of text) {
    bytes += bytesOf(letter)
    if (bytes <= 45) words[words.length - 1] += letter
    else bytes = bytesOf(words[words.push(letter) - 1] ?? '')
  }
  return words
}

/** The number of bytes of a character in UTF-8. */
function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** An address with the name before it, if there is one, put in words. */
export function encodedAddress(address: string): string {
  const [, name, rest] = /^(.*\S)(\s*<[^<>]*>)$/.exec(address) ?? []
  return name === undefined || rest === undefined || isPlain(name) ? address : encodedWord(name) + rest
}
