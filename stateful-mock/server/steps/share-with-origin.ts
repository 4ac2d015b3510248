import { corsHeaders } from '../../http/cors.ts'
import { hostnameOf, isLoopback } from '../../http/host-names.ts'
import type { SandboxStep } from './sandbox-exchange.ts'

/** Lets a browser hand an answer to a front end of another origin (CORS), where the gap allows it. */
export const shareWithOrigin: SandboxStep = (exchange, next) => {
  const answer = next(exchange)
  const { request, gaps } = exchange
  const { origin } = request.headers
  if (origin === undefined) return answer
  const who = gaps.read('general.cors')
  const hostname = hostnameOf(origin)
  if (who === 'none' || (who === 'loopback' && !(hostname && isLoopback(hostname)))) return answer
  return { ...answer, headers: { ...answer.headers, ...corsHeaders(request, origin) } }
}
