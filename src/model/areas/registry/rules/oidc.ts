import { checkedBody } from '../../../request/checked-body.ts'
import { refusal } from '../../../rules/rule.ts'
import { rulesFor } from '../queries/access/rules-for.ts'
import { isReadable } from '../queries/exchange/subject-pattern.ts'

export const issuerScheme = refusal({
  id: 'registry.issuer-scheme',
  says: 'An issuer whose URI scheme is not allowed may be refused.',
  checklist: ['REG-15'],
  where: 'Endpoints, Registries, 15 (a URI; no scheme is stated)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['createOidcRule'],
  when: (context) => {
    const issuer = checkedBody<'createOidcRule'>(context)?.issuer
    if (issuer === undefined) return undefined
    const [scheme = ''] = issuer.split(':')
    const schemes = context.gap('registry.oidc-issuer-schemes')
    return schemes.includes(scheme.toLowerCase()) ? undefined : `an issuer starts with ${schemes.join(' or ')}`
  },
})

export const patternMeaningless = refusal({
  id: 'registry.pattern-meaningless',
  says: 'A malformed subject pattern may be refused.',
  checklist: ['REG-15'],
  where: 'Endpoints, Registries, 15 (the language is not stated)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['createOidcRule'],
  when: (context) => {
    const pattern = checkedBody<'createOidcRule'>(context)?.subjectPattern
    if (pattern === undefined) return undefined
    return isReadable(pattern, context.gap('registry.subject-pattern-language'))
      ? undefined
      : 'this subject pattern cannot be read'
  },
})

export const ruleTwice = refusal({
  id: 'registry.oidc-rule-twice',
  says: 'A second rule for the same issuer, audience and subject pattern may be refused.',
  checklist: ['REG-15'],
  where: 'Endpoints, Registries, 15 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'general.taken-name-status',
  on: ['createOidcRule'],
  when: (context) => {
    const asked = checkedBody<'createOidcRule'>(context)
    const registry = context.named('Registry')
    const alike = asked && registry ? rulesFor(context, registry, asked) : []
    return alike.length > 0 && context.gap('registry.duplicate-oidc-rule') === 'refuse'
      ? 'there is such a rule already'
      : undefined
  },
})
