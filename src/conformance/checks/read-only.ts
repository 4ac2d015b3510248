import { isObject } from '../../contract/json.ts'
import { isSuccess } from '../shadow/answered.ts'
import { memoryOf, withMemory } from '../shadow/memories.ts'
import type { Shadow } from '../shadow/shadow.ts'
import type { RequestStep } from '../step/step.ts'
import { type Check, NOTHING_FOUND } from './check.ts'

interface Seen {
  /** What was shown last. */
  readonly shown: unknown
  /** A write that was accepted since. */
  readonly write?: RequestStep
  /** The write that takes back one that took effect. */
  readonly undo?: RequestStep
}

/** Where nothing can be written (IAM; Endpoints, Email, row 17), what was sent in a write is not shown afterwards. */
export const readOnly: Check<ReadonlyMap<string, Seen>> = {
  name: 'read-only',
  provenance: 'stated',
  start: new Map(),
  look(answered, seen) {
    const { operation, received, shadow, org } = answered
    const { id, readOnly: rule } = operation
    if (rule === undefined || !isSuccess(answered)) return { found: NOTHING_FOUND, memory: seen }
    const { shown, write } = seen.get(keyOf(id, org)) ?? { shown: undefined }
    const written = write && newLeaf(received.json, shown, ownLeaves(write.body, shadow.salt))
    const now: Seen = { shown: received.json, ...(written && { undo: { ...write, body: shown } }) }
    const memory = new Map(seen).set(keyOf(id, org), now)
    if (!written) return { found: NOTHING_FOUND, memory }
    const expected = leaves(shown).find(({ path }) => path === written.path)?.value
    const place = { path: written.path, expected, actual: written.value }
    return { found: [{ code: 'value', ...place, rules: [rule] }], memory }
  },
}

/** The shadow that knows of a write that was accepted. */
export function acceptedWrite(shadow: Shadow, org: string, write: RequestStep): Shadow {
  const seen = memoryOf(shadow, readOnly)
  const of = keyOf(write.operation, org)
  const before = seen.get(of)
  return before ? withMemory(shadow, readOnly, new Map(seen).set(of, { ...before, write })) : shadow
}

/** The writes that take back what must never have been written. */
export const writesToUndo = (shadow: Shadow): RequestStep[] =>
  [...memoryOf(shadow, readOnly).values()].flatMap(({ undo }) => undo ?? [])

const keyOf = (operation: string, org: string): string => `${operation} ${org}`

interface Leaf {
  readonly path: string
  readonly value: unknown
}

/** The numbers that were sent, and the texts that nobody else would choose. */
const ownLeaves = (sent: unknown, salt: string): readonly Leaf[] =>
  leaves(sent).filter(({ value }) => typeof value === 'number' || String(value).includes(salt))

/** A value that was sent and is shown now, and was not shown before. */
function newLeaf(now: unknown, before: unknown, sent: readonly Leaf[]): Leaf | undefined {
  const values = (of: readonly Leaf[]) => new Set(of.map(({ value }) => value))
  const [offered, known] = [values(sent), values(leaves(before))]
  return leaves(now).find(({ value }) => offered.has(value) && !known.has(value))
}

/** The numbers and texts in a value, each with its place. */
function leaves(value: unknown, path = ''): Leaf[] {
  const below = (entries: readonly [string | number, unknown][]) =>
    entries.flatMap(([key, item]) => leaves(item, path === '' ? String(key) : `${path}.${key}`))
  if (Array.isArray(value)) return below([...value.entries()])
  if (isObject(value)) return below(Object.entries(value))
  return typeof value === 'number' || typeof value === 'string' ? [{ path, value }] : []
}
