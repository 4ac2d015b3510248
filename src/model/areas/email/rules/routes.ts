import { checkedBody } from '../../../request/checked-body.ts'
import { refusal } from '../../../rules/rule.ts'
import { isArmed } from '../queries/domains/armed.ts'
import { isPattern, samePattern } from '../queries/domains/patterns.ts'
import { patternPerDomain } from '../statements/routes.ts'

const ROUTING = { checklist: ['EML-03'], where: 'Endpoints, Email, row 5', on: ['createRoute'] } as const

export const routeReferenceUnknown = refusal({
  ...ROUTING,
  id: 'email.route-reference-unknown',
  says: 'A route needs a domain and an endpoint of the organization; the status for others is open.',
  provenance: 'stated',
  stage: 'existence',
  status: 'email.unknown-reference-status',
  when: (context) => {
    const body = checkedBody<'createRoute'>(context)
    if (!body) return undefined
    const { org } = context.caller
    if (!context.get('EmailDomain', org, body.domainId)) return `there is no domain ${body.domainId}`
    return context.get('EmailWebhook', org, body.endpointId) ? undefined : `there is no endpoint ${body.endpointId}`
  },
})

export const receivingNotArmed = refusal({
  ...ROUTING,
  id: 'email.receiving-not-armed',
  says: 'A route on a domain that is not armed for receiving is refused: 409.',
  where: 'Endpoints, Email, row 5; Errors, Email routes POST',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  when: (context) => {
    const domain = context.get('EmailDomain', context.caller.org, checkedBody<'createRoute'>(context)?.domainId ?? '')
    return domain?.receiveState === 'none' ? 'receiving is not armed for this domain' : undefined
  },
})

export const receivingNotReady = refusal({
  ...ROUTING,
  id: 'email.receiving-not-ready',
  says: 'A route on a domain whose receiving is not verified may be refused.',
  where: 'Endpoints, Email, row 5 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 409,
  when: (context) => {
    const domain = context.get('EmailDomain', context.caller.org, checkedBody<'createRoute'>(context)?.domainId ?? '')
    if (!domain || domain.receiveState === 'none' || isArmed(context, domain)) return undefined
    return 'receiving is not ready for this domain'
  },
})

export const patternTaken = refusal({
  ...ROUTING,
  id: 'email.pattern-taken',
  says: 'A pattern can be used only once per domain: 409.',
  where: 'Endpoints, Email, row 5; Errors, Email routes POST',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  when: (context) => {
    const body = checkedBody<'createRoute'>(context)
    if (!body) return undefined
    const { domainId, pattern } = body
    const { org } = context.caller
    context.cite(patternPerDomain)
    for (const route of context.oldest('EmailRoute', 'pattern', org, domainId, pattern.toLowerCase()))
      if (samePattern(context, route.pattern, pattern)) return `the domain has the pattern ${pattern} already`
    return undefined
  },
})

export const patternMalformed = refusal({
  ...ROUTING,
  id: 'email.pattern-malformed',
  says: 'A pattern that is not a local part, a prefix followed by a star, or a star may be refused.',
  where: 'Resources, EmailRoute (nothing about others)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) => {
    const pattern = checkedBody<'createRoute'>(context)?.pattern
    if (pattern === undefined || isPattern(pattern)) return undefined
    return context.gap('email.invalid-pattern') === 'refuse' ? 'this is not a pattern' : undefined
  },
})

export const routeToDisabled = refusal({
  ...ROUTING,
  id: 'email.route-to-disabled',
  says: 'A route to a disabled endpoint may be refused.',
  where: 'Endpoints, Email, row 5 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'email.conflict-status',
  when: (context) => {
    const endpoint = context.get(
      'EmailWebhook',
      context.caller.org,
      checkedBody<'createRoute'>(context)?.endpointId ?? '',
    )
    if (!endpoint?.disabled) return undefined
    return context.gap('email.route-to-disabled') === 'refuse' ? 'the endpoint is disabled' : undefined
  },
})
