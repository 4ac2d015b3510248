import type { Answer, WireRequest } from './http/wire.ts'

/** A fetch that asks the mock directly, without a socket. */
export function makeFetch(
  url: string,
  answer: (request: WireRequest) => Answer,
  { bodyLimit, latencyMs }: { readonly bodyLimit: () => number; readonly latencyMs: number },
) {
  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(typeof input === 'string' ? new URL(input, url) : input, init)
    const { pathname, search, host } = new URL(request.url)
    const bytes = new Uint8Array(await request.arrayBuffer())
    const { status, headers, body } = answer({
      method: request.method,
      target: pathname + search,
      headers: { host, ...Object.fromEntries(request.headers) },
      body: bytes.length > bodyLimit() ? 'too large' : bytes,
    })
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs))
    return new Response(request.method === 'HEAD' ? null : (body ?? null), { status, headers })
  }
}
