import { checkedBody } from '../../../request/checked-body.ts'
import { isTakenName } from '../../../request/same-name.ts'
import { refusal } from '../../../rules/rule.ts'

const MINTING = { checklist: ['EML-02'], where: 'Endpoints, Email, row 2', on: ['createSendKey'] } as const

export const keyNameTaken = refusal({
  ...MINTING,
  id: 'email.key-name-taken',
  says: 'A second send key with the same name may be refused.',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'general.taken-name-status',
  when: (context) => {
    const name = checkedBody<'createSendKey'>(context)?.name
    if (name === undefined) return undefined
    const isTaken = isTakenName(context, name, context.oldest('EmailSendKey', 'live', context.caller.org))
    return isTaken ? `there is a key ${name} already` : undefined
  },
})

export const keyForNothing = refusal({
  ...MINTING,
  id: 'email.key-for-nothing',
  says: 'A key with an empty list of domains may be refused.',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) =>
    checkedBody<'createSendKey'>(context)?.domainIds?.length === 0 && context.gap('email.empty-domain-ids') === 'refuse'
      ? 'domainIds must not be empty'
      : undefined,
})

export const keyForUnknownDomain = refusal({
  ...MINTING,
  id: 'email.key-for-unknown-domain',
  says: 'A key for a domain that the organization does not have may be refused.',
  provenance: 'assumed',
  stage: 'existence',
  status: 'email.unknown-reference-status',
  when: (context) => {
    const { domainIds = [] } = checkedBody<'createSendKey'>(context) ?? {}
    const unknown = domainIds.find((id) => !context.get('EmailDomain', context.caller.org, id))
    if (unknown === undefined || context.gap('email.unknown-domain-ids') === 'accept') return undefined
    return `there is no domain ${unknown}`
  },
})

export const keyRevokedAlready = refusal({
  id: 'email.key-revoked-already',
  says: 'Revoking a send key again may be refused.',
  checklist: ['EML-02'],
  where: 'Endpoints, Email, row 3',
  provenance: 'assumed',
  stage: 'existence',
  status: 'email.repeat-revoke-status',
  on: ['revokeSendKey'],
  when: (context) =>
    context.named('EmailSendKey')?.revoked && context.gap('email.repeat-revoke-key') === 'refuse'
      ? 'this key is revoked already'
      : undefined,
})
