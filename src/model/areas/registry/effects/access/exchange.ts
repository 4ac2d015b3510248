import type { EffectContext } from '../../../../request/contexts.ts'
import type { DoorCaller, Effect } from '../../../area.ts'
import { chosenText } from '../../queries/chosen-text.ts'
import { fittingRule } from '../../queries/exchange/fitting-rule.ts'
import { claimsOf, type IdTokenClaims } from '../../queries/exchange/id-token.ts'
import { registryAnywhere } from '../../queries/registry-of.ts'
import type { RegistryOidcRuleRow, RegistryRow } from '../../state/index.ts'
import { mintedViaOidc, shortLived } from '../../statements/exchange.ts'
import { mintKey } from './keys.ts'

type Context = EffectContext<'exchangeOidcToken'>

/** A caller without an identity: at the exchange and the data plane the credential is in the body. */
export const stranger: DoorCaller = () => ({
  userId: '',
  label: '',
  email: '',
  org: '',
  role: '',
  permissions: [],
  scope: undefined,
})

/** Trades an ID token for a short-lived key of the rule that fits it (Authentication, point 5). */
export const exchangeOidcToken: Effect<'exchangeOidcToken'> = (context) => {
  const registry = registryAnywhere(context, context.body.registry)
  if (!registry) throw new Error(`there is no registry ${context.body.registry}`)
  const claims = claimsOf(context.body.token)
  const rule = (claims && fittingRule(context, registry, claims)) ?? anyRule(context, registry)
  const endMs = context.nowMs + context.gap('registry.exchange-key-lifetime-seconds') * 1000
  context.cite(mintedViaOidc)
  context.cite(shortLived)
  const key = mintKey(context, {
    org: registry.org,
    registry: registry.slug,
    name: keyName(context, rule, claims),
    mode: rule?.mode ?? 'pull',
    repoPrefixes: rule?.repoPrefixes ?? [],
    reach: rule?.reach,
    mintedVia: 'oidc',
    expiresAtMs: endMs,
    ruleId: rule?.id,
  })
  const { keyId, secret, mode, expiresAt } = key
  return { keyId, secret, mode, expiresAt: expiresAt ?? context.fresh.time(endMs) }
}

/** Only for a world in which no rule needs to fit. */
function anyRule(context: Context, { org, slug }: RegistryRow): RegistryOidcRuleRow | undefined {
  const [first] = context.oldest('RegistryOidcRule', 'parent', org, slug)
  return first
}

function keyName(context: Context, rule: RegistryOidcRuleRow | undefined, claims: IdTokenClaims | undefined): string {
  const texts = { 'rule-name': rule?.name ?? '', subject: claims?.sub ?? '' }
  return chosenText(context.fill('registry.exchange-key-name'), texts)
}
