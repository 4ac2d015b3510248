import { HttpResponse, http, type RequestHandler } from 'msw'
import { callersOf } from '../actors/mock-callers.ts'
import type { Mock } from '../sandboxes/mock.ts'
import { answerRequest } from '../server/answer-request.ts'
import { bodyLimitOf } from '../server/body-limit.ts'
import { withExchangeLog } from '../server/exchange-log.ts'
import { makeFetch } from '../server/in-process-fetch.ts'
import { makeMock } from '../server/make-mock.ts'
import type { MockOptions } from '../server/mock-options.ts'
import { webPlatform } from '../web/web-platform.ts'
import { interceptedUnder } from './intercepted-path.ts'
import { type Steering, steer } from './steering/steering.ts'

export type { Clock } from './steering/clock-control.ts'
export type { Actor } from './steering/door-actor.ts'
export type { Events } from './steering/event-control.ts'
export type { Faults } from './steering/fault-control.ts'
export type { Gaps } from './steering/gap-control.ts'
export type { Steering }

/** The options that make sense without a server. */
export interface UnderstudyOptions
  extends Pick<MockOptions, 'profile' | 'seed' | 'clock' | 'auth' | 'latencyMs' | 'onExchange' | 'onFault'> {
  /** The base URL that the front end uses for the API; left out: under any host. */
  readonly baseUrl?: string
}

export interface Understudy extends Steering {
  /** For `setupServer` or `setupWorker`. */
  readonly handlers: readonly RequestHandler[]
  /** Ends what goes on by itself. */
  close(): Promise<void>
}

/** Any address will do: nothing listens there. */
const NOWHERE = 'http://localhost'

/** The mock in this process or page, answering whatever MSW catches. */
export function understudy({ baseUrl, ...options }: UnderstudyOptions = {}): Understudy {
  const mock = makeMock(options, webPlatform)
  // The seed is grown now, and not within the time limit of the first test.
  void mock.sandboxes.defaultSandbox
  const base = baseUrl === undefined ? undefined : new URL(baseUrl)
  const pathOf = interceptedUnder(base)
  const ask = fetchFrom(mock, options)
  const answer = (request: Request) => ask(new Request(new URL(pathOf(request.url) ?? '/', request.url), request))
  const steering = steer(mock.contract, {
    url: base?.href.replace(/\/$/, '') ?? NOWHERE,
    get callers() {
      return callersOf(mock.sandboxes.defaultSandbox)
    },
    fetch: (input, init) => answer(new Request(input, init)),
    inWorld: ask,
  })
  const handler = http.all(
    ({ request }) => pathOf(request.url) !== undefined,
    // A dropped connection is a failed request, not an answer.
    ({ request }) => answer(request).catch(() => HttpResponse.error()),
  )
  return { ...steering, handlers: [handler], close: () => closed(mock) }
}

function fetchFrom(mock: Mock, { latencyMs = 0, onFault, onExchange }: UnderstudyOptions) {
  const answer = withExchangeLog((request) => answerRequest(mock, request, onFault), onExchange)
  return makeFetch(NOWHERE, answer, { bodyLimit: bodyLimitOf(mock), latencyMs })
}

async function closed(mock: Mock): Promise<void> {
  await mock.stopBackground()
  mock.close()
}
