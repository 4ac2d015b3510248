import type { Contract } from '../../src/contract/contract.ts'
import { memo } from '../../src/contract/memo.ts'
import type { Operation } from '../../src/contract/operations.ts'
import { makeRoutes } from '../../src/contract/routes.ts'
import { parseTarget } from '../http/request-target.ts'
import type { WireRequest } from '../http/wire.ts'

export const controlRoutes = memo((contract: Contract) => makeRoutes(contract.controlOperations.values()))

/** The operation that a request to the control interface means, if any. */
export function controlOperationOf(
  contract: Contract,
  { method, target }: Omit<WireRequest, 'body'>,
): Operation | undefined {
  const match = controlRoutes(contract).match(method, parseTarget(target).path)
  return match.found === 'operation' ? match.operation : undefined
}
