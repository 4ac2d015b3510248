import type { OperationId } from '../../../src/model/request/operation-types.ts'
import type { ReceivedRequest } from '../steering/received-request.ts'
import { requestLine } from '../steering/request-line.ts'
import type { Page, SandboxLog, SentWebhook } from '../steering/sandbox-log.ts'
import type { ExpectedPage, ExpectedRequest, ExpectedWebhook } from './sandbox-matchers.ts'
import { type Verdict, verdictOn } from './verdict.ts'

/** One look at a sandbox for what a matcher wants to see there. */
export const CHECKS = {
  async toHaveReceived(sandbox: SandboxLog, operation: OperationId, expected: ExpectedRequest = {}): Promise<Verdict> {
    const { times, ...wanted } = expected
    const candidates = await sandbox.requests({ operation })
    return verdictOn<ReceivedRequest>({
      statement: `the sandbox to have received ${operation}`,
      candidates,
      expected: wanted,
      times,
      line: requestLine,
      instead: candidates.length > 0 ? '' : `it received ${tally(await sandbox.requests())}`,
    })
  },
  async toHavePaged(sandbox: SandboxLog, { times, ...expected }: ExpectedPage = {}): Promise<Verdict> {
    return verdictOn<Page>({
      statement: 'the sandbox to have sent a page',
      candidates: await sandbox.pages(),
      expected,
      times,
      line: ({ at, userId, channel, to, outcome }) => `${at} ${userId} by ${channel} to ${to}: ${outcome}`,
      instead: 'nobody was paged',
    })
  },
  async toHaveSentWebhook(sandbox: SandboxLog, { times, ...expected }: ExpectedWebhook = {}): Promise<Verdict> {
    return verdictOn<SentWebhook>({
      statement: 'the sandbox to have sent a webhook',
      candidates: await sandbox.webhooks(),
      expected,
      times,
      line: ({ at, url, attempt, status, error }) => `${at} POST ${url} (attempt ${attempt}) -> ${status ?? error}`,
      instead: 'it sent none',
    })
  },
}

/** The operations that were called, each with its number of calls. */
function tally(requests: readonly ReceivedRequest[]): string {
  const counts = new Map<string, number>()
  for (const { operationId, method, path } of requests) {
    const name = operationId ?? `${method} ${path}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  if (counts.size === 0) return 'no requests'
  return `only ${[...counts].map(([name, times]) => (times === 1 ? name : `${name} (${times} times)`)).join(', ')}`
}
