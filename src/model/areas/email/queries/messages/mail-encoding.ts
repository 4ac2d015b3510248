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
  const words: string[] = ['']
  for (const letter of text) {
    const word = (words.at(-1) ?? '') + letter
    if (bytesIn(word) > 45) words.push(letter)
    else words[words.length - 1] = word
  }
  return words.map((word) => `=?utf-8?B?${base64(word)}?=`).join('\r\n ')
}
