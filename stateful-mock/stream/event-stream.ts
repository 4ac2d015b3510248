import type { StartTimer } from '../platform/platform.ts'
import type { EventBuffer } from './event-buffer.ts'
import type { NumberedStreamEvent, StreamEventKind } from './stream-event.ts'
import { thinOut } from './thin-out.ts'

export interface Subscription {
  /** The sandbox that is watched. */
  readonly sandbox: string
  /** Undefined: all of them. */
  readonly only: readonly string[] | undefined
  /** The last event seen; undefined: begin with the next one. */
  readonly lastSeen: number | undefined
  /** The interval of the line that is sent when nothing happens, so that both ends know the other is there. */
  readonly heartbeatMs?: number
}

/** The time that a client waits before it reconnects. */
const RETRY_MS = 1_000
const HEARTBEAT_MS = 15_000
/** Events within this time are batched, with a limit for each kind, because a page has to draw them. */
const BATCH_MS = 100
const MOST_OF_A_KIND = 25

/** Server-sent events as things happen, at the pace of the reader. What a slow reader misses is counted for it. */
export async function* eventStream(
  buffer: EventBuffer,
  watching: Subscription,
  gone: AbortSignal,
): AsyncGenerator<string> {
  const { heartbeatMs = HEARTBEAT_MS } = watching
  let seen = startOf(buffer, watching.lastSeen)
  yield `retry: ${RETRY_MS}\n\n`
  while (!gone.aborted) {
    const { events, lost } = buffer.after(seen)
    seen = buffer.last
    const text = formatted(events, lost, watching)
    if (text !== '') yield text
    await pause(buffer.startTimer, BATCH_MS, gone)
    const before = seen
    await buffer.waitForMore(seen, heartbeatMs, gone)
    if (buffer.last === before && !gone.aborted) yield ': still here\n\n'
  }
}

/** The number to go on after. A number that was never given comes from an earlier run: its reader gets all there is. */
function startOf(buffer: EventBuffer, lastSeen: number | undefined): number {
  if (lastSeen === undefined) return buffer.last
  return lastSeen > buffer.last ? 0 : lastSeen
}

function formatted(events: readonly NumberedStreamEvent[], lost: number, { sandbox, only }: Subscription): string {
  const fitting = events.filter(
    (one) => (one.sandbox === undefined || one.sandbox === sandbox) && (only === undefined || only.includes(one.kind)),
  )
  const { events: some, leftOut } = thinOut(fitting, MOST_OF_A_KIND)
  const texts = some.map(({ id, kind, data }) => event(kind, data(), id))
  const missing: Partial<Record<StreamEventKind | 'forgotten', number>> =
    lost > 0 ? { ...leftOut, forgotten: lost } : leftOut
  return [...(Object.keys(missing).length > 0 ? [event('left-out', missing)] : []), ...texts].join('')
}

const event = (kind: string, data: unknown, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`

function pause(startTimer: StartTimer, ms: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      gone.removeEventListener('abort', done)
      resolve()
    }
    const cancel = startTimer(done, ms)
    gone.addEventListener('abort', done)
  })
}
