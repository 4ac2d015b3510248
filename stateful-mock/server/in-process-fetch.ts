import type { Answer, WireRequest } from '../http/wire.ts'
import type { BodyLimit } from './body-limit.ts'

/** A fetch that asks the mock directly, without a socket. */
export function makeFetch(
  url: string,
  answer: (request: WireRequest) => Answer | Promise<Answer>,
  { bodyLimit, latencyMs }: { readonly bodyLimit: BodyLimit; readonly latencyMs: number },
) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(typeof input === 'string' ? new URL(input, url) : input, init)
    const { pathname, search, host } = new URL(request.url)
    const bytes = new Uint8Array(await request.arrayBuffer())
    const asked = {
      method: request.method,
      target: pathname + search,
      headers: { host, ...Object.fromEntries(request.headers) },
    }
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs))
    const given = await answer({ ...asked, body: bytes.length > bodyLimit(asked) ? 'too large' : bytes })
    if (given.transportFault?.drop) throw new TypeError('fetch failed: the connection was dropped')
    const { status, headers } = given
    return new Response(request.method === 'HEAD' ? null : bodyOf(given, request.signal), { status, headers })
  }
}

/** As a socket would bring it: whole, only its beginning, or bit by bit. */
function bodyOf(
  { body = '', stream, transportFault, ...answer }: Answer,
  gone: AbortSignal,
): ConstructorParameters<typeof Response>[0] {
  if (stream) return streamOf(encoded(stream(gone)))
  const { truncateAfterBytes } = transportFault ?? {}
  if (truncateAfterBytes === undefined) return answer.status === 204 || body === '' ? null : body
  return streamOf(beginning(body, truncateAfterBytes))
}

/** By hand: not every browser can make a stream from a generator. */
function streamOf(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await parts.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await parts.return(undefined)
    },
  })
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const text of texts) yield encoder.encode(text)
}

async function* beginning(body: string, bytes: number): AsyncGenerator<Uint8Array> {
  const whole = new TextEncoder().encode(body)
  yield whole.subarray(0, bytes)
  if (bytes < whole.length) throw new TypeError('the connection was closed in the middle of the body')
}
