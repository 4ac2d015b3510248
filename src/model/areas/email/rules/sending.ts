import { checkedBody } from '../../../request/checked-body.ts'
import { refusal } from '../../../rules/rule.ts'
import { bareAddress, isAddress } from '../queries/addresses.ts'
import { sendKeyOf } from '../queries/sending/send-key-of.ts'
import * as why from '../queries/sending/why-not.ts'

const SENDING = { stage: 'conflict', on: ['sendMessage'], status: 'email.send-refused-status' } as const

export const keyRevoked = refusal({
  id: 'email.key-revoked',
  says: 'A revoked send key can no longer send; the status is open.',
  checklist: ['EML-02'],
  where: 'Endpoints, Email, row 3; States, switches',
  provenance: 'stated',
  stage: 'authentication',
  status: 'email.send-key-status',
  on: ['sendMessage'],
  when: (context) => (sendKeyOf(context, context.credential)?.revoked ? 'this send key is revoked' : undefined),
})

export const sendAddressInvalid = refusal({
  id: 'email.send-address-invalid',
  says: 'A message has a sender and at least one recipient; each is an address, with or without a name.',
  checklist: ['EML-20'],
  where: 'Resources, EmailMessage (what makes an address is not said)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['sendMessage'],
  when: (context) => {
    const body = checkedBody<'sendMessage'>(context)
    if (!body) return undefined
    if (body.to.length === 0) return 'to must not be empty'
    const odd = [body.from, ...body.to, ...(body.cc ?? [])].find((address) => !isAddress(bareAddress(address)))
    return odd === undefined ? undefined : `${odd} is not an email address`
  },
})

export const senderOfAnother = refusal({
  ...SENDING,
  id: 'email.sender-of-another',
  says: 'Mail cannot be sent from a domain of another organization; the status is open.',
  checklist: ['EML-02', 'GEN-04'],
  where: 'Conventions; Endpoints, Email, row 2',
  provenance: 'stated',
  when: (context) => why.senderOfAnother(context, why.sendingAsked(context)),
})

export const senderForeign = refusal({
  ...SENDING,
  id: 'email.sender-foreign',
  says: 'Mail can be sent only from domains of the organization; the status is open.',
  checklist: ['EML-20'],
  where: 'Endpoints, Email, row 2; What the service does',
  provenance: 'implied',
  when: (context) => why.senderForeign(context, why.sendingAsked(context)),
})

export const keyForOtherDomains = refusal({
  ...SENDING,
  id: 'email.key-for-other-domains',
  says: 'A key limited to domains can send only from those; the status is open.',
  checklist: ['EML-20'],
  where: 'Endpoints, Email, row 2',
  provenance: 'implied',
  when: (context) => why.keyForOtherDomains(context, why.sendingAsked(context)),
})

export const senderUnverified = refusal({
  ...SENDING,
  id: 'email.sender-unverified',
  says: 'Sending from an unverified domain may be refused.',
  checklist: ['EML-07'],
  where: 'States, email domain (what the states are for is not said)',
  provenance: 'assumed',
  when: (context) => why.senderUnverified(context, why.sendingAsked(context)),
})

export const sendingPaused = refusal({
  ...SENDING,
  id: 'email.sending-paused',
  says: 'While sending is paused messages are refused, unless a gap says that they are queued.',
  checklist: ['EML-18'],
  where: 'Events, point 3',
  provenance: 'stated',
  when: (context) =>
    context.gap('email.paused-sending') === 'refuse' ? why.paused(context, why.sendingAsked(context)) : undefined,
})

export const quotaUsedUp = refusal({
  ...SENDING,
  id: 'email.quota-used-up',
  says: 'Beyond the daily quota messages are refused, unless a gap says that they are queued.',
  checklist: ['EML-12', 'LIM-02'],
  where: 'Limits, daily email quota',
  provenance: 'stated',
  status: 'email.quota-status',
  when: (context) =>
    context.gap('email.quota-reached') === 'refuse' ? why.overQuota(context, why.sendingAsked(context)) : undefined,
})

export const nobodyToReach = refusal({
  ...SENDING,
  id: 'email.nobody-to-reach',
  says: 'A message to suppressed addresses only may be refused.',
  checklist: ['EML-13'],
  where: 'States, suppression',
  provenance: 'assumed',
  when: (context) =>
    context.gap('email.send-to-suppressed') === 'refuse'
      ? why.nobodyToReach(context, why.sendingAsked(context))
      : undefined,
})
