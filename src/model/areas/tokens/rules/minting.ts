import { limitsOf } from '../../../access/reach.ts'
import { checkedBody } from '../../../request/checked-body.ts'
import { isTakenName } from '../../../request/same-name.ts'
import { refusal } from '../../../rules/rule.ts'
import { askedScope } from '../queries/asked-scope.ts'
import { credentialOf } from '../queries/credential-of.ts'

export const lifetimeTooLong = refusal({
  id: 'tokens.lifetime-too-long',
  says: 'A very long lifetime may be refused.',
  checklist: ['TOK-02'],
  where: 'Limits, units and bounds of expiresIn',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['createToken'],
  when: (context) => {
    const expiresIn = checkedBody<'createToken'>(context)?.expiresIn
    if (expiresIn === undefined || expiresIn < 1) return undefined
    return expiresIn > context.gap('tokens.expires-in-maximum') ? 'expiresIn is too large' : undefined
  },
})

export const lifetimeTooShort = refusal({
  id: 'tokens.lifetime-too-short',
  says: 'A very short lifetime may be refused.',
  checklist: ['TOK-02'],
  where: 'Limits, units and bounds of expiresIn',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['createToken'],
  when: (context) => {
    const expiresIn = checkedBody<'createToken'>(context)?.expiresIn
    if (expiresIn === undefined || expiresIn < 1) return undefined
    return expiresIn < context.gap('tokens.expires-in-minimum') ? 'expiresIn is too small' : undefined
  },
})

export const lifetimeBelowOne = refusal({
  id: 'tokens.lifetime-below-one',
  says: 'A lifetime of zero or less may be refused.',
  checklist: ['TOK-02'],
  where: 'Limits, units and bounds of expiresIn',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['createToken'],
  when: (context) => {
    const expiresIn = checkedBody<'createToken'>(context)?.expiresIn
    if (expiresIn === undefined || expiresIn >= 1) return undefined
    return context.gap('tokens.expires-in-below-one') === 'refuse' ? 'expiresIn must be at least 1' : undefined
  },
})

export const mintedByToken = refusal({
  id: 'tokens.minted-by-token',
  says: 'Creating a token with a personal token may be refused.',
  checklist: ['TOK-06'],
  where: 'Endpoints, Tokens, row 2 (not said)',
  provenance: 'assumed',
  stage: 'permission',
  status: 'general.permission-status',
  on: ['createToken'],
  when: (context) => {
    if (credentialOf(context, context.credential)?.tokenId === undefined) return undefined
    return context.gap('tokens.mint-with-token') === 'refuse' ? 'a token cannot mint another' : undefined
  },
})

export const mintedBeyondOwnScope = refusal({
  id: 'tokens.minted-beyond-own-scope',
  says: 'A narrowed token can create only tokens with at most its own scope.',
  checklist: ['TOK-06'],
  where: 'Authentication, point 2 (not said)',
  provenance: 'assumed',
  stage: 'permission',
  status: 'tokens.beyond-owner-status',
  on: ['createToken'],
  when: (context) => {
    const own = limitsOf(context.caller)
    const asked = askedScope(context)
    if (own.length === 0 || asked.length === 0 || context.gap('tokens.mint-with-token') !== 'within-own-scope')
      return undefined
    const within = own.every((limit) =>
      asked.every(({ role, resourceIds = [] }) =>
        limit.some((entry) => entry.role === role && covers(entry.resourceIds, resourceIds)),
      ),
    )
    return within ? undefined : 'the scope reaches further than this token does'
  },
})

/** No ids are all of them. */
const covers = (own: readonly string[], asked: readonly string[]): boolean =>
  own.length === 0 || (asked.length > 0 && asked.every((id) => own.includes(id)))

export const nameTaken = refusal({
  id: 'tokens.name-taken',
  says: 'A second token with the same name may be refused; the contract does not say that names are unique.',
  checklist: ['TOK-02'],
  where: 'Endpoints, Tokens, row 2 (not said)',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'general.taken-name-status',
  on: ['createToken'],
  when: (context) => {
    const name = checkedBody<'createToken'>(context)?.name
    if (name === undefined) return undefined
    const own = context.newest('PersonalToken', 'user', context.caller.userId)
    return isTakenName(context, name, own) ? 'you have a token of this name' : undefined
  },
})
