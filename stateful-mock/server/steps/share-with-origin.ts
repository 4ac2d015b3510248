import { corsHeaders } from '../../http/cors.ts'
import { mayUse } from '../../http/page-origin.ts'
import type { SandboxStep } from './sandbox-exchange.ts'

/** Lets a browser hand an answer to a front end of another origin (CORS), where the gap allows it. */
export const shareWithOrigin: SandboxStep = (exchange, next) => {
  const answer = next(exchange)
  const { request, gaps, sandbox } = exchange
  const { origin } = request.headers
  if (origin === undefined || !mayUse(origin, gaps.read('general.cors'), sandbox.mock.allowedHosts)) return answer
  return { ...answer, headers: { ...answer.headers, ...corsHeaders(request, origin) } }
}
