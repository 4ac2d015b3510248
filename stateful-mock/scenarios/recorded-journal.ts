import { buildPath } from '../../src/contract/routes.ts'
import type { ModelRequest } from '../../src/model/request/request.ts'
import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { credentialHeaders } from '../http/credential-transport.ts'
import type { Sandbox } from '../sandboxes/mock.ts'

/** A journal entry as a proxy would have recorded it, with its number. */
export interface RecordedEntry extends RecordedExchange {
  /** Of a request that changed nothing: the last entry before it. */
  readonly entry: number
  /** The number of such a request in the request log. */
  readonly request?: number
}

/** The least time between two inputs that is recorded as a step: short if timers fired or the clock was moved. */
const LONG_MS = 60_000
const SHORT_MS = 1_000

/** The journal of a sandbox as exchanges: requests, outside events and the passing of time. */
export async function recordedJournal(
  sandbox: Sandbox,
  to: number,
  takeTurns: () => Promise<void>,
): Promise<RecordedEntry[]> {
  const { journal } = sandbox.holder
  const recorded: RecordedEntry[] = []
  let recordedMs = journal.stateAt(0).world.nowMs
  let moved = false
  const recordTime = (atMs: number, entry: number) => {
    const passed = atMs - recordedMs
    if (passed >= (moved ? SHORT_MS : LONG_MS)) recorded.push({ ...timePassed(passed), entry })
    recordedMs = atMs
    moved = false
  }
  for (const { entry, number, outcome, answer } of journal.replayed(1, to)) {
    await takeTurns()
    const { input, atMs } = entry
    if (input.kind === 'timer' || input.kind === 'clock') moved = true
    if (input.kind === 'request' && outcome?.kind === 'success') {
      recordTime(atMs, number)
      recorded.push({
        ...requestOf(sandbox, input.request),
        ...answered(outcome.status, outcome.body),
        entry: number,
        atMs,
      })
    }
    if (input.kind === 'event') {
      recordTime(atMs, number)
      const { path = '' } = sandbox.contract.controlOperations.get(input.name) ?? {}
      recorded.push({ ...posted(path, input.body), ...answered(200, answer), entry: number })
    }
  }
  if (moved) recordTime(journal.stateAt(to).world.nowMs, to)
  return recorded
}

const answered = (status: number, body: unknown) => ({
  status,
  answerHeaders: {},
  answer: body === undefined ? '' : JSON.stringify(body),
})

const posted = (path: string, body: unknown) => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

const timePassed = (ms: number) => ({
  ...posted('/_understudy/clock/advance', { by: `PT${Math.ceil(ms / 1000)}S` }),
  ...answered(200, {}),
})

function requestOf({ holder }: Sandbox, request: ModelRequest) {
  const { operation, parameters, query, body, credential } = request
  const search = new URLSearchParams(query)
  const transport = holder.gaps.value('general.credential-transport')
  const headers = credential === undefined ? {} : credentialHeaders(credential, transport)
  return {
    method: operation.method,
    path: buildPath(operation, parameters) + (search.size > 0 ? `?${search}` : ''),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: body === undefined ? '' : JSON.stringify(body),
  }
}
