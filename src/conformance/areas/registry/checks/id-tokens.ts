import { noRuleFits, tokenUnreadable } from '../../../../model/areas/registry/rules/exchange.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { exchangeIn, nearlyFitting } from '../exchange/asked-for.ts'

const taken = ({ received }: Answered, rule: string, reason: string): Found[] => [
  { code: 'accepted', rule, reason, expected: ['4xx'], actual: received.status, rules: ['REG-21'] },
]

/** How a subject pattern is read is open; but one without wildcards is to be expected to match that subject alone. */
export const wholeSubject: Check<undefined> = {
  name: 'ID tokens',
  provenance: 'implied',
  start: undefined,
  look(answered) {
    const exchange = isSuccess(answered) ? exchangeIn(answered) : undefined
    const rule = exchange && nearlyFitting(answered, exchange)
    if (!rule) return { found: NOTHING_FOUND, memory: undefined }
    const reason = `the subject is ${exchange.claims.sub}, the pattern ${rule.subjectPattern}`
    return { found: taken(answered, noRuleFits.id, reason), memory: undefined }
  },
}

/** A target that refuses a token which nobody signed looks at signatures: then one of a stranger is to be refused too. */
export const signedByStranger: Check<boolean> = {
  name: 'ID tokens',
  provenance: 'implied',
  start: false,
  look(answered, looksAtSignatures) {
    const signer = exchangeIn(answered)?.signer
    if (signer === 'nobody') return { found: NOTHING_FOUND, memory: looksAtSignatures || !isSuccess(answered) }
    const isForged = signer === 'stranger' && looksAtSignatures && isSuccess(answered)
    const found = isForged
      ? taken(answered, tokenUnreadable.id, 'it is not signed with a key of its issuer')
      : NOTHING_FOUND
    return { found, memory: looksAtSignatures }
  },
}
