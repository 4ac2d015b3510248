import type { Excuse } from '../../checks/excuse.ts'
import { isLongAgo } from '../../compare/long-ago.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** A key that was minted by hand may have been given an end, and need not be listed after it (Resources, RegistryKey). */
export const keyMayHaveEnded: Excuse = ({ operation, request, received }, { outcome, mismatches, seen }) => {
  const { world } = seen
  const isOver = (key: unknown) =>
    rowsOf(world, 'RegistryKey').some((row) => row.keyId === key && isLongAgo(row.createdAt, world.nowMs))
  const isListed =
    operation.id === 'listRegistryKeys' &&
    mismatches.length > 0 &&
    mismatches.every((one) => one.code === 'lacks' && one.entity === 'RegistryKey' && isOver(one.id))
  const isNamed = operation.id === 'revokeRegistryKey' && ENDED.has(received.status) && isOver(request.parameters.keyId)
  return outcome.kind === 'success' && (isListed || isNamed)
    ? { shadow: seen, inconclusive: `${operation.id}: a key may have expired` }
    : undefined
}

const ENDED: ReadonlySet<number> = new Set([404, 409, 410])
