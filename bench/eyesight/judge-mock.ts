import type { Contract } from '../../src/contract/contract.ts'
import { loadContract } from '../../src/contract/contract.ts'
import source from '../../src/contract/generated/spec.js'
import { successOf } from '../../src/contract/operations.ts'
import { EMPTY_PROFILE, type Profile } from '../../src/contract/profile.ts'
import type { Client } from '../../src/target/client.ts'
import { type Driver, EventRefused } from '../../src/target/driver.ts'
import { mockProfile } from '../../src/target/opening/mock-profile.ts'
import { received } from '../../src/target/received.ts'
import { type Answer, jsonAnswer } from '../../stateful-mock/http/wire.ts'
import { makeNodeMock } from '../../stateful-mock/node/node-mock.ts'
import { answerRequest } from '../../stateful-mock/server/answer-request.ts'
import { mistakenMock } from '../mistakes/mistaken.ts'
import { withMistakes } from '../mistakes/switched-on.ts'
import { type Judged, judged, type Look } from './judged.ts'

export interface MockLook extends Look {
  readonly driver?: boolean
  /** Rules that the mock breaks. */
  readonly withoutRules?: readonly string[]
  /** Gap values of the mock, which the judge does not know. */
  readonly gaps?: Profile['gaps']
  /** A mock of other sources; what goes wrong inside it is answered with 500, as a target would. */
  readonly other?: MockParts
}

/** The mock as it is, without any mistake. */
const RIGHT = { makeNodeMock, answerRequest }
export type MockParts = typeof RIGHT

export const HOST = '127.0.0.1'
const URL_OF_NOTHING = `http://${HOST}:1`

/** The mock that is judged: a small world, and these choices at open points. */
export const mockOptions = (gaps: Profile['gaps'] = {}) => ({
  seed: 'small',
  profile: { ...EMPTY_PROFILE, gaps: { 'registry.issuer-without-keys': 'believe', ...gaps } },
})

/** Judges a mock in this process, without sockets. */
export async function judgeMock(look: MockLook): Promise<Judged> {
  let fault: unknown
  const { withoutRules = [] } = look
  const { makeNodeMock, answerRequest } = withoutRules.length > 0 ? await mistakenMock() : (look.other ?? RIGHT)
  const mock = withMistakes(withoutRules, () =>
    makeNodeMock({
      ...mockOptions(look.gaps),
      // A caller who is accepted without a credential acts as the owner.
      auth: withoutRules.some((rule) => UNCHECKED.test(rule)) ? 'off' : 'on',
    }),
  )
  const ask: Ask = async (method, target, headers, text) => {
    const before = fault
    const body = new TextEncoder().encode(text)
    const request = { method, target, headers: { host: HOST, ...headers }, body }
    const { answer: given } = withMistakes(withoutRules, () =>
      answerRequest(mock, request, (error) => {
        fault = error
      }),
    )
    const answer: Answer = await given
    return fault !== before && withoutRules.length > 0 ? carelessly(mock.contract, method, target, answer) : answer
  }
  const profile = await mockProfile(clientOf(ask))
  const contract = loadContract(source, profile)
  const driver = driverOf(ask, contract, look.driver ?? true)
  const result = await judged({ contract, client: clientOf(ask), driver, url: URL_OF_NOTHING }, look)
  if (fault && withoutRules.length === 0 && !look.other) throw fault
  return result
}

const UNCHECKED = /^general\.(caller-needed|credential-unknown)/

/** A careless target does what the model cannot do once a rule is broken, such as acting on a missing thing. */
function carelessly(contract: Contract, method: string, target: string, failed: Answer): Answer {
  const match = contract.routes.match(method, target.split('?')[0] ?? '')
  if (match.found !== 'operation') return failed
  const { operation } = match
  const response = successOf(operation)
  return jsonAnswer(operation.success.status, response?.example ?? {})
}

export type Ask = (
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
) => Promise<Answer>

export function clientOf(ask: Ask): Client {
  return {
    async send(sent, held) {
      // What is asked inside the process arrives whole.
      held?.begun()
      await held?.rest
      const { status, headers, body } = await ask(sent.method, sent.path, sent.headers, sent.body)
      const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
      return { answered: true, sent, received: received(status, lower, body ?? '') }
    },
    close: async () => {},
  }
}

export function driverOf(ask: Ask, contract: Contract, on: boolean): Driver {
  const { controlOperations } = contract
  const unbuilt = new Set<string>()
  return {
    can: (event) => on && controlOperations.has(event) && !unbuilt.has(event),
    async cause(event, body) {
      const operation = controlOperations.get(event)
      if (!operation) throw new Error(`the control description has no ${event}`)
      const reads = operation.method === 'GET'
      const query = reads ? `?${new URLSearchParams(body as Record<string, string>)}` : ''
      const headers = reads ? {} : { 'content-type': 'application/json' }
      const answer = await ask(
        operation.method,
        operation.path + query,
        headers,
        reads ? undefined : JSON.stringify(body),
      )
      if (answer.status === 501) unbuilt.add(event)
      if (answer.status >= 300)
        throw new EventRefused(answer.status, `the driver answered ${answer.status} to ${event}: ${answer.body}`)
      return answer.body ? JSON.parse(answer.body) : undefined
    },
  }
}
