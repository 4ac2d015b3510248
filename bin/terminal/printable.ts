/** Codes of a terminal other than those for colours, which are our own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const CODES = /\u001b(?!\[[\d;]*m)|[\u0000-\u0008\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g

/** What a CI service would take for orders: `::error::` where a line begins, `##[error]` and the like anywhere in it. */
const ORDERS = /^\s*:(?=:)|#(?=#(?:\[|vso\[|teamcity\[))/gim

/** Removes control characters, so that a text is safe on a terminal and in the log of a CI service. */
export const printable = (text: string): string => text.replace(CODES, '').replace(ORDERS, (mark) => `${mark} `)
