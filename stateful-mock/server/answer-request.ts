import { answerApi } from '../api/answer-api.ts'
import { answerControl, answerControlIn } from '../control/answer-control.ts'
import { isControl } from '../control/control-prefix.ts'
import { GapReader } from '../gaps/gap-reader.ts'
import { cacheKey } from '../http/answer-cache.ts'
import { withCors } from '../http/cors.ts'
import { parseTarget } from '../http/request-target.ts'
import { sandboxAddressOf } from '../http/sandbox-address.ts'
import { type Answer, emptyAnswer, jsonAnswer, type WireRequest } from '../http/wire.ts'
import type { Mock, Sandbox } from '../sandboxes/mock.ts'
import { isRefused } from '../world/refused.ts'
import { answerDescription } from './api-description.ts'
import { answerConsole } from './console-files.ts'

/** An answer, and in which sandbox it was given, if in any. */
export interface Handled {
  readonly answer: Answer | Promise<Answer>
  readonly sandbox?: Sandbox
}

/** Any request, from what came in to what goes out. Never throws: a fault of ours is a 500 that says so. */
export function answerRequest(mock: Mock, request: WireRequest, onFault: (error: unknown) => void = () => {}): Handled {
  const failed = (error: unknown): Answer => {
    onFault(error)
    return jsonAnswer(500, { error: 'the mock itself has failed; this is a mistake in Understudy' })
  }
  try {
    const handled = inPlace(mock, request)
    const { answer } = handled
    return answer instanceof Promise ? { ...handled, answer: answer.catch(failed) } : handled
  } catch (error) {
    return { answer: failed(error) }
  }
}

function inPlace(mock: Mock, request: WireRequest): Handled {
  const place = sandboxAddressOf(request)
  if ('error' in place) return { answer: jsonAnswer(400, { error: place.error }) }
  if (isControl(place.request.target)) return { answer: answerControl(mock, place.request, place.name) }
  const sandbox = mock.sandboxes.use(place.name)
  if (isRefused(sandbox)) return { answer: jsonAnswer(sandbox.refused, { error: sandbox.error }) }
  const answer = answerIn(sandbox, place.request)
  return { sandbox, answer: place.prefix === '' ? answer : under(place.prefix, answer) }
}

/** Any request, in a sandbox that is at hand, and need not have a name. */
export const answerAnyIn = (sandbox: Sandbox, request: WireRequest): Answer | Promise<Answer> =>
  isControl(request.target) ? answerControlIn(sandbox, request) : answerIn(sandbox, request)

/** Any request but one to the control interface, in a sandbox. */
export function answerIn(sandbox: Sandbox, request: WireRequest): Answer {
  return recalled(sandbox, request) ?? remember(sandbox, request, withReasons(answerNew(sandbox, request), sandbox))
}

/** Whoever is sent elsewhere stays in the sandbox. */
function under(prefix: string, answer: Answer): Answer {
  const { Location: location } = answer.headers
  return location ? { ...answer, headers: { ...answer.headers, Location: prefix + location } } : answer
}

/** What was answered to the same read of the same world. */
function recalled(sandbox: Sandbox, request: WireRequest): Answer | undefined {
  const key = keyOf(sandbox, request)
  const { answerCache, holder } = sandbox
  return key === undefined ? undefined : answerCache.get(key, holder.glance, holder.gaps.version)
}

function remember(sandbox: Sandbox, request: WireRequest, answer: Answer): Answer {
  const key = answer.looked && keyOf(sandbox, request)
  const { answerCache, holder } = sandbox
  if (answer.looked && key !== undefined)
    answerCache.add(key, answer, answer.looked, holder.lastGlance, holder.gaps.version)
  return answer
}

/** Whether somebody stands in, or a fault strikes, depends on more than the answer tells. */
function keyOf(sandbox: Sandbox, request: WireRequest): string | undefined {
  return sandbox.defaultCredential === undefined && !sandbox.faults.any
    ? cacheKey(request, sandbox.significantHeaders())
    : undefined
}

function answerNew(sandbox: Sandbox, request: WireRequest): Answer {
  const { path } = parseTarget(request.target)
  if (request.method === 'OPTIONS' && path === '*') return emptyAnswer(204)
  const ask = new GapReader(sandbox.holder.gaps)
  const found =
    answerConsole(sandbox.contract, request.method, path) ??
    answerDescription(sandbox.contract, request.method, path) ??
    answerApi(sandbox, request, ask)
  return withCors(found, request, ask)
}

/** The reasons as headers, and the version where the gap wants it. */
function withReasons(answer: Answer, { holder, contract }: Sandbox): Answer {
  const { rules, gaps, entry } = answer.why
  const versionHeader = holder.gaps.value('general.version-header')
  const headers: Record<string, string> = { ...answer.headers }
  if (rules.length > 0) headers['X-Understudy-Rules'] = rules.join(', ')
  if (gaps.length > 0) headers['X-Understudy-Gaps'] = gaps.join(', ')
  if (entry !== undefined) headers['X-Understudy-Entry'] = String(entry)
  if (versionHeader !== null) headers[versionHeader] = String(contract.api.info.version)
  return { ...answer, headers }
}
