/** The page's own fetch, so that a receiver may be another handler. */
interface Sending {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly signal: AbortSignal
}

export async function request(url: string, { method, headers, body, signal }: Sending) {
  const { status, body: answer } = await fetch(url, { method, headers, body, signal })
  return { statusCode: status, body: { dump: async () => answer?.cancel() } }
}

/** A browser looks after connections itself. */
export class Agent {}
export class Pool {}
