import type { Contract } from '../../contract/contract.ts'

type Machine = Contract['machines'][number]

const byEntity = new WeakMap<Contract['machines'], ReadonlyMap<string, readonly Machine[]>>()
const NONE: readonly Machine[] = []

/** The state tables of an entity whose state can be seen. */
export function machinesOf({ machines }: Contract, entity: string): readonly Machine[] {
  let grouped = byEntity.get(machines)
  if (!grouped) {
    grouped = Map.groupBy(
      machines.filter(({ observe }) => observe !== null),
      (machine) => machine.entity,
    )
    byEntity.set(machines, grouped)
  }
  return grouped.get(entity) ?? NONE
}
