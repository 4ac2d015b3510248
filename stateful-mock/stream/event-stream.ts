import type { Recent } from './event-buffer.ts'
import type { Kind, NumberedTold } from './stream-event.ts'
import { thinned } from './thin-out.ts'

export interface Watching {
  /** The sandbox that is watched. */
  readonly sandbox: string
  /** Undefined: all of them. */
  readonly only: readonly string[] | undefined
  /** What was seen last; undefined: begin with what happens from now on. */
  readonly lastSeen: number | undefined
  /** So that both ends, and whatever is between them, know that the other is there. */
  readonly heartbeatMs?: number
}

/** A client that lost the connection comes back after so long. */
const COME_BACK_MS = 1_000
const HEARTBEAT_MS = 15_000
/** What happens within so long comes together, and of one kind no more than so many: a page has to draw it. */
const TOGETHER_MS = 100
const MOST_OF_A_KIND = 25

/** Server-sent events as things happen. Goes at the reader's pace, and says how much was left out for it. */
export async function* watch(recent: Recent, watching: Watching, gone: AbortSignal): AsyncGenerator<string> {
  const { heartbeatMs = HEARTBEAT_MS } = watching
  let seen = startOf(recent, watching.lastSeen)
  yield `retry: ${COME_BACK_MS}\n\n`
  while (!gone.aborted) {
    const { told, lost } = recent.after(seen)
    seen = recent.last
    const text = worded(told, lost, watching)
    if (text !== '') yield text
    await pause(TOGETHER_MS, gone)
    const before = seen
    await recent.more(seen, heartbeatMs, gone)
    if (recent.last === before && !gone.aborted) yield ': still here\n\n'
  }
}

/** Who comes with a number that was never given saw another life of this server, and gets all there is. */
function startOf(recent: Recent, lastSeen: number | undefined): number {
  if (lastSeen === undefined) return recent.last
  return lastSeen > recent.last ? 0 : lastSeen
}

function worded(told: readonly NumberedTold[], lost: number, { sandbox, only }: Watching): string {
  const fitting = told.filter(
    (one) => (one.sandbox === undefined || one.sandbox === sandbox) && (only === undefined || only.includes(one.kind)),
  )
  const { told: some, leftOut } = thinned(fitting, MOST_OF_A_KIND)
  const events = some.map(({ id, kind, data }) => event(kind, data(), id))
  const missing: Partial<Record<Kind | 'forgotten', number>> = lost > 0 ? { ...leftOut, forgotten: lost } : leftOut
  return [...(Object.keys(missing).length > 0 ? [event('left-out', missing)] : []), ...events].join('')
}

const event = (kind: string, data: unknown, id?: number): string =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`

function pause(ms: number, gone: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      gone.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    timer.unref()
    gone.addEventListener('abort', done)
  })
}
