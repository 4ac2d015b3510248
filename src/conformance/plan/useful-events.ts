import type { Contract } from '../../contract/contract.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { mayCauseEvent } from '../draw/events.ts'
import { scripted } from './scripted.ts'
import { areasOf, raisedQuotas, shows } from './switched.ts'

/** What a run would have a driver do, by its name in the control description, given what the profile leaves out. */
export function usefulEvents(contract: Contract): string[] {
  const { leaveOut } = contract.profile
  const operations = [...contract.operations.values()].filter(({ id }) => !leaveOut.includes(id))
  const areas = areasOf(operations)
  const byId = new Map([...operations, ...contract.doors.values()].map((operation) => [operation.id, operation]))
  const walked = [...scripted(areas, byId, false).flat(), ...raisedQuotas(operations)].flatMap((goal) =>
    goal.kind === 'event' ? [goal.event] : [],
  )
  const switched = areas
    .flatMap((area) => AREA_JUDGES[area].switches)
    .filter((one) => operations.some((operation) => shows(operation, one)))
    .map(({ event }) => event)
  const drawn = [...contract.controlOperations.keys()].filter((event) =>
    mayCauseEvent((name) => name === event, operations),
  )
  return [...new Set([...walked, ...switched, ...drawn])].sort()
}
