import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { mayCauseEvent } from '../draw/events.ts'
import { shows } from '../kit/switch.ts'
import { opening, scripted } from './scripted.ts'
import { areasOf, raisedQuotas } from './switched.ts'

/** The outside events that a run over these operations would trigger, by their names in the control description. */
export function usefulEvents(contract: Contract, operations: readonly Operation[] = notLeftOut(contract)): string[] {
  const areas = areasOf(operations)
  const byId = new Map([...operations, ...contract.doors.values()].map((operation) => [operation.id, operation]))
  const walked = [
    ...scripted(areas, byId, false).flat(),
    ...opening(areas, byId).flat(),
    ...raisedQuotas(operations),
  ].flatMap((goal) => (goal.kind === 'event' ? [goal.event] : []))
  const switched = areas
    .flatMap((area) => AREA_JUDGES[area].switches)
    .filter((one) => operations.some((operation) => shows(operation, one)))
    .map(({ event }) => event)
  const drawn = [...contract.controlOperations.keys()].filter((event) =>
    mayCauseEvent((name) => name === event, operations),
  )
  return [...new Set([...walked, ...switched, ...drawn])].sort()
}

const notLeftOut = ({ operations, profile }: Contract): Operation[] =>
  [...operations.values()].filter(({ id }) => !profile.leaveOut.includes(id))
