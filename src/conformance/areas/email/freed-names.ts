import { isObject } from '../../../contract/json.ts'
import { type Check, NOTHING_FOUND } from '../../checks/check.ts'
import type { Excuse } from '../../checks/excuse.ts'
import { isSuccess } from '../../shadow/answered.ts'
import { memoryOf } from '../../shadow/memories.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** Finds nothing wrong: it remembers the names of domains that were deleted, and when. */
export const freedNames: Check<ReadonlyMap<string, number>> = {
  name: 'freed',
  provenance: 'implied',
  start: new Map(),
  look(answered, memory) {
    const { operation, request, shadow, org } = answered
    if (operation.id !== 'deleteDomain' || !isSuccess(answered)) return { found: NOTHING_FOUND, memory }
    const domain = rowsOf(shadow.world, 'EmailDomain').find(
      (row) => row.org === org && row.id === request.parameters.id,
    )
    return {
      found: NOTHING_FOUND,
      memory: domain ? new Map(memory).set(domain.name, shadow.world.nowMs) : memory,
    }
  },
}

/** What the mail provider takes to forget an identity; nobody waits that long for a name that is free at once. */
const A_WHILE_MS = 600_000

/**
 * A name is free when its domain has gone, but identities belong to the mail provider (Endpoints, Email, row 8), and clearing
 * one there may take a while.
 */
export const mayStillBeClaimed: Excuse = ({ operation, request, received }, { outcome, seen }) => {
  if (operation.id !== 'createDomain' || received.status !== 409 || outcome.kind !== 'success') return undefined
  const name = isObject(request.body) ? String(request.body.name) : ''
  const freedMs = memoryOf(seen, freedNames).get(name)
  return freedMs !== undefined && seen.world.nowMs - freedMs < A_WHILE_MS
    ? { shadow: seen, inconclusive: 'createDomain answered 409: the claim of a deleted domain may not have ended' }
    : undefined
}
