import { answerControl } from '../control/control.ts'
import { CONTROL_PREFIX, isControl } from '../control/prefix.ts'
import type { Mock } from '../mock.ts'
import { answerApi } from './api.ts'
import { makeAsking } from './asking.ts'
import { withCors } from './cors.ts'
import { answerDescription } from './description.ts'
import { readKey } from './remembered.ts'
import { parseTarget } from './target.ts'
import { type Answer, emptyAnswer, jsonAnswer, type WireRequest } from './wire.ts'

/** Any request, from what came in to what goes out. Never throws: a fault of ours is a 500 that says so. */
export function handle(mock: Mock, request: WireRequest, onFault: (error: unknown) => void = () => {}): Answer {
  try {
    return recalled(mock, request) ?? remember(mock, request, withReasons(answer(mock, request), mock))
  } catch (error) {
    onFault(error)
    return jsonAnswer(500, { error: 'the mock itself has failed; this is a mistake in Understudy' })
  }
}

/** What was answered to the same read of the same world. */
function recalled(mock: Mock, request: WireRequest): Answer | undefined {
  const key = keyOf(mock, request)
  return key === undefined ? undefined : mock.remembered.recall(key, mock.holder.world, mock.holder.gaps.version)
}

function remember(mock: Mock, request: WireRequest, answer: Answer): Answer {
  const key = answer.looked && keyOf(mock, request)
  if (answer.looked && key !== undefined)
    mock.remembered.keep(key, answer, answer.looked, mock.holder.lookedAt, mock.holder.gaps.version)
  return answer
}

/** Whether somebody stands in depends on more than the answer tells. */
function keyOf(mock: Mock, request: WireRequest): string | undefined {
  return mock.standIn === undefined ? readKey(request, mock.tellingHeaders()) : undefined
}

function answer(mock: Mock, request: WireRequest): Answer {
  const { path } = parseTarget(request.target)
  if (isControl(path)) return answerControl(mock, request)
  const ask = makeAsking(mock.holder.gaps)
  if (request.method === 'OPTIONS' && path === '*') return emptyAnswer(204)
  const elsewhere = otherSandbox(request)
  if (elsewhere) return elsewhere
  const found = answerDescription(mock.contract, request.method, path) ?? answerApi(mock, request, ask)
  return withCors(found, request, ask)
}

/** Nobody's test may run in somebody else's world for want of sandboxes. */
function otherSandbox({ headers }: WireRequest): Answer | undefined {
  const name = headers['x-understudy-sandbox']
  if (name === undefined || name === 'default') return undefined
  return jsonAnswer(501, { error: `this mock has one world only; see ${CONTROL_PREFIX}/health` })
}

/** The reasons as headers, and the version where the gap wants it. */
function withReasons(answer: Answer, { holder, contract }: Mock): Answer {
  const { rules, gaps } = answer.why
  const versionHeader = holder.gaps.value('general.version-header')
  const headers: Record<string, string> = { ...answer.headers }
  if (rules.length > 0) headers['X-Understudy-Rules'] = rules.join(', ')
  if (gaps.length > 0) headers['X-Understudy-Gaps'] = gaps.join(', ')
  if (versionHeader !== null) headers[versionHeader] = String(contract.api.info.version)
  return { ...answer, headers }
}
