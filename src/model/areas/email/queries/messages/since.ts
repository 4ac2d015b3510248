import type { Reader } from '../../../../world/reader.ts'

/** A day, or an instant with its offset: one without would mean another instant on another machine. */
const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/

/** The instant that a since filter means; undefined when it cannot be read. Its form is open. */
export function readSince(reader: Reader, since: string): number | undefined {
  const form = reader.gap('email.since-form')
  if (form !== 'iso-8601')
    return /^\d{1,15}$/.test(since) ? Number(since) * (form === 'epoch-seconds' ? 1000 : 1) : undefined
  const atMs = ISO.test(since) ? Date.parse(since) : Number.NaN
  return Number.isNaN(atMs) ? undefined : atMs
}
