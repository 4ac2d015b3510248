import { isControl } from '../http/control-prefix.ts'
import { sandboxAddressOf } from '../http/sandbox-address.ts'
import { type Answer, jsonAnswer, type WireRequest } from '../http/wire.ts'
import { StorageError } from '../journal/storage-error.ts'
import type { Mock, Sandbox } from '../sandboxes/mock.ts'
import { isRefused } from '../world/refused.ts'
import { answerInTime } from './answer-in-sandbox.ts'
import { withControl } from './control-when-needed.ts'
import { crossSiteRefusal } from './refuse-cross-site.ts'

/** An answer, and the sandbox it was given in, if in any. */
export interface Handled {
  readonly answer: Answer | Promise<Answer>
  readonly sandbox?: Sandbox
}

/** Any request, from what came in to what goes out. Never throws: a mistake in the mock is a 500 that says so. */
export function answerRequest(mock: Mock, request: WireRequest, onFault: (error: unknown) => void = () => {}): Handled {
  try {
    const handled = answerAtAddress(mock, request)
    const { answer } = handled
    return answer instanceof Promise
      ? { ...handled, answer: answer.catch((error) => failureAnswer(error, onFault)) }
      : handled
  } catch (error) {
    return { answer: failureAnswer(error, onFault) }
  }
}

function failureAnswer(error: unknown, onFault: (error: unknown) => void): Answer {
  if (error instanceof StorageError) return jsonAnswer(503, { error: error.message })
  onFault(error)
  return jsonAnswer(500, { error: 'internal error in the mock; please report it as a bug in Understudy' })
}

function answerAtAddress(mock: Mock, request: WireRequest): Handled {
  const address = sandboxAddressOf(request)
  if ('error' in address) return { answer: jsonAnswer(400, { error: address.error }) }
  const crossSite = crossSiteRefusal(mock, address)
  if (crossSite !== undefined) return { answer: jsonAnswer(403, { error: crossSite }) }
  if (isControl(address.request.target))
    return { answer: withControl(({ answerControl }) => answerControl(mock, address.request, address.name)) }
  const sandbox = mock.sandboxes.use(address.name)
  if (isRefused(sandbox)) return { answer: jsonAnswer(sandbox.refused, { error: sandbox.error }) }
  const answer = answerInTime(sandbox, address.request)
  return { sandbox, answer: address.prefix === '' ? answer : withinPrefix(address.prefix, answer) }
}

/** Any request in a given sandbox, which need not have a name. */
export const answerAnyIn = (sandbox: Sandbox, request: WireRequest): Answer | Promise<Answer> =>
  isControl(request.target)
    ? withControl(({ answerControlIn }) => answerControlIn(sandbox, request))
    : answerInTime(sandbox, request)

/** The answer; a redirect stays in the sandbox. */
function withinPrefix(prefix: string, answer: Answer | Promise<Answer>): Answer | Promise<Answer> {
  if (answer instanceof Promise) return answer.then((given) => withinPrefix(prefix, given))
  const { Location: location } = answer.headers
  return location?.startsWith('/') ? { ...answer, headers: { ...answer.headers, Location: prefix + location } } : answer
}
