import { isControl } from '../control/control-prefix.ts'
import { sandboxAddressOf } from '../http/sandbox-address.ts'
import type { WireRequest } from '../http/wire.ts'
import type { Mock } from '../sandboxes/mock.ts'

/** How much of a body is read. */
export type BodyLimit = (request: Omit<WireRequest, 'body'>) => number

/** A whole world may come in by the control interface. */
const WHOLE_WORLD = 256 * 1024 * 1024

/** What the sandbox that a request is for says, or the usual one. */
export function bodyLimitOf({ sandboxes }: Mock): BodyLimit {
  return (request) => {
    const place = sandboxAddressOf(request)
    if ('error' in place) return 0
    if (isControl(place.request.target)) return WHOLE_WORLD
    const sandbox =
      place.name === undefined ? sandboxes.defaultSandbox : (sandboxes.get(place.name) ?? sandboxes.defaultSandbox)
    return sandbox.holder.gaps.value('general.maximum-body-bytes')
  }
}
