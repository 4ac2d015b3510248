import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { isJustAsAsked, rulesFor } from '../../queries/access/rules-for.ts'
import { takePrefixes } from '../../queries/prefixes.ts'
import { oidcRuleView } from '../../queries/views.ts'
import { ruleAsGiven } from '../../statements/oidc.ts'
import { revoke } from './keys.ts'

export const listOidcRules: Effect<'listOidcRules'> = (context) => {
  const { org, slug } = context.the('Registry')
  const rules = listed(context, context.oldest('RegistryOidcRule', 'parent', org, slug), ({ name }) => name)
  return { rules: rules.map(oidcRuleView) }
}

export const createOidcRule: Effect<'createOidcRule'> = (context) => {
  const { name, issuer, audience, subjectPattern, mode, repoPrefixes } = context.body
  context.cite(ruleAsGiven)
  const before = rulesFor(context, context.the('Registry'), context.body).find((row) =>
    isJustAsAsked(row, context.body),
  )
  if (before && context.gap('registry.duplicate-oidc-rule') === 'same') return oidcRuleView(before)
  const number = context.fresh.number('RegistryOidcRule')
  const rule = context.put('RegistryOidcRule', {
    id: String(number),
    number,
    org: context.caller.org,
    seq: context.serial(),
    registry: context.the('Registry').slug,
    name: name ?? context.fill('registry.oidc-rule-default-name'),
    issuer,
    audience,
    subjectPattern,
    mode,
    ...takePrefixes(context, repoPrefixes),
    createdAt: context.fresh.time(context.nowMs),
  })
  return oidcRuleView(rule)
}

export const deleteOidcRule: Effect<'deleteOidcRule'> = (context) => {
  const { org, registry, id } = context.the('RegistryOidcRule')
  const minted = [...context.oldest('RegistryKey', 'rule', org, registry, id)].filter(({ revoked }) => !revoked)
  if (minted.length > 0 && context.gap('registry.deleted-rule-keys') === 'revoke')
    for (const key of minted) revoke(context, key)
  context.remove('RegistryOidcRule', org, registry, id)
  return undefined
}
