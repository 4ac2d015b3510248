import { type ClientRequest, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { TimedExchange } from '../../src/conformance/traffic/timed-exchange.ts'
import { Capture } from './capture.ts'
import { headersByName, pairs, passedHeaders, requestHeaders } from './headers.ts'
import type { Upstream } from './upstream.ts'

/** The outcome of one request. */
export type Passed =
  | { readonly answered: true; readonly exchange: TimedExchange }
  /** It is unknown whether the request took effect, unless it was never sent. */
  | {
      readonly answered: false
      readonly problem: string
      /** Whether the missing response was not the fault of the target. */
      readonly reached?: true
    }

/**
 * Passes one request on and its response back, byte for byte, and keeps a copy of both. Only the host is replaced by the
 * target's.
 */
export function pass(
  upstream: Upstream,
  message: IncomingMessage,
  response: ServerResponse,
  done: (passed: Passed) => void,
): void {
  const { method = 'GET', url = '/' } = message
  const startedMs = now()
  const sent = new Capture()
  const request = openRequest(upstream, message)
  let isOver = false
  const end = (passed: Passed) => {
    if (isOver) return
    isOver = true
    done(passed)
  }
  const fail = (problem: string) => {
    request.destroy()
    refuse(response, problem)
    end({ answered: false, problem })
  }
  message.on('data', (chunk: Buffer) => sent.add(chunk))
  message.on('end', () => request.addTrailers(pairs(message.rawTrailers)))
  message.on('error', (error) => fail(error.message))
  message.pipe(request)
  request.on('continue', () => response.writeContinue())
  request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
  response.on('close', () => {
    if (isOver) return
    request.destroy()
    end({ answered: false, problem: 'the caller went away', reached: true })
  })
  request.on('response', (answer) => {
    answer.on('error', () => response.destroy())
    const unpassable = passAnswer(answer, response, (received) => {
      const body = sent.text(message.headers['content-encoding'])
      const text = received.text(answer.headers['content-encoding'])
      const isWhole = body !== undefined && text !== undefined
      const exchange: TimedExchange = {
        method,
        path: url,
        headers: headersByName(message.rawHeaders),
        body: body ?? '',
        status: answer.statusCode ?? 0,
        answerHeaders: headersByName(answer.rawHeaders),
        answer: text ?? '',
        startedMs,
        endedMs: now(),
        ...(!isWhole && { isWhole }),
      }
      end({ answered: true, exchange })
    })
    if (unpassable !== undefined) fail(unpassable)
  })
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    fail('it changed the protocol without being asked to')
  })
}

/** Wall-clock time in milliseconds with fractions, to detect overlapping exchanges. */
const now = (): number => performance.timeOrigin + performance.now()

function openRequest({ url, agent }: Upstream, message: IncomingMessage): ClientRequest {
  const open = url.protocol === 'https:' ? requestHttps : requestHttp
  const { method = 'GET', url: path = '/' } = message
  return open(url, {
    agent,
    method,
    path: url.pathname.replace(/\/$/, '') + path,
    headers: requestHeaders(method, message.rawHeaders, url.host),
    setHost: false,
  })
}

/** Why an answer cannot be passed on, as with a status or a reason that HTTP does not have; undefined if it can. */
function passAnswer(
  answer: IncomingMessage,
  response: ServerResponse,
  whole: (received: Capture) => void,
): string | undefined {
  const received = new Capture()
  response.sendDate = false
  try {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answerHeaders(answer))
    // The headers go out at once, byte for byte: `flushHeaders` would encode them again.
    response.write('', 'latin1')
  } catch (error) {
    return `its response cannot be passed on (${(error as Error).message})`
  }
  answer.on('data', (chunk: Buffer) => received.add(chunk))
  answer.on('end', () => {
    if (answer.rawTrailers.length > 0) response.addTrailers(pairs(answer.rawTrailers))
    // The caller has the whole response before it is processed.
    response.end(() => whole(received))
  })
  answer.pipe(response, { end: false })
  return undefined
}

/** Node announces trailers only where there can be some. */
function answerHeaders({ rawHeaders, headers }: IncomingMessage): string[] {
  const passed = passedHeaders(rawHeaders)
  const place = headers['transfer-encoding'] === undefined ? passed.findIndex(isTrailerName) : -1
  return place < 0 ? passed : passed.toSpliced(place, 2)
}

const isTrailerName = (text: string, place: number): boolean => place % 2 === 0 && text.toLowerCase() === 'trailer'

/** Responds with 502, or closes the connection if a response has already started. */
function refuse(response: ServerResponse, problem: string): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(502, 'Bad Gateway', { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: `the target cannot be reached: ${problem}` }))
}
