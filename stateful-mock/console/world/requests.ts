import { signal } from '@preact/signals'
import type { Schemas } from '../client/control.ts'

export type Logged = Schemas['LoggedRequest']

/** The log as far as this page knows it, newest first. */
export const requests = signal<readonly Logged[]>([])
/** The number of latest requests that are not shown, because there were more than anybody can read. */
export const skipped = signal(0)
export const paused = signal(false)

const MOST = 5_000
const FLUSH_MS = 250
/** A sample is drawn less often, which leaves time for interactions. */
const FLUSH_SAMPLE_MS = 700
/** Maximum number of new requests that are shown at a time; of more only the latest. */
const MOST_AT_ONCE = 100

let waiting: Logged[] = []
let timer: ReturnType<typeof setTimeout> | undefined
/** True if some were left out since the list was last shown. */
let sampled = false
/** The number of those not yet announced. */
let unshown = 0

/** Takes in what was just logged; shown a few times a second, however fast it comes. */
export function noteRequests(logged: Logged): void {
  waiting.push(logged)
  if (timer === undefined) timer = setTimeout(flush, sampled ? FLUSH_SAMPLE_MS : FLUSH_MS)
}

function flush(): void {
  timer = undefined
  sampled = false
  if (paused.peek()) return void trim()
  const shown = waiting.slice(-MOST_AT_ONCE).reverse()
  skipped.value += waiting.length - shown.length + unshown
  unshown = 0
  waiting = []
  requests.value = merged(shown, requests.peek())
}

const trim = (): void => {
  waiting = waiting.slice(-MOST)
}

/** Number of requests that the mock left out of the stream. */
export function noteSkipped(count: number): void {
  sampled ||= count > 0
  unshown += count
}

export function replaceRequests(found: readonly Logged[]): void {
  if (paused.peek() && requests.peek().length > 0) return
  const present = requests.peek()
  if (found[0]?.id === present[0]?.id && found.length <= present.length) return
  const goesOn = found[0] !== undefined && present[0] !== undefined && found[0].id >= present[0].id
  requests.value = goesOn ? merged(found, present) : found
}

export function forgetRequests(): void {
  waiting = []
  unshown = 0
  skipped.value = 0
  requests.value = []
}

export function hold(): void {
  paused.value = true
}

export function resume(): void {
  paused.value = false
  flush()
}

function merged(newer: readonly Logged[], older: readonly Logged[]): readonly Logged[] {
  const oldest = newer.at(-1)?.id ?? 0
  return [...newer, ...older.filter(({ id }) => id < oldest)].slice(0, MOST)
}
