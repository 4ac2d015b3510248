import { successSchema } from '../../../contract/operations.ts'
import { type Look, ourItem, test } from './failed.ts'

/** Refused, or still in the closed state. */
export const leftClosedState: Look = ({ contract, finding, sequence, body, success }) => {
  const [, entity, before, after] = /^(\w+) (\w+) -> (\w+)$/.exec(finding.subject) ?? []
  const observed = contract.machines.find((machine) => machine.entity === entity && machine.observe !== null)?.observe
  if (!observed) return undefined
  if (contract.operations.get(finding.operation)?.does !== 'list')
    return [{ condition: `$statusCode >= 400 || $response.body#/${observed} == '${before}'` }]
  const item = ourItem(contract, finding.operation, sequence, body, ({ [observed]: state }) => state === after)
  return item && [success, test(`count(@.${item.list}[?${item.is} && @.${observed} == '${after}']) == 0`)]
}

/** A state that sets a field shows it. */
export const withoutField: Look = ({ contract, finding, success }) => {
  const [, entity, field] = /^(\w+)\.(\w+)$/.exec(finding.subject) ?? []
  const [, state] = / is (\w+) without /.exec(finding.message) ?? []
  const observed = contract.machines.find((machine) => machine.entity === entity && machine.observe !== null)?.observe
  const operation = contract.operations.get(finding.operation)
  if (!field || !operation) return undefined
  if (operation.does !== 'list') return [success, { condition: `$response.body#/${field} != null` }]
  const [list] = Object.keys(successSchema(operation)?.properties ?? {})
  return list && observed
    ? [success, test(`count(@.${list}[?@.${observed} == '${state}' && !@.${field}]) == 0`)]
    : undefined
}
