import type { Contract } from '../../../contract/contract.ts'
import { successSchema } from '../../../contract/operations.ts'
import { type Look, ourItem, test } from './failed.ts'

/** Refused, or still in the closed state. */
export const leftClosedState: Look<'left-state'> = (failed) => {
  const { contract, finding, success } = failed
  const { entity, from, to } = finding
  const observed = observedField(contract, entity)
  if (!observed) return undefined
  if (contract.operations.get(finding.operation)?.does !== 'list')
    return [{ condition: `$statusCode >= 400 || $response.body#/${observed} == '${from}'` }]
  const item = ourItem(failed, ({ [observed]: state }) => state === to)
  return item && [success, test(`count(@.${item.list}[?${item.is} && @.${observed} == '${to}']) == 0`)]
}

/** A state that sets a field shows it. */
export const withoutField: Look<'state-without'> = ({ contract, finding, success }) => {
  const { entity, state, path: field } = finding
  const operation = contract.operations.get(finding.operation)
  if (!operation) return undefined
  if (operation.does !== 'list') return [success, { condition: `$response.body#/${field} != null` }]
  const [list] = Object.keys(successSchema(operation)?.properties ?? {})
  const observed = observedField(contract, entity)
  return list && observed
    ? [success, test(`count(@.${list}[?@.${observed} == '${state}' && !@.${field}]) == 0`)]
    : undefined
}

const observedField = ({ machines }: Contract, entity: string): string | undefined =>
  machines.find((machine) => machine.entity === entity && machine.observe !== null)?.observe ?? undefined
