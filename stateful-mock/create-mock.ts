import type { Contract } from '../src/contract/contract.ts'
import { callersOf, type MockCaller } from './callers.ts'
import { resetTo } from './control/worlds.ts'
import { observed } from './exchange.ts'
import { handle } from './http/handle.ts'
import { listen } from './http/listen.ts'
import { makeFetch } from './in-process-fetch.ts'
import { makeMock } from './make-mock.ts'
import type { MockOptions } from './mock-options.ts'

export type { MockCaller, MockOptions }

export interface RunningMock {
  readonly url: string
  readonly contract: Contract
  readonly callers: readonly MockCaller[]
  /** The name of the seed it started from. */
  readonly seed: string
  /** The same answers without a socket; a path is enough. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** The world as at its start. */
  reset(): void
  close(): Promise<void>
}

/** Starts a mock and waits until it listens. */
export async function createMock(options: MockOptions = {}): Promise<RunningMock> {
  const mock = makeMock(options)
  const { port = 0, latencyMs = 0, tls } = options
  const answer = observed(mock, (request) => handle(mock, request, options.onFault), options.onExchange)
  const bodyLimit = () => mock.holder.gaps.value('general.maximum-body-bytes')
  const { url, close } = await listen(answer, { host: mock.host, port, bodyLimit, latencyMs, tls })
  return {
    url,
    contract: mock.contract,
    callers: callersOf(mock),
    seed: mock.seed.name,
    fetch: makeFetch(url, answer, { bodyLimit, latencyMs }),
    reset: () => resetTo(mock, mock.seed),
    close,
  }
}
