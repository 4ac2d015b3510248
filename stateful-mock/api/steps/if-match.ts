import type { ModelRequest } from '../../../src/model/decide.ts'
import type { GapReader } from '../../gaps/gap-reader.ts'
import type { Problem } from '../../http/problem.ts'
import { parseTarget } from '../../http/request-target.ts'
import { route } from '../../http/route.ts'
import type { WireRequest } from '../../http/wire.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import { etagOf, holdsTag } from './etag.ts'

/**
 * What is wrong with a write that names a tag, where If-Match counts: what is there now has another (RFC 9110,
 * 13.1.1). Only what could be done otherwise is looked at, and only where the path can also be read.
 */
export function ifMatchProblem(
  sandbox: Sandbox,
  request: WireRequest,
  meant: ModelRequest,
  ask: GapReader,
): Problem | undefined {
  const asked = request.headers['if-match']
  if (asked === undefined || request.method === 'GET' || request.method === 'HEAD') return undefined
  if (ask.gap('general.if-match') === 'ignore' || sandbox.holder.consider(meant).kind === 'refused') return undefined
  const tag = presentTag(sandbox, request, meant, ask)
  if (tag === undefined || holdsTag(asked, tag)) return undefined
  return { status: 412, code: 'precondition-failed', message: 'what is there now is not what If-Match names' }
}

function presentTag(
  sandbox: Sandbox,
  { target }: WireRequest,
  meant: ModelRequest,
  ask: GapReader,
): string | undefined {
  const read = route(sandbox.contract, 'GET', parseTarget(target).path, ask)
  if (read.found !== 'operation') return undefined
  const { operation, parameters } = read
  const outcome = sandbox.holder.consider({ ...meant, operation, parameters, query: {}, body: undefined })
  return outcome.kind === 'success' ? etagOf(JSON.stringify(outcome.body)) : undefined
}
