/** Characters that are there without being seen: a zero-width space, a soft hyphen, a mark of the byte order. */
const HIDDEN = /\p{Cf}/gu

/** A text with its invisible characters written out as JSON escapes them, so that it can be read and copied. */
export const legible = (text: string): string => text.replace(HIDDEN, (one) => one.split('').map(escaped).join(''))

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
