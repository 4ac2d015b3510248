import { EVERYWHERE } from '../../../identity/identity.ts'
import { checkedBody } from '../../../request/checked-body.ts'
import { refusal } from '../../../rules/rule.ts'
import { isHostName, oneSpelling, plainlySpelt } from '../queries/domains/domain-names.ts'

const REGISTERING = { checklist: ['EML-04'], where: 'Endpoints, Email, row 8', on: ['createDomain'] } as const

export const nameClaimed = refusal({
  ...REGISTERING,
  id: 'email.name-claimed',
  says: 'A name that anyone has a live claim on cannot be registered: 409.',
  where: 'Endpoints, Email, row 8; Errors, Email domains POST',
  provenance: 'stated',
  stage: 'conflict',
  status: 409,
  when: (context) => {
    const name = checkedBody<'createDomain'>(context)?.name
    const claim = name !== undefined && context.get('EmailClaim', EVERYWHERE, oneSpelling(name))
    return claim ? `${name} is claimed already` : undefined
  },
})

export const nameMalformed = refusal({
  ...REGISTERING,
  id: 'email.name-malformed',
  says: 'An invalid domain name may be refused.',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) => {
    const name = checkedBody<'createDomain'>(context)?.name
    return name === undefined || isHostName(context, name) ? undefined : 'this is not a domain name'
  },
})

export const nameOddlySpelt = refusal({
  ...REGISTERING,
  id: 'email.name-oddly-spelt',
  says: 'A domain name with capital letters or a trailing dot may be refused.',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) => {
    const name = checkedBody<'createDomain'>(context)?.name
    if (name === undefined || plainlySpelt(name)) return undefined
    return context.gap('email.domain-spelling') === 'refuse'
      ? 'write it in small letters, without a final dot'
      : undefined
  },
})

export const routesLeft = refusal({
  id: 'email.routes-left',
  says: 'Deleting a domain that has routes may be refused.',
  checklist: ['EML-04'],
  where: 'Endpoints, Email, row 10 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'email.conflict-status',
  on: ['deleteDomain'],
  when: (context) => {
    const [route] = context.oldest('EmailRoute', 'domain', context.caller.org, context.named('EmailDomain')?.id ?? '')
    return route && context.gap('email.delete-domain-routes') === 'refuse' ? 'the domain has routes' : undefined
  },
})

export const keysLeft = refusal({
  id: 'email.keys-left',
  says: 'Deleting a domain that a send key is limited to may be refused.',
  checklist: ['EML-04'],
  where: 'Endpoints, Email, row 10 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'email.conflict-status',
  on: ['deleteDomain'],
  when: (context) => {
    if (context.gap('email.delete-domain-keys') !== 'refuse') return undefined
    const { id = '' } = context.named('EmailDomain') ?? {}
    const keys = Iterator.from(context.oldest('EmailSendKey', 'live', context.caller.org))
    return keys.some(({ domainIds }) => domainIds.includes(id)) ? 'a send key is limited to the domain' : undefined
  },
})

export const checkPending = refusal({
  id: 'email.check-pending',
  says: 'Forcing a check while one is pending may be refused.',
  checklist: ['EML-07'],
  where: 'Endpoints, Email, row 12 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'email.conflict-status',
  on: ['checkDomain'],
  when: (context) =>
    context.named('EmailDomain')?.forcedDue !== undefined && context.gap('email.repeat-check') === 'refuse'
      ? 'a check is scheduled already'
      : undefined,
})

export const armedTooEarly = refusal({
  id: 'email.armed-too-early',
  says: 'Arming a domain that is not verified for sending may be refused.',
  checklist: ['EML-08'],
  where: 'Endpoints, Email, row 13 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'email.conflict-status',
  on: ['armDomainReceiving'],
  when: (context) => {
    const domain = context.named('EmailDomain')
    if (!domain || domain.sendState === 'verified') return undefined
    return context.gap('email.arm-before-send') === 'refuse' ? 'the domain is not verified for sending' : undefined
  },
})
