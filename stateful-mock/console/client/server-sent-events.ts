export interface StreamEvent {
  readonly id: string | undefined
  readonly name: string
  readonly data: string
}

/** Server-sent events from a body. `EventSource` would do, but sends no header that names a sandbox. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + value).split(/\r?\n\r?\n/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = readBlock(block)
        if (event) yield event
      }
    }
  } finally {
    void reader.cancel().catch(() => {})
  }
}

function readBlock(block: string): StreamEvent | undefined {
  let id: string | undefined
  let name = 'message'
  const data: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'id') id = value
    if (field === 'event') name = value
    if (field === 'data') data.push(value)
  }
  return data.length === 0 ? undefined : { id, name, data: data.join('\n') }
}
