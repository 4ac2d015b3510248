import { isObject } from '../../contract/json.ts'
import { isLongAgo } from '../compare/long-ago.ts'
import type { Caused } from '../shadow/caused.ts'
import { rowsOf } from '../shadow/rows.ts'

/** The kinds of credentials that may be given an end though nobody asked for one: their expiresAt is optional. */
const ENDING = { 'registration-token': 'RegistrationToken', 'registry-key': 'RegistryKey' } as const

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
