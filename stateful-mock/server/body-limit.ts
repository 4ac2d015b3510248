import { controlOperationOf } from '../control/control-operation.ts'
import { takesWorld } from '../control/takes-world.ts'
import { isControl } from '../http/control-prefix.ts'
import { sandboxAddressOf } from '../http/sandbox-address.ts'
import type { WireRequest } from '../http/wire.ts'
import type { Mock } from '../sandboxes/mock.ts'

/** The most bytes of a body that are read. */
export type BodyLimit = (request: Omit<WireRequest, 'body'>) => number

const MEGABYTE = 1024 * 1024
/** For a control request, and for one that brings a whole world. */
const CONTROL = MEGABYTE
const WHOLE_WORLD = 64 * MEGABYTE

/** The limit of the sandbox that a request is for, or the usual one. */
export function bodyLimitOf({ contract, sandboxes }: Mock): BodyLimit {
  return (request) => {
    const place = sandboxAddressOf(request)
    if ('error' in place) return 0
    if (isControl(place.request.target)) {
      const operation = controlOperationOf(contract, place.request)
      return operation && takesWorld(operation) ? WHOLE_WORLD : CONTROL
    }
    const sandbox =
      place.name === undefined ? sandboxes.defaultSandbox : (sandboxes.get(place.name) ?? sandboxes.defaultSandbox)
    return sandbox.holder.gaps.value('general.maximum-body-bytes')
  }
}
