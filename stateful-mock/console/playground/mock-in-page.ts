import { answerRequest } from '../../server/answer-request.ts'
import { bodyLimitOf } from '../../server/body-limit.ts'
import { withExchangeLog } from '../../server/exchange-log.ts'
import { makeFetch } from '../../server/in-process-fetch.ts'
import { makeMock } from '../../server/make-mock.ts'
import { webPlatform } from '../../web/web-platform.ts'
import type { Transport } from '../session/transport.ts'
import { LIBRARY, type LibraryScenario, libraryFiles } from './library.ts'

/** Nothing listens there; it is a name that the control interface answers under. */
const NOWHERE = 'http://localhost'

/** The usual address of `understudy serve`, so that curl lines work for whoever starts one. */
const USUAL_ADDRESS = 'http://127.0.0.1:4010'

/** The mock in this page, which keeps everything in memory and sends nothing anywhere. */
export function mockInPage(scenarios: readonly LibraryScenario[], version: string): Transport {
  const platform = {
    ...webPlatform,
    scenarioFiles: libraryFiles(scenarios),
    // A page must not knock at the doors of its reader's machine.
    sendWebhook: async () => ({ failure: 'refused' }),
  }
  const onFault = (error: unknown) => console.error(error)
  const mock = makeMock({ version, scenarios: { folders: [LIBRARY] }, onFault }, platform)
  const answer = withExchangeLog((request) => answerRequest(mock, request, onFault))
  const ask = makeFetch(NOWHERE, answer, { bodyLimit: bodyLimitOf(mock), latencyMs: 0 })
  return {
    fetch: (input, init) => {
      const { pathname, search } = new URL(typeof input === 'string' ? input : input.url, NOWHERE)
      return ask(new Request(NOWHERE + pathname + search, typeof input === 'string' ? init : input))
    },
    address: USUAL_ADDRESS,
    inPage: true,
  }
}
