import type { GapReader } from '../gaps/gap-reader.ts'
import { errorAnswer } from '../http/problem.ts'
import { parseTarget } from '../http/request-target.ts'
import type { Routed } from '../http/route.ts'
import { type Answer, emptyAnswer, type WireRequest } from '../http/wire.ts'
import { callerCredential, isValid } from '../sandboxes/caller-credential.ts'
import type { Sandbox } from '../sandboxes/mock.ts'

/** The answer to a request that means no operation. */
export function answerUnrouted(
  sandbox: Sandbox,
  request: WireRequest,
  routed: Exclude<Routed, { found: 'operation' }>,
  gaps: GapReader,
): Answer {
  const { path, query } = parseTarget(request.target)
  switch (routed.found) {
    case 'options':
      return emptyAnswer(204, { rules: [], gaps: [...gaps.consulted] }, { Allow: routed.methods.join(', ') })
    case 'elsewhere': {
      const location = query === '' ? routed.path : `${routed.path}?${query}`
      return emptyAnswer(308, { rules: [], gaps: [...gaps.consulted] }, { Location: location })
    }
    case 'wrong method': {
      const status = gaps.read('general.wrong-method-status')
      const methods = routed.methods.join(', ')
      const headers: Answer['headers'] = gaps.read('general.allow-header') ? { Allow: methods } : {}
      const message = `${shown(path)} does not support ${request.method}, only ${methods}`
      return errorAnswer({ status, code: 'wrong-method', message }, gaps, {}, headers)
    }
    case 'nothing':
      return unknownPath(sandbox, request, path, gaps)
  }
}

function unknownPath(sandbox: Sandbox, request: WireRequest, path: string, gaps: GapReader): Answer {
  if (gaps.read('general.unknown-path-unauthenticated') === 'unauthenticated') {
    if (!isValid(sandbox, callerCredential(sandbox, undefined, request.headers, gaps))) {
      const status = gaps.read('general.unauthenticated-status')
      return errorAnswer({ status, code: 'unauthenticated', message: 'unauthenticated' }, gaps)
    }
  }
  const status = gaps.read('general.unknown-path-status')
  return errorAnswer({ status, code: 'unknown-path', message: `nothing is at ${shown(path)}` }, gaps)
}

const shown = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path)
