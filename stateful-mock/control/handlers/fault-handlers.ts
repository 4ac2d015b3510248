import { AREAS } from '../../../src/contract/areas.ts'
import type { Contract } from '../../../src/contract/contract.ts'
import { didYouMean } from '../../../src/contract/text/did-you-mean.ts'
import type { FaultRequest } from '../../faults/fault.ts'
import { type ControlHandler, done } from './control-handler.ts'

export const listFaults: ControlHandler = ({ faults }) => done({ faults: faults.list() })

export const armFault: ControlHandler = ({ contract, faults, holder, events }, { body }) => {
  const request = body as FaultRequest
  const unknown = unknownPlace(contract, request.where)
  if (unknown !== undefined) return { status: 404, error: unknown }
  const { latency } = request
  if (latency && 'minMs' in latency && latency.minMs > latency.maxMs)
    return { status: 400, error: 'minMs is more than maxMs' }
  const fault = faults.arm(request, holder.world.nowMs)
  events.publish('fault', () => ({ armed: fault }))
  return { status: 201, body: fault }
}

export const clearFaults: ControlHandler = ({ faults, events }) => {
  faults.clear()
  events.publish('fault', () => ({ disarmed: 'all' }))
  return { status: 204 }
}

export const disarmFault: ControlHandler = ({ faults, events }, { parameters: { id = '' } }) => {
  if (!faults.disarm(id)) return { status: 404, error: `no fault ${id} is armed` }
  events.publish('fault', () => ({ disarmed: id }))
  return { status: 204 }
}

function unknownPlace({ operations, doors }: Contract, where: FaultRequest['where']): string | undefined {
  const { operation, area } = where as { operation?: string; area?: string }
  if (operation !== undefined && !operations.has(operation) && !doors.has(operation))
    return `there is no operation ${operation}${didYouMean(operation, [...operations.keys(), ...doors.keys()])}`
  if (area !== undefined && !(AREAS as readonly string[]).includes(area))
    return `there is no area ${area}${didYouMean(area, AREAS)}`
  return undefined
}
