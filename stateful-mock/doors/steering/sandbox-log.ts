import type { Contract } from '../../../src/contract/contract.ts'
import type { components } from '../../../src/contract/generated/control.ts'
import { didYouMean } from '../../../src/contract/text/did-you-mean.ts'
import type { ControlClient } from './control-client.ts'
import { parsed, type ReceivedRequest, type RequestFilter, receivedRequests } from './received-request.ts'

type Schemas = components['schemas']

export type Page = Readonly<Schemas['Page']>
export type JournalEntry = Readonly<Schemas['JournalEntry']>
export type Difference = Readonly<Schemas['Difference']>

/** One attempt to deliver a webhook. */
export interface SentWebhook extends Readonly<Schemas['WebhookAttempt']> {
  /** The body, parsed. */
  readonly payload: unknown
}

/** The history of one world so far. Every list begins with the oldest. */
export interface SandboxLog {
  /** The requests that the API received, with headers, bodies and responses. */
  requests(filter?: RequestFilter): Promise<readonly ReceivedRequest[]>
  /** The webhooks that were sent, one for each attempt. */
  webhooks(): Promise<readonly SentWebhook[]>
  /** The pages that went out to people on call. */
  pages(): Promise<readonly Page[]>
  /** The inputs that changed the data: requests, outside events, timers, moves of the clock. */
  journal(): Promise<readonly JournalEntry[]>
  /** The things that were created, changed and removed since the world began. */
  changes(): Promise<readonly Difference[]>
}

export const sandboxLogOf = (contract: Contract, ask: ControlClient): SandboxLog => ({
  requests: async (filter = {}) => receivedRequests(ask, known(contract, filter)),
  webhooks: async () => {
    const { attempts } = (await ask('GET', '/webhook-deliveries')) as { attempts: readonly Schemas['WebhookAttempt'][] }
    return attempts.map((attempt) => ({ ...attempt, payload: parsed(attempt.body) }))
  },
  pages: async () => ((await ask('GET', '/pages')) as { pages: readonly Page[] }).pages,
  journal: () => wholeJournal(ask),
  changes: async () => ((await ask('GET', '/comparison')) as { differences: readonly Difference[] }).differences,
})

/** The filter; a name that no operation has would only ever find nothing. */
function known({ operations, doors }: Contract, filter: RequestFilter): RequestFilter {
  const names = [...operations.keys(), ...doors.keys()]
  const { operation } = filter
  if (operation !== undefined && !names.includes(operation))
    throw new RangeError(`there is no operation ${operation}${didYouMean(operation, names)}`)
  return filter
}

/** As many as one answer may have. */
const AT_A_TIME = 1_000

async function wholeJournal(ask: ControlClient): Promise<readonly JournalEntry[]> {
  const all: JournalEntry[] = []
  for (;;) {
    const next = `/journal/entries?from=${(all.at(-1)?.entry ?? 0) + 1}&limit=${AT_A_TIME}`
    const { entries } = (await ask('GET', next)) as { readonly entries: readonly JournalEntry[] }
    all.push(...entries)
    if (entries.length < AT_A_TIME) return all
  }
}
