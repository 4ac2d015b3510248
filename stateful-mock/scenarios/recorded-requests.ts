import type { Logged } from '../http/request-log.ts'
import { sandboxAddressOf } from '../http/sandbox-address.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import { type Refused, refused } from '../world/refused.ts'
import type { RecordedEntry } from './recorded-journal.ts'

/** The requests of a scenario that changed nothing. */
export interface WantedRequests {
  readonly include?: 'changes' | 'refusals' | 'requests'
  /** In place of those: some, by their numbers in the request log. */
  readonly requests?: readonly number[]
  readonly fromEntry: number
  readonly toEntry: number
}

/** The journal with the wanted requests at their places: each after the entries that were there when it was answered. */
export function withRequests(
  sandbox: Sandbox,
  journal: readonly RecordedEntry[],
  wanted: WantedRequests,
): RecordedEntry[] | Refused {
  const missing = wanted.requests?.find((id) => !sandbox.requestLog.get(id))
  if (missing !== undefined) return refused(404, `there is no request ${missing} in the log`)
  const added = unchanging(sandbox)
    .filter((logged) => isWanted(logged, wanted))
    .map(recordedRequest)
  const all = [...journal, ...added]
  return all.sort((one, other) => one.entry - other.entry || Number(one.request ?? 0) - Number(other.request ?? 0))
}

/** Of the log, what happened on the way to the present: what was undone since is left out. */
function unchanging({ requestLog, holder }: Sandbox): Logged[] {
  let latest = holder.entries
  const kept: Logged[] = []
  for (const logged of requestLog.newestFirst()) {
    if (logged.entries > latest) continue
    latest = logged.entries
    if (logged.answer.why.entry === undefined) kept.push(logged)
  }
  return kept
}

function isWanted({ id, request, answer, entries }: Logged, wanted: WantedRequests): boolean {
  const { include = 'changes', requests, fromEntry, toEntry } = wanted
  const { operation, fault } = answer.why
  const happened = operation !== undefined && fault === undefined && request.headers.prefer === undefined
  if (!happened || request.body === undefined) return false
  if (requests) return requests.includes(id)
  const within = entries >= fromEntry - 1 && entries <= toEntry
  return within && include !== 'changes' && (include === 'requests' || answer.status >= 400)
}

function recordedRequest({ id, atMs, request, answer, entries }: Logged): RecordedEntry {
  const address = sandboxAddressOf(request)
  const { target } = 'error' in address ? request : address.request
  return {
    method: request.method,
    path: target,
    headers: request.headers,
    body: request.body ?? '',
    status: answer.status,
    answerHeaders: answer.headers,
    answer: answer.body ?? '',
    entry: entries,
    request: id,
    atMs,
  }
}
