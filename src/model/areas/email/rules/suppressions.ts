import { checkedBody } from '../../../request/checked-body.ts'
import { refusal } from '../../../rules/rule.ts'
import { isAddress } from '../queries/addresses.ts'
import { suppressionOf } from '../queries/sending/suppressed.ts'

const SUPPRESSING = { checklist: ['EML-13'], where: 'Endpoints, Email, row 19', on: ['createSuppression'] } as const

export const addressMalformed = refusal({
  ...SUPPRESSING,
  id: 'email.address-malformed',
  says: 'Suppressing something that is not an email address may be refused.',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  when: (context) => {
    const address = checkedBody<'createSuppression'>(context)?.address
    if (address === undefined || isAddress(address)) return undefined
    return context.gap('email.invalid-address') === 'refuse' ? 'this is not an email address' : undefined
  },
})

export const suppressedAlready = refusal({
  ...SUPPRESSING,
  id: 'email.suppressed-already',
  says: 'Suppressing an address again may be refused.',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'email.conflict-status',
  when: (context) => {
    const address = checkedBody<'createSuppression'>(context)?.address
    if (address === undefined || !suppressionOf(context, context.caller.org, address)) return undefined
    return context.gap('email.suppress-twice') === 'refuse' ? 'this address is suppressed already' : undefined
  },
})
