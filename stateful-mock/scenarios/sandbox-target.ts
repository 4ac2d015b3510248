import { jsonOf } from '../../src/scenario/recording/recorded-exchange.ts'
import type { ReplayTarget } from '../../src/scenario/replay/replay-target.ts'
import { makeTurns } from '../../src/scenario/replay/turns.ts'
import { callersOf } from '../actors/mock-callers.ts'
import type { Sandbox } from '../sandboxes/mock.ts'

type Sent = Parameters<ReplayTarget['send']>[0]
type Exchange = Awaited<ReturnType<ReplayTarget['send']>>

/**
 * A sandbox as the target of a scenario, without a socket. Waiting moves its clock and takes no real time. The server
 * goes on answering others meanwhile.
 */
export function sandboxTarget(sandbox: Sandbox, stopped: () => boolean): ReplayTarget {
  const { startTimer } = sandbox.mock.platform
  return {
    contract: sandbox.contract,
    url: '',
    actors: Object.fromEntries(callersOf(sandbox).map(({ name, headers }) => [name, headers])),
    kind: 'fresh',
    driver: {
      can: () => false,
      cause: async (event) => Promise.reject(new Error(`${event} cannot be triggered here`)),
    },
    salt: undefined,
    stopped,
    takeTurns: makeTurns(() => new Promise((resolve) => void startTimer(resolve, 0))),
    async send(sent, held) {
      // Without a socket it arrives whole.
      held?.begun()
      await held?.rest
      return asked(sandbox, sent)
    },
    async wait(seconds) {
      const body = JSON.stringify({ by: `PT${seconds}S` })
      await asked(sandbox, { method: 'POST', path: '/_understudy/clock/advance', headers: JSON_TYPE, body })
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }

async function asked(sandbox: Sandbox, sent: Sent): Promise<Exchange> {
  const { status, headers, body } = await sandbox.mock.answerIn(sandbox, {
    method: sent.method,
    target: sent.path,
    headers: lowerCase(sent.headers),
    body: new TextEncoder().encode(sent.body ?? ''),
  })
  const text = body ?? ''
  const json = text === '' ? undefined : jsonOf(text)
  return {
    answered: true,
    sent,
    received: { status, headers: lowerCase(headers), text, json, dateMs: undefined },
  }
}

const lowerCase = (headers: Sent['headers']) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
