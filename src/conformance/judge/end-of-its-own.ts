import { isObject } from '../../contract/json.ts'
import { instantOf } from '../../model/world/fresh.ts'
import { momentOf } from '../compare/moment.ts'
import type { Caused } from '../shadow/caused.ts'
import { rowsOf } from '../shadow/rows.ts'

/** The kinds of credentials that may be given an end though nobody asked for one: their expiresAt is optional. */
const ENDING = { 'registration-token': 'RegistrationToken', 'registry-key': 'RegistryKey' } as const

/** A credential that is given an end lasts this long at least. */
const SURELY_MS = 15 * 60_000

/** True if what was made then and was given an end may have come to it; also if that cannot be read. */
export const isLongAgo = (createdAt: unknown, nowMs: number): boolean =>
  nowMs - (instantOf(String(createdAt)) ?? momentOf(createdAt) ?? 0) > SURELY_MS

/** True if a credential that nobody gave an end may have come to one by now: how long it lasts is open then. */
export function mayHaveEnded({ shadow, event, body }: Caused): boolean {
  if (event !== 'credentialUsed' || !isObject(body)) return false
  const [, table] = Object.entries(ENDING).find(([kind]) => kind === body.kind) ?? []
  const { nowMs } = shadow.world
  return (
    table !== undefined &&
    rowsOf(shadow.world, table).some(({ id, createdAt }) => id === body.id && isLongAgo(createdAt, nowMs))
  )
}
