import { isNode, LineCounter, parseDocument } from 'yaml'
import type { Mistake } from './mistakes.ts'
import { MistakesError } from './mistakes.ts'

/** A parsed YAML text that still knows where each value stands. */
export interface YamlFile {
  readonly file: string
  readonly value: unknown
  at(path: readonly string[], message: string): Mistake
}

/** Parses YAML text; a syntax error names its line and column. */
export function parseYaml(text: string, file: string): YamlFile {
  const lines = new LineCounter()
  const document = orMistake(file, () => parseDocument(text, { lineCounter: lines }))
  if (document.errors.length > 0)
    throw new MistakesError(
      document.errors.map((error) => {
        const { line, col } = lines.linePos(error.pos[0])
        return { file, line, column: col, message: firstSentence(error.message) }
      }),
    )

  /** The position of the deepest part of the path that exists: of its key where there is one. */
  function at(path: readonly string[], message: string): Mistake {
    for (let depth = path.length; depth >= 0; depth--) {
      const offset = keyOffset(document.contents, path.slice(0, depth))
      if (offset !== undefined) {
        const { line, col } = lines.linePos(offset)
        return { file, line, column: col, message }
      }
    }
    return { file, message }
  }
  const value: unknown = orMistake(file, () => document.toJS({ maxAliasCount: MOST_ALIASES }))
  return { file, value, at }
}

/** References may refer to others; more than this is not a file that somebody wrote. */
const MOST_ALIASES = 100

/** Turns YAML that is nested too deep, or has too many aliases, into an ordinary mistake. */
function orMistake<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw new MistakesError([{ file, message: 'it is nested too deeply' }])
    if (error instanceof ReferenceError) throw new MistakesError([{ file, message: firstSentence(error.message) }])
    throw error
  }
}

interface Pair {
  readonly key: unknown
  readonly value: unknown
}

function keyOffset(root: unknown, path: readonly string[]): number | undefined {
  let node: unknown = root
  let offset = isNode(root) ? root.range?.[0] : undefined
  for (const part of path) {
    const items = isNode(node) && 'items' in node ? (node.items as readonly (Pair | unknown)[]) : []
    const pair = items.find((item): item is Pair => isPair(item) && String(item.key) === part)
    const next = pair ?? items[Number(part)]
    if (next === undefined) return undefined
    const key = isPair(next) ? next.key : next
    offset = isNode(key) ? key.range?.[0] : undefined
    node = isPair(next) ? next.value : next
  }
  return offset
}

function isPair(item: unknown): item is Pair {
  return typeof item === 'object' && item !== null && 'key' in item && 'value' in item
}

function firstSentence(message: string): string {
  return message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? message
}
