import type { Contract } from '../contract/contract.ts'
import { dereference } from '../contract/dereference.ts'
import { type Operation, readOperations } from '../contract/operations.ts'
import type { SpecSource } from '../contract/source.ts'

const known = new WeakMap<SpecSource, ReadonlyMap<string, Operation>>()

/** The success status in the description itself, whatever a profile says. */
export function describedStatus({ source }: Contract, id: string): number | undefined {
  const operations =
    known.get(source) ??
    new Map([...readOperations(dereference(source.api)), ...readOperations(dereference(source.sideDoors))])
  known.set(source, operations)
  return operations.get(id)?.success.status
}
