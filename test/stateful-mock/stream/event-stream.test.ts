import { describe, expect, test } from 'vitest'
import { nodePlatform } from '../../../stateful-mock/node/node-platform.ts'
import { EventBuffer } from '../../../stateful-mock/stream/event-buffer.ts'
import { eventStream } from '../../../stateful-mock/stream/event-stream.ts'
import type { NumberedStreamEvent, StreamEvent } from '../../../stateful-mock/stream/stream-event.ts'
import { thinOut } from '../../../stateful-mock/stream/thin-out.ts'

const told = (kind: StreamEvent['kind'], number: number): StreamEvent => ({
  kind,
  sandbox: 'default',
  data: () => ({ number }),
})
const everything = { sandbox: 'default', only: undefined }

async function taken(texts: AsyncGenerator<string>, count: number): Promise<string[]> {
  const seen: string[] = []
  for (let index = 0; index < count; index++) seen.push(String((await texts.next()).value))
  return seen
}

describe('who watches', () => {
  test('hears a heartbeat while nothing happens', async () => {
    const gone = new AbortController()
    const texts = eventStream(
      new EventBuffer(nodePlatform.startTimer),
      { ...everything, lastSeen: undefined, heartbeatMs: 20 },
      gone.signal,
    )
    expect(await taken(texts, 3)).toEqual(['retry: 1000\n\n', ': still here\n\n', ': still here\n\n'])
    gone.abort()
    expect(await texts.next()).toEqual({ done: true, value: undefined })
  })
  test('is told how much is not kept any more', async () => {
    const recent = new EventBuffer(nodePlatform.startTimer)
    for (let number = 1; number <= 5000; number++) recent.add(told('request', number))
    const gone = new AbortController()
    const [, text = ''] = await taken(eventStream(recent, { ...everything, lastSeen: 0 }, gone.signal), 2)
    gone.abort()
    expect(text).toMatch(/^event: left-out\ndata: \{"request":4071,"forgotten":904\}\n\n/)
    expect(text).toMatch(/id: 5000\nevent: request\ndata: \{"number":5000\}\n\n$/)
  })
  test('gets everything there is after another life of the server', async () => {
    const recent = new EventBuffer(nodePlatform.startTimer)
    recent.add(told('reset', 1))
    const gone = new AbortController()
    const [, text] = await taken(eventStream(recent, { ...everything, lastSeen: 77 }, gone.signal), 2)
    gone.abort()
    expect(text).toBe('id: 1\nevent: reset\ndata: {"number":1}\n\n')
  })
})

test('of a lot of one kind some are left out, of the others none', () => {
  const requests = Array.from(
    { length: 100 },
    (_, index): NumberedStreamEvent => ({ ...told('request', index), id: index + 1 }),
  )
  const resets = [101, 102].map((id): NumberedStreamEvent => ({ ...told('reset', id), id }))
  const { events: kept, leftOut } = thinOut([...requests, ...resets], 4)
  expect(kept.map(({ id }) => id)).toEqual([25, 50, 75, 100, 101, 102])
  expect(leftOut).toEqual({ request: 96 })
})
