/** A word with a number in it that is longer than a status: an id, a time, a name of this run. */
const NAMED = /[\w.:@+-]*\d[\w.:@+-]*/g
const SHORTEST = 6

/** A text without anything that differs each time, so that the same reason is counted once. */
export const withoutIds = (text: string): string => text.replace(NAMED, (word) => (word.length < SHORTEST ? word : '…'))
