import type { Json } from '../../contract/json.ts'
import type { Exchange } from '../../target/exchange.ts'
import type { ScenarioResult } from '../replay/result.ts'

export interface HarOptions {
  readonly url: string
  readonly version: string
  /** The time of the replay, for answers without a date. */
  readonly startedMs: number
}

/** The requests and answers of a scenario that was played, as an HTTP Archive 1.2. */
export function asHar(result: ScenarioResult, { url, version, startedMs }: HarOptions): string {
  const entries = result.steps.flatMap((played): Json[] => {
    if (played.kind === 'not reached' || played.acted.by !== 'request') return []
    return [entry(played.acted.exchange, url, startedMs, played.step.description ?? played.step.stepId)]
  })
  const creator = { name: 'understudy', version }
  return `${JSON.stringify({ log: { version: '1.2', creator, comment: result.scenario.title, entries } }, null, 2)}\n`
}

function entry(exchange: Exchange, base: string, startedMs: number, comment: string): Json {
  const { sent } = exchange
  const url = base.replace(/\/$/, '') + sent.path
  const received = exchange.answered ? exchange.received : undefined
  return {
    comment,
    startedDateTime: new Date(received?.dateMs ?? startedMs).toISOString(),
    time: 0,
    request: {
      method: sent.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(sent.headers),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: sent.body === undefined ? 0 : Buffer.byteLength(sent.body),
      ...(sent.body !== undefined && {
        postData: { mimeType: sent.headers['content-type'] ?? 'application/json', text: sent.body },
      }),
    },
    response: {
      status: received?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(received?.headers ?? {}),
      content: {
        size: Buffer.byteLength(received?.text ?? ''),
        mimeType: received?.headers['content-type'] ?? 'x-unknown',
        text: received?.text ?? '',
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  }
}

const pairs = (headers: Readonly<Record<string, string>>): Json[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))
