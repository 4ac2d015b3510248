import type { ServerResponse } from 'node:http'
import { rawHeadersOf } from '../../http/raw-headers.ts'
import type { Answer } from '../../http/wire.ts'

/**
 * Sends an answer. One that cannot be sent, such as a header with an illegal character, ends the connection, not the
 * server.
 */
export function sendAnswer(method: string, response: ServerResponse, answer: Answer, goesOn: boolean): void {
  if (answer.transportFault?.drop) return void response.destroy()
  const head = rawHeadersOf(answer, Buffer.byteLength)
  const { truncateAfterBytes } = answer.transportFault ?? {}
  try {
    const stays = goesOn && truncateAfterBytes === undefined
    response.writeHead(answer.status, stays ? (head as string[]) : [...head, 'Connection', 'close'])
    if (method === 'HEAD') response.end()
    else if (answer.stream) void sendStream(response, answer.stream)
    else if (truncateAfterBytes !== undefined) sendStart(response, answer.body ?? '', truncateAfterBytes)
    else response.end(answer.body)
  } catch {
    response.destroy()
  }
}

/** The beginning of a body that was announced whole. */
function sendStart(response: ServerResponse, body: string, bytes: number): void {
  const whole = Buffer.from(body)
  if (bytes >= whole.length) return void response.end(whole)
  response.flushHeaders()
  response.write(whole.subarray(0, bytes), () => response.destroy())
}

/** At the reader's pace: the next text is asked for when the last one has found room. */
async function sendStream(response: ServerResponse, stream: NonNullable<Answer['stream']>): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  response.flushHeaders()
  for await (const text of stream(gone.signal)) {
    if (gone.signal.aborted) return
    if (!response.write(text)) await room(response)
  }
  response.end()
}

function room(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.once('drain', done)
    response.once('close', done)
  })
}
