import type { Contract } from '../src/contract/contract.ts'
import { callersOf, type MockCaller } from './actors/mock-callers.ts'
import { reboundName } from './http/rebound-name.ts'
import { type Answer, jsonAnswer, type WireRequest } from './http/wire.ts'
import { StorageError } from './journal/storage-error.ts'
import { assembleNodeMock } from './node/assemble-node-mock.ts'
import { DataFileError } from './node/data-file/data-file-error.ts'
import { listen } from './node/socket/listen.ts'
import type { Mock, Sandbox } from './sandboxes/mock.ts'
import { openSandbox, type SandboxHandle } from './sandboxes/sandbox-handle.ts'
import { answerRequest } from './server/answer-request.ts'
import { bodyLimitOf } from './server/body-limit.ts'
import { withExchangeLog } from './server/exchange-log.ts'
import { makeFetch } from './server/in-process-fetch.ts'
import type { ExtraParts } from './server/make-mock.ts'
import type { MockOptions } from './server/mock-options.ts'

export type { MockCaller, MockOptions, SandboxHandle }
export { DataFileError }

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
  /** A world of its own, made on first use from the server's seed or from another. Throws when there are too many. */
  sandbox(name: string, from?: { readonly seed: string } | { readonly world: unknown }): SandboxHandle
  close(): Promise<void>
}

/** Starts a mock and waits until it listens. */
export async function createMock(options: MockOptions = {}): Promise<RunningMock> {
  const mock = assembleNodeMock(options, await extraParts(options))
  const { port = 0, latencyMs = 0, tls } = options
  const answer = withExchangeLog((request) => answerRequest(mock, request, options.onFault), options.onExchange)
  const bodyLimit = bodyLimitOf(mock)
  const defaultSandbox = firstSandbox(mock, options.data)
  const { url, close } = await listen(guarded(mock, answer), {
    host: mock.host,
    port,
    bodyLimit,
    latencyMs,
    tls,
  }).catch(async (error) => {
    await mock.stopBackground()
    mock.close()
    throw error
  })
  const fetch = makeFetch(url, answer, { bodyLimit, latencyMs })
  return {
    url,
    contract: mock.contract,
    callers: callersOf(defaultSandbox),
    seed: defaultSandbox.seed.name,
    fetch,
    reset: () => mock.sandboxes.restart(mock.sandboxes.defaultSandbox),
    sandbox: (name, from) => openSandbox({ sandboxes: mock.sandboxes, url, fetch }, name, from),
    async close() {
      await mock.stopBackground()
      await close()
      mock.close()
    },
  }
}

type Handle = (request: WireRequest) => Answer | Promise<Answer>

/** The same answers, for whoever comes under a name that is this machine's. */
function guarded({ host, allowedHosts }: Mock, answer: Handle): Handle {
  const own = [host, ...allowedHosts]
  /** Callers come under the same name again and again. */
  let usual: string | undefined
  return (request) => {
    const { host: named } = request.headers
    const rebound = named === usual ? undefined : reboundName(named, own)
    if (rebound !== undefined)
      return jsonAnswer(403, { error: `requests for the host name ${rebound} are not answered (see --allow-host)` })
    usual = named
    return answer(request)
  }
}

/** Most keep nothing and are not live, and start sooner without what that takes. */
const extraParts = async ({ data, live }: MockOptions): Promise<ExtraParts> => ({
  ...(data !== undefined && (await import('./node/data-file/data-file.ts'))),
  ...(live && (await import('./live/live-mode.ts'))),
})

/** On a full disk there is none, and no mock. */
function firstSandbox(mock: Mock, file: string | undefined): Sandbox {
  try {
    return mock.sandboxes.defaultSandbox
  } catch (error) {
    mock.close()
    throw error instanceof StorageError ? new DataFileError(`${file} cannot be written: ${error.why}.`) : error
  }
}
