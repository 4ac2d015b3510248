import type { GapReader } from '../gaps/gap-reader.ts'
import { hostnameOf, isLoopback } from './host-names.ts'
import type { Answer, WireRequest } from './wire.ts'

/** An answer a browser hands to a front end of another origin, where the gap lets it. */
export function withCors(answer: Answer, request: WireRequest, ask: GapReader): Answer {
  const { origin } = request.headers
  if (origin === undefined) return answer
  const who = ask.gap('general.cors')
  const hostname = hostnameOf(origin)
  if (who === 'none' || (who === 'loopback' && !(hostname && isLoopback(hostname)))) return answer
  return { ...answer, headers: { ...answer.headers, ...corsHeaders(request, origin) } }
}

/** The origin is named, not starred, so that cookies may travel too. */
export function corsHeaders({ method, headers }: WireRequest, origin: string): Record<string, string> {
  const shared = {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers':
      'X-Understudy-Rules, X-Understudy-Gaps, X-Understudy-Entry, Preference-Applied, Allow, Location, ETag, Retry-After',
    Vary: 'Origin',
  }
  const asked = headers['access-control-request-method']
  if (method !== 'OPTIONS' || asked === undefined) return shared
  return {
    ...shared,
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? 'Content-Type, Authorization',
    'Access-Control-Max-Age': '600',
  }
}
