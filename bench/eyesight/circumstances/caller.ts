import type { WireRequest } from '../../../stateful-mock/http/wire.ts'

/** The name of an actor of the mock, or that it is somebody with a token of their own. */
export function callerOf({ headers }: WireRequest): string {
  const [scheme, name = ''] = (headers.authorization ?? '').split(' ')
  if (scheme === '') return 'nobody'
  return /^[a-z-]{3,20}$/.test(name) ? name : 'a token'
}
