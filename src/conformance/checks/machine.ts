import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Thing } from '../compare/things.ts'
import type { Finding } from '../finding/finding.ts'
import { machinesOf } from '../shadow/machines.ts'
import { type Shadow, thingKey } from '../shadow/shadow.ts'

/**
 * What the state tables say, independent of the model: nothing leaves a closed state, and a state
 * that sets a field on the way in shows it. A missing row proves nothing.
 */
export function checkMachines(
  contract: Contract,
  operation: Operation,
  things: readonly Thing[],
  shadow: Shadow,
  org: string,
): Finding[] {
  return things.flatMap(({ entity, id, object }) =>
    machinesOf(contract, entity).flatMap((machine): Finding[] => {
      const state = object[machine.observe ?? '']
      if (typeof state !== 'string') return []
      const before = shadow.states.get(thingKey(entity, org, id))
      const closed = before === undefined ? undefined : machine.closed?.[before]
      const base = { severity: 'failure' as const, check: 'machine', operation: operation.id }
      if (closed && state !== before)
        return [
          {
            ...base,
            rules: [closed],
            subject: `${entity} ${before} -> ${state}`,
            message: `the ${entity} left the state ${before}`,
            expected: `${before} for good`,
            actual: state,
          },
        ]
      const missing = fieldsSetOnEntry(machine.rows, state).find(
        ({ field }) => object[field] === undefined || object[field] === null,
      )
      if (!missing) return []
      return [
        {
          ...base,
          rules: [missing.rule],
          subject: `${entity}.${missing.field}`,
          message: `the ${entity} is ${state} without ${missing.field}`,
          expected: `${missing.field} is set`,
          actual: 'it is not there',
        },
      ]
    }),
  )
}

/** Only what every way into the state sets, by a rule and not by a gap. */
function fieldsSetOnEntry(
  rows: Contract['machines'][number]['rows'],
  state: string,
): { field: string; rule: string }[] {
  const ways = rows.filter(({ to, from }) => to === state && !from.includes(state))
  const [first] = ways
  return (first?.sets ?? []).flatMap((field) =>
    first?.rule && ways.every(({ sets }) => sets?.includes(field)) ? [{ field, rule: first.rule }] : [],
  )
}
