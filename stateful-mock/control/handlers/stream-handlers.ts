import type { Mock } from '../../sandboxes/mock.ts'
import { watch } from '../../stream/event-stream.ts'
import { Listener } from '../../stream/stream-recorder.ts'
import type { ControlHandler } from './control-handler.ts'

/** Neither kept by anybody on the way nor held back until there is more of it. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
}

export const streamHappenings: ControlHandler = (sandbox, { query, headers }) => {
  const seen = headers['last-event-id'] ?? ''
  if (seen !== '' && !/^\d{1,15}$/.test(seen))
    return { status: 400, error: `${seen} is no id of an event of this stream` }
  const watching = {
    sandbox: sandbox.name,
    only: query.only as readonly string[] | undefined,
    lastSeen: seen === '' ? undefined : Number(seen),
  }
  const { mock } = sandbox
  const stream = (gone: AbortSignal) => {
    const over = AbortSignal.any([gone, mock.closing])
    return watch(listenerOf(mock).watched(over), watching, over)
  }
  return { status: 200, headers: HEADERS, stream }
}

const listeners = new WeakMap<Mock, Listener>()

function listenerOf(mock: Mock): Listener {
  const known = listeners.get(mock) ?? new Listener(mock)
  listeners.set(mock, known)
  return known
}
