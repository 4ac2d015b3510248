import { getRow, type Row, type Table } from '../../src/model/table/table.ts'
import type { Looked, LookedRow } from '../../src/model/world/open-transaction.ts'
import type { TableName } from '../../src/model/world/rows.ts'
import type { World } from '../../src/model/world/world.ts'
import { rawHeadersOf } from './raw-headers.ts'
import type { Answer, WireRequest } from './wire.ts'

interface CachedAnswer {
  readonly answer: Answer
  readonly gapsVersion: number
  /** Undefined when the clock had no say. */
  readonly nowMs: number | undefined
  readonly parts: readonly LookedPart[]
}

/** The part of one table that an answer was made from. */
interface LookedPart {
  readonly name: TableName
  /** Undefined: the whole table. */
  readonly rows: readonly LookedRow[] | undefined
  /** The latest one that is known to have the same in it. */
  table: Table<Row>
}

/** The size of each of the two generations. */
const MOST_ANSWERS = 1_000
const MOST_CHARACTERS = 4_000_000
const LONGEST = 100_000
/** Number of recent reads that are remembered. */
const SEEN = 4_096

/**
 * Answers to reads. The model is pure and tables are values, so an answer holds for as long as every table or row it
 * was made from is the same one, and the gaps are. When a generation is full the one before it is forgotten.
 */
export class AnswerCache {
  readonly #byteLength: (text: string) => number
  #young = new Map<string, CachedAnswer>()
  #old = new Map<string, CachedAnswer>()
  #characters = 0
  readonly #seen = new Int32Array(SEEN)

  constructor(byteLength: (text: string) => number) {
    this.#byteLength = byteLength
  }

  #seenBefore(key: string): boolean {
    const hash = hashOf(key)
    const place = (hash >>> 1) % SEEN
    if (this.#seen[place] === hash) return true
    this.#seen[place] = hash
    return false
  }

  get(key: string, world: World, gapsVersion: number): Answer | undefined {
    const kept = this.#young.get(key) ?? this.#old.get(key)
    if (!kept || kept.gapsVersion !== gapsVersion) return undefined
    if (kept.nowMs !== undefined && kept.nowMs !== world.nowMs) return undefined
    for (const part of kept.parts) if (!isSame(part, world.tables[part.name])) return undefined
    return kept.answer
  }

  /** Keeps an answer that says what it looked at, once it was asked for a second time. */
  add(key: string, answer: Answer, world: World, gapsVersion: number): void {
    if (!answer.looked) return
    const size = key.length + (answer.body?.length ?? 0)
    if (size > LONGEST || !this.#seenBefore(key)) return
    this.#young.set(key, {
      answer: { ...answer, rawHeaders: rawHeadersOf(answer, this.#byteLength) },
      gapsVersion,
      nowMs: answer.looked.time ? world.nowMs : undefined,
      parts: partsOf(answer.looked, world),
    })
    this.#characters += size
    if (this.#young.size < MOST_ANSWERS && this.#characters < MOST_CHARACTERS) return
    this.#old = this.#young
    this.#young = new Map()
    this.#characters = 0
  }
}

function partsOf({ tables, rows }: Looked, world: World): LookedPart[] {
  const byTable = Map.groupBy(rows, ({ table }) => table)
  return [...new Set([...tables, ...byTable.keys()])].map((name) => ({
    name,
    rows: tables.includes(name) ? undefined : byTable.get(name),
    table: world.tables[name],
  }))
}

/** True if a table has the same rows in that part. The same table need not be asked again. */
function isSame(part: LookedPart, present: Table<Row>): boolean {
  if (present === part.table) return true
  if (!part.rows?.every(({ key, row }) => getRow(present, key) === row)) return false
  part.table = present
  return true
}

/** A number for a text; others may have the same. */
function hashOf(text: string): number {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  return hash | 1
}

/** The key of a read, by its target and the headers its answer may depend on; undefined for what is not a read. */
export function cacheKey(
  { method, target, headers, body }: WireRequest,
  headerNames: readonly string[],
): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || body.length > 0) return undefined
  let key = `${method} ${target}`
  for (let index = 0; index < headerNames.length; index++) key += `\n${headers[headerNames[index] as string] ?? ''}`
  return key
}
