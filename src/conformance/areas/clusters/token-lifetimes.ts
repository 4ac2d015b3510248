import type { Rows } from '../../../model/world/rows.ts'
import type { Excuse } from '../../checks/excuse.ts'
import { isLongAgo } from '../../compare/long-ago.ts'
import { rowsOf } from '../../shadow/rows.ts'

/**
 * True if a registration token may be over: it was given a time, which has no stated unit (Limits), or none, and then how
 * long it lasts is open. Expired ones may be dropped, and nobody can say when exactly.
 */
const mayBeOver = ({ expiresAtMs, createdAt }: Rows['RegistrationToken'], nowMs: number): boolean =>
  expiresAtMs === undefined ? isLongAgo(createdAt, nowMs) : expiresAtMs <= nowMs

/** Statuses for what is no longer there; for these none is stated. */
const GONE: ReadonlySet<number> = new Set([404, 410])
const ON_ONE: ReadonlySet<string> = new Set(['updateRegistrationToken', 'deleteRegistrationToken'])

/** A registration token that may be over by now need not be there any more. */
export const mayHaveExpired: Excuse = ({ operation, request, received }, { outcome, mismatches, seen }) => {
  const { world } = seen
  const isOver = (token: string | undefined) =>
    rowsOf(world, 'RegistrationToken').some(
      (row) => row.id === token && row.cluster === request.parameters.name && mayBeOver(row, world.nowMs),
    )
  const isListed =
    operation.id === 'listRegistrationTokens' &&
    mismatches.length > 0 &&
    mismatches.every((one) => one.code === 'lacks' && one.entity === 'RegistrationToken' && isOver(one.id))
  const isNamed = ON_ONE.has(operation.id) && GONE.has(received.status) && isOver(request.parameters.id)
  return outcome.kind === 'success' && (isListed || isNamed)
    ? { shadow: seen, inconclusive: `${operation.id}: a registration token may have expired` }
    : undefined
}
