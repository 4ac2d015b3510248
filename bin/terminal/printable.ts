/** Codes of a terminal other than those for colours, which are our own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const CODES = /\u001b(?!\[[\d;]*m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g

/** Lines that a CI service would take for orders (`::error::`, `##[error]`). */
const ORDERS = /^(\s*)(::|##\[)/gm

/** Removes control characters, so that a text is safe on a terminal and in the log of a CI service. */
export const printable = (text: string): string =>
  text.replace(CODES, '').replace(ORDERS, (_, space: string, mark: string) => `${space}${mark[0]} ${mark.slice(1)}`)
