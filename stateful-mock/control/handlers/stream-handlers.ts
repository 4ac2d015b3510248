import { memo } from '../../../src/contract/memo.ts'
import type { Mock, Sandbox } from '../../sandboxes/mock.ts'
import { eventStream } from '../../stream/event-stream.ts'
import { StreamRecorder } from '../../stream/stream-recorder.ts'
import type { ControlHandler } from './control-handler.ts'

/** No cache or proxy on the way may keep the stream or hold it back. */
const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
}

export const streamHappenings: ControlHandler = (sandbox, { query, headers }) => {
  const seen = headers['last-event-id'] ?? ''
  if (seen !== '' && !/^\d{1,15}$/.test(seen))
    return { status: 400, error: `${seen} is not the id of an event of this stream` }
  const watching = {
    sandbox: sandbox.name,
    only: query.only as readonly string[] | undefined,
    lastSeen: seen === '' ? undefined : Number(seen),
  }
  const { mock } = sandbox
  const stream = (gone: AbortSignal) => {
    const over = AbortSignal.any([gone, mock.closing])
    sandbox.openStreams += 1
    over.addEventListener('abort', () => watched(sandbox), { once: true })
    return eventStream(recorderOf(mock).watch(over), watching, over)
  }
  return { status: 200, headers: HEADERS, stream }
}

function watched(sandbox: Sandbox): void {
  sandbox.openStreams -= 1
  sandbox.lastUsedAtMs = sandbox.mock.realNow()
}

const recorderOf = memo((mock: Mock) => new StreamRecorder(mock))
