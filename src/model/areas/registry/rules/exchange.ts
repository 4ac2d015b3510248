import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import { fittingRule } from '../queries/exchange/fitting-rule.ts'
import { claimsOf, type IdTokenClaims } from '../queries/exchange/id-token.ts'
import { registryAnywhere } from '../queries/registry-of.ts'

const registryAsked = (context: RefusalContext) =>
  registryAnywhere(context, checkedBody<'exchangeOidcToken'>(context)?.registry ?? '')

function claimsMade(context: RefusalContext): IdTokenClaims | undefined {
  const body = checkedBody<'exchangeOidcToken'>(context)
  return body && claimsOf(body.token)
}

const atExchange = (facts: Pick<Refusal, 'id' | 'says' | 'provenance' | 'stage' | 'when'>): Refusal =>
  refusal({
    ...facts,
    checklist: ['REG-21'],
    where: 'Authentication, point 5; Endpoints, Registries, 15',
    status: 'registry.exchange-refusal-status',
    on: ['exchangeOidcToken'],
  })

export const exchangeRegistryUnknown = atExchange({
  id: 'registry.exchange-registry-unknown',
  says: 'A token is not exchanged for an unknown registry; the status is open.',
  provenance: 'stated',
  stage: 'existence',
  when: (context) =>
    checkedBody(context) && !registryAsked(context) ? 'no access rule of such a registry fits this token' : undefined,
})

export const tokenUnreadable = atExchange({
  id: 'registry.exchange-token-unreadable',
  says: 'A token that is not an ID token, or cannot be verified, is not exchanged; the status is open.',
  provenance: 'stated',
  stage: 'authentication',
  when: (context) => (checkedBody(context) && !claimsMade(context) ? 'this is not an ID token' : undefined),
})

export const noRuleFits = atExchange({
  id: 'registry.exchange-no-rule',
  says: 'A token that matches no access rule of the registry is not exchanged; the status is open.',
  provenance: 'stated',
  stage: 'permission',
  when: (context) => {
    const [registry, claims] = [registryAsked(context), claimsMade(context)]
    if (!registry || !claims) return undefined
    return fittingRule(context, registry, claims) ? undefined : 'no access rule fits this token'
  },
})

export const tokenExpired = atExchange({
  id: 'registry.exchange-token-expired',
  says: 'An expired ID token may be refused.',
  provenance: 'assumed',
  stage: 'authentication',
  when: (context) => {
    const exp = claimsMade(context)?.exp
    if (exp === undefined || exp * 1000 > context.nowMs) return undefined
    return context.gap('registry.exchange-expired-token') === 'refuse' ? 'this ID token has expired' : undefined
  },
})
