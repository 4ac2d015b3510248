import { createHash } from 'node:crypto'
import type { World } from '../model/world/world.ts'

/** Differs between worlds in which everything else is alike. */
const IRRELEVANT = /^(seq|serial)$|secret|token|hash|password|salt|start$/i

/**
 * The identity of a world within this walk: its rows and their references. Names of things count by their order, times
 * only by whether they are past and how far ahead they are.
 */
export function fingerprint({ tables, nowMs }: World, start: World): string {
  const names = new Map<string, string>()
  const hash = createHash('sha1')
  for (const [table, { order }] of Object.entries(tables)) {
    if (tables[table as keyof typeof tables] === start.tables[table as keyof typeof tables]) continue
    for (const row of order.values()) if (!names.has(row.id)) names.set(row.id, `${table}#${names.size}`)
    hash.update(table)
    for (const row of order.values())
      hash.update(JSON.stringify(row, (key, value) => shown(key, value, names, nowMs)) ?? '')
  }
  return hash.digest('base64')
}

function shown(key: string, value: unknown, names: ReadonlyMap<string, string>, nowMs: number): unknown {
  if (IRRELEVANT.test(key)) return undefined
  if (typeof value === 'number' && /(Ms|At)$/.test(key)) return value > nowMs ? value - nowMs : 'past'
  if (typeof value === 'string' && ISO.test(value))
    return Date.parse(value) > nowMs ? Date.parse(value) - nowMs : 'past'
  return typeof value === 'string' ? (names.get(value) ?? value) : value
}

const ISO = /^\d{4}-\d\d-\d\dT/
