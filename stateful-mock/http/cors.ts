import type { WireRequest } from './wire.ts'

/** The headers that let a browser hand an answer to pages of an origin. It is named, not starred: cookies may travel too. */
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
