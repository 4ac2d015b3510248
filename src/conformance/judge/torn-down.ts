import type { Contract } from '../../contract/contract.ts'
import { fire } from '../../model/advance.ts'
import type { ModelRequest } from '../../model/decide.ts'
import { everyRow } from '../../model/table/table.ts'
import { makeDraft } from '../../model/world/draft.ts'
import type { Thing } from '../compare/things.ts'
import { choicesFor } from '../explain/explain.ts'
import { isGone, rowsOf } from '../shadow/rows.ts'
import type { OtherWorld, Shadow } from '../shadow/shadow.ts'
import { MOST_LOOKS } from './rolling.ts'

/** A teardown takes its own time (row 5): what should be gone may still be seen, but not for ever. */
export function mayStillBeTornDown(shadow: Shadow, { operation, parameters }: ModelRequest): boolean {
  const { name = '' } = parameters
  const going = rowsOf(shadow.world, 'Cluster').some((row) => row.id === name && isGone(row))
  return operation.id === 'getCluster' && going && (shadow.looks.get(name) ?? 0) < MOST_LOOKS
}

/**
 * How long a teardown takes is not shown (Endpoints, Clusters, row 5), and it may be over for one cluster and not for
 * another: the world in which it is over for those that a list does not hold any more.
 */
export function tornDownMeanwhile(
  contract: Contract,
  shadow: Shadow,
  { operation }: ModelRequest,
  things: readonly Thing[],
  org: string,
): OtherWorld[] {
  if (operation.id !== 'listClusters') return []
  const listed = new Set(things.map(({ id }) => id))
  const leaving = rowsOf(shadow.world, 'Cluster').filter((row) => row.org === org && isGone(row) && !listed.has(row.id))
  const due = [...everyRow(shadow.world.tables.Due)].filter(
    ({ data }) => data.org === org && leaving.some(({ id }) => id === data.cluster),
  )
  if (due.length === 0) return []
  const draft = makeDraft(shadow.world, choicesFor(contract, shadow))
  for (const teardown of due) {
    draft.remove('Due', teardown.org, teardown.id)
    fire(draft, teardown)
  }
  return [{ world: draft.world, because: [] }]
}
