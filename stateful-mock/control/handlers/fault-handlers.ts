import { AREAS } from '../../../src/contract/areas.ts'
import type { Contract } from '../../../src/contract/contract.ts'
import { didYouMean } from '../../../src/contract/text/did-you-mean.ts'
import { namedActors } from '../../actors/mock-callers.ts'
import type { FaultRequest } from '../../faults/fault.ts'
import { mistakeIn } from '../../faults/mistake-in.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import { type ControlHandler, done } from './control-handler.ts'

export const listFaults: ControlHandler = ({ faults }) => done({ faults: faults.list() })

export const armFault: ControlHandler = (sandbox, { body }) => {
  const { contract, faults, holder, events } = sandbox
  const request = body as FaultRequest
  const unknown = unknownPlace(contract, request.where) ?? unknownCaller(sandbox, request.match?.actor)
  if (unknown !== undefined) return { status: 404, error: unknown }
  const mistake = mistakeIn(request)
  if (mistake !== undefined) return { status: 400, error: mistake }
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

function unknownCaller(sandbox: Sandbox, actor: string | undefined): string | undefined {
  const names = namedActors(sandbox).map(([name]) => name)
  if (actor === undefined || names.includes(actor)) return undefined
  return `there is no actor ${actor}${didYouMean(actor, names)}`
}
