import { buildPath } from '../../src/contract/routes.ts'
import type { ModelRequest } from '../../src/model/request/request.ts'
import type { RecordedExchange } from '../../src/scenario/recording/recorded-exchange.ts'
import { credentialHeaders } from '../http/credential-transport.ts'
import type { Sandbox } from '../sandboxes/mock.ts'

/** What a proxy would have heard of an entry, with the entry's number. */
export interface RecordedEntry extends RecordedExchange {
  readonly entry: number
}

/** Time that passes between two inputs is told when it may matter: a minute, or anything in which something fell due. */
const LONG_MS = 60_000
const SHORT_MS = 1_000

/** The journal of a sandbox as if somebody had listened: requests, outside events and the passing of time. */
export function recordedJournal(sandbox: Sandbox, to: number): RecordedEntry[] {
  const { journal } = sandbox.holder
  const heard: RecordedEntry[] = []
  let toldMs = journal.stateAt(0).world.nowMs
  let moved = false
  const tellTime = (atMs: number, entry: number) => {
    const passed = atMs - toldMs
    if (passed >= (moved ? SHORT_MS : LONG_MS)) heard.push({ ...timePassed(passed), entry })
    toldMs = atMs
    moved = false
  }
  for (const { entry, number, outcome, answer } of journal.replayed(1, to)) {
    const { input, atMs } = entry
    if (input.kind === 'timer' || input.kind === 'clock') moved = true
    if (input.kind === 'request' && outcome?.kind === 'success') {
      tellTime(atMs, number)
      heard.push({ ...heardRequest(sandbox, input.request), ...answered(outcome.status, outcome.body), entry: number })
    }
    if (input.kind === 'event') {
      tellTime(atMs, number)
      const { path = '' } = sandbox.contract.controlOperations.get(input.name) ?? {}
      heard.push({ ...posted(path, input.body), ...answered(200, answer), entry: number })
    }
  }
  if (moved) tellTime(journal.stateAt(to).world.nowMs, to)
  return heard
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

function heardRequest({ holder }: Sandbox, request: ModelRequest) {
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
