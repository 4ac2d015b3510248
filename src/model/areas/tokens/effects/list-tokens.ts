import type { components } from '../../../../contract/generated/api.ts'
import type { EffectContext } from '../../../request/contexts.ts'
import { listed } from '../../../request/listed.ts'
import type { Effect } from '../../area.ts'
import { credentialOf } from '../queries/credential-of.ts'
import type { PersonalTokenRow, ScopeEntry } from '../state/index.ts'
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

function scopeView(context: Context, token: PersonalTokenRow) {
  const shown = token.narrowed || token.scope.length > 0 ? token.scope : unrestrictedView(context, token)
  return shown.map(({ role, roleName, resourceIds }) => ({ role, roleName, resourceIds: [...resourceIds] }))
}

function unrestrictedView(context: Context, { org, userId }: PersonalTokenRow): readonly ScopeEntry[] {
  const { role } = context.caller
  switch (context.gap('tokens.unrestricted-shown')) {
    case 'empty':
      return []
    case 'owner-role':
      return [{ role, roleName: role, resourceIds: [] }]
    case 'owner-grants':
      return (context.get('Membership', org, userId)?.grants ?? []).map((grant) => ({
        ...grant,
        roleName: context.get('IamRole', org, grant.role)?.name ?? grant.role,
      }))
  }
}
