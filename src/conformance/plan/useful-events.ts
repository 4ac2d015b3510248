import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import { mayCauseEvent } from '../draw/events.ts'
import { SCRIPTS } from '../draw/scripts/index.ts'
import { ROOM, SWITCHES } from '../draw/switches.ts'
import type { Wish } from '../draw/walk.ts'

/** What a run would have a driver do, by its name in the control description, given what the profile leaves out. */
export function usefulEvents(contract: Contract): string[] {
  const { leaveOut } = contract.profile
  const operations = [...contract.operations.values()].filter(({ id }) => !leaveOut.includes(id))
  const areas = new Set(operations.map(({ area }) => area))
  const byId: ReadonlyMap<string, Operation> = new Map(
    [...operations, ...contract.doors.values()].map((operation) => [operation.id, operation]),
  )
  const walked = SCRIPTS.filter(({ area }) => areas.has(area)).flatMap(({ walks }) => (walks(byId) ?? []).flat())
  const room = ROOM.some(({ area }) => areas.has(area)) ? ['quotaChanges'] : []
  const switched = SWITCHES.filter(
    ({ areas: own, only }) =>
      own.some((area) => areas.has(area)) && (only ?? ['']).some((id) => id === '' || byId.has(id)),
  ).map(({ event }) => event)
  const drawn = [...contract.controlOperations.keys()].filter((event) =>
    mayCauseEvent({ can: (name) => name === event, cause: async () => undefined }, operations),
  )
  return [...new Set([...eventsOf(walked), ...room, ...switched, ...drawn])].sort()
}

const eventsOf = (wishes: readonly Wish[]): string[] =>
  wishes.flatMap((wish) => (wish.kind === 'event' ? [wish.event] : []))
