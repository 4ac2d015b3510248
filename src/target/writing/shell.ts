/** A text as one word of a shell's line, whatever it holds; what no argument can hold (NUL) is left out. */
export const quoteShell = (text: string): string => `'${text.replaceAll('\0', '').replaceAll("'", `'\\''`)}'`

/** The same, without quotes where a shell takes it as it is. */
export const shellWord = (text: string): string => (/^[\w./:=@%+,-]+$/.test(text) ? text : quoteShell(text))

/** A line of comment, whatever the text holds. */
export const shellComment = (text: string): string => `# ${oneLine(text)}`

/** A text without anything that ends a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
export const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')

/** Names that a shell or what it starts would understand otherwise. */
const TAKEN =
  /^(PATH|IFS|HOME|SHELL|ENV|PS\d|BASH.*|LD_.*|DYLD_.*|NODE_.*|CURL.*|SSL.*|\w*_PROXY|BASE|NAME|ANSWER|STATUS|BODY|TRIES|POINTER)$/

/** A variable for a thing called so: camelCase as SHOUTED_WORDS. */
export function shellVariable(name: string): string {
  const shouted = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9_]/g, '_')
    .toUpperCase()
  return TAKEN.test(shouted) || !/^[A-Z]/.test(shouted) ? `INPUT_${shouted}` : shouted
}
