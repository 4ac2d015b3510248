import { EVERYWHERE } from '../../../identity/identity.ts'
import type { EffectContext } from '../../../request/contexts.ts'
import { isSymbol } from '../../../world/fresh.ts'
import type { Effect } from '../../area.ts'
import { expiryOf } from '../queries/lifetime.ts'
import type { PersonalTokenRow } from '../state/index.ts'
import { boundToActingOrganization } from '../statements/index.ts'
import { type GrantedScope, grantedScope } from './granted-scope.ts'

type Context = EffectContext<'createToken'>

/** The key is a credential from now on, in the organization it was minted in (Authentication, point 2). */
export const createToken: Effect<'createToken'> = (context) => {
  const scope = grantedScope(context)
  const { id, key, orgSlug, expiresAtMs } = context.put('PersonalToken', mintedToken(context, scope))
  context.put('Credential', {
    id: key,
    org: EVERYWHERE,
    seq: context.serial(),
    userId: context.caller.userId,
    actingOrg: context.caller.org,
    enabled: true,
    expiresAtMs,
    scope: scope.works,
    tokenId: id,
    ownerGrants: context.get('Membership', context.caller.org, context.caller.userId)?.grants,
  })
  return { id, key, orgSlug }
}

function mintedToken(context: Context, { shown, works }: GrantedScope): PersonalTokenRow {
  const { caller, fresh, nowMs } = context
  const key = fresh.secret(context.gap('tokens.key-prefix'))
  const expiresAtMs = expiryOf(context)
  context.cite(boundToActingOrganization)
  return {
    id: fresh.id('PersonalToken'),
    org: caller.org,
    seq: context.serial(),
    name: context.body.name,
    start: startOf(key, context.fill('tokens.start')),
    enabled: true,
    createdAt: fresh.dateTime(nowMs),
    expiresAt: expiresAtMs === undefined ? context.fill('tokens.no-expiry') : fresh.dateTime(expiresAtMs),
    lastRequest: fresh.dateTime(context.gap('tokens.never-used') === 'created-at' ? nowMs : 0),
    orgSlug: caller.org,
    scope: shown,
    key,
    userId: caller.userId,
    narrowed: works !== undefined,
    expiresAtMs,
  }
}

/** The visible start of the key, by which people recognise it. A symbolic key has none yet. */
function startOf(key: string, length: number): string {
  return isSymbol(length) ? String(length) : key.slice(0, length)
}
