import type { components } from '../../../../contract/generated/api.ts'
import type { EffectContext } from '../../../request/contexts.ts'
import { listed } from '../../../request/listed.ts'
import type { Effect } from '../../area.ts'
import { credentialOf } from '../queries/credential-of.ts'
import type { PersonalTokenRow } from '../state/index.ts'
import { keyOnce, ownTokensOnly } from '../statements/index.ts'

type Context = EffectContext<'listTokens'>

export const listTokens: Effect<'listTokens'> = (context) => {
  const shown = [...tokensInReach(context)].filter((token) => isListed(context, token))
  return { tokens: listed(context, shown, ({ name }) => name).map((token) => tokenView(context, token)) }
}

function tokensInReach(context: Context): Iterable<PersonalTokenRow> {
  context.cite(ownTokensOnly)
  return context.oldest('PersonalToken', 'user', context.caller.userId)
}

function isListed(context: Context, token: PersonalTokenRow): boolean {
  const itself = credentialOf(context, context.credential)?.tokenId
  if (itself !== undefined && itself !== token.id && context.gap('tokens.listed-for-token') === 'itself') return false
  if (token.org !== context.caller.org && context.gap('tokens.listed-organizations') === 'acting') return false
  return !hasExpired(context, token) || context.gap('tokens.expired-listed') === 'keep'
}

const hasExpired = ({ nowMs }: Context, { expiresAtMs }: PersonalTokenRow) =>
  expiresAtMs !== undefined && expiresAtMs <= nowMs

function tokenView(context: Context, token: PersonalTokenRow): components['schemas']['PersonalToken'] {
  const { id, name, start, createdAt, expiresAt, lastRequest, orgSlug } = token
  context.cite(keyOnce)
  return {
    id,
    name,
    start,
    enabled: token.enabled && (!hasExpired(context, token) || context.gap('tokens.enabled-when-expired')),
    createdAt,
    expiresAt,
    lastRequest,
    orgSlug,
    scope: scopeView(context, token),
  }
}

function scopeView(context: Context, { scope, narrowed }: PersonalTokenRow) {
  if (narrowed || scope.length > 0 || context.gap('tokens.unrestricted-shown') === 'empty')
    return scope.map(({ role, roleName, resourceIds }) => ({ role, roleName, resourceIds: [...resourceIds] }))
  const { role } = context.caller
  return [{ role, roleName: role, resourceIds: [] }]
}
