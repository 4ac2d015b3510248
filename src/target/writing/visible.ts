/** Control characters except tab and new line, and characters that change the writing direction. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Somebody else's text with everything in it that a terminal would obey written out. */
export const visible = (text: string): string =>
  text.toWellFormed().replace(UNSEEN, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const hasUnseen = (text: string): boolean => text.search(UNSEEN) >= 0
