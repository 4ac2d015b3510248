import type { OperationId } from '../../../src/model/request/operation-types.ts'
import type { TestSandbox } from '../sandbox/fresh-sandbox.ts'
import { CHECKS } from './check.ts'
import type { ExpectedPage, ExpectedRequest, ExpectedWebhook, Waiting } from './sandbox-matchers.ts'
import type { Verdict } from './verdict.ts'

/** The runner's context of a matcher. */
interface State {
  readonly isNot?: boolean
  readonly timeout?: number
}

type Look = (sandbox: TestSandbox) => Promise<Verdict>

/** The matchers as `expect.extend` takes them. They wait as long as the runner's matchers do: with Vitest not at all. */
export const MATCHERS = {
  toHaveReceived(
    this: State,
    received: unknown,
    operation: OperationId,
    expected?: ExpectedRequest,
    waiting?: Waiting,
  ): Promise<Verdict> {
    return inTime(this, received, waiting, (sandbox) => CHECKS.toHaveReceived(sandbox, operation, expected))
  },
  toHavePaged(this: State, received: unknown, expected?: ExpectedPage, waiting?: Waiting): Promise<Verdict> {
    return inTime(this, received, waiting, (sandbox) => CHECKS.toHavePaged(sandbox, expected))
  },
  toHaveSentWebhook(this: State, received: unknown, expected?: ExpectedWebhook, waiting?: Waiting): Promise<Verdict> {
    return inTime(this, received, waiting, (sandbox) => CHECKS.toHaveSentWebhook(sandbox, expected))
  },
}

const EVERY_MS = 25

/** Looks again until the verdict is the wanted one, or the time is up. */
async function inTime(state: State, received: unknown, waiting: Waiting = {}, look: Look): Promise<Verdict> {
  const sandbox = asSandbox(received)
  const until = performance.now() + (waiting.timeout ?? state.timeout ?? 0)
  for (;;) {
    const verdict = await look(sandbox)
    if (verdict.pass !== Boolean(state.isNot) || performance.now() >= until) return verdict
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}

function asSandbox(received: unknown): TestSandbox {
  if (typeof received === 'object' && received !== null && 'requests' in received) return received as TestSandbox
  throw new TypeError('this matcher takes the sandbox of a test: expect(sandbox)')
}
