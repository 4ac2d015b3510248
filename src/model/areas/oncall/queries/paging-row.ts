import { EVERYWHERE } from '../../../identity/identity.ts'
import type { Reader } from '../../../world/reader.ts'
import type { NotificationRule, PagingRow } from '../state/index.ts'
import { defaultEmailAtOnce, settingsPersonal } from '../statements/paging.ts'

/** The key of a user's paging settings: a gap decides between one per organization and one for all. */
export function pagingKey(context: Reader, org: string, userId: string): readonly [string, string] {
  const scope = context.gap('oncall.paging-scope') === 'organization' ? org : EVERYWHERE
  context.cite(settingsPersonal)
  return [scope, userId]
}

export const pagingRow = (context: Reader, org: string, userId: string): PagingRow | undefined =>
  context.get('PagingSettings', ...pagingKey(context, org, userId))

export interface Settings {
  readonly email: string | undefined
  readonly phone: string | undefined
  readonly rules: readonly NotificationRule[]
}

/** A user's paging settings; by default, email at once (Endpoints, On-call, operation 8). */
export function settingsOf(context: Reader, org: string, userId: string): Settings {
  const saved = pagingRow(context, org, userId)
  if (saved) return saved
  return { email: undefined, phone: undefined, rules: defaultRules(context) }
}

export function defaultRules(context: Reader): readonly NotificationRule[] {
  context.cite(defaultEmailAtOnce)
  return [{ channel: 'email', delaySeconds: 0 }]
}
