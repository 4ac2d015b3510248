import { refusal } from '../../../rules/rule.ts'
import { credentialOf, providerOf } from '../queries/provider.ts'

const SET = {
  checklist: ['ONC-17'],
  where: 'Endpoints, On-call, operation 2; Errors, stated for on-call',
  provenance: 'stated',
  stage: 'backend',
  on: ['setProviderCredential'],
} as const

export const providerRejects = refusal({
  ...SET,
  id: 'oncall.provider-rejects',
  says: 'A credential that the provider rejects is not stored.',
  status: 422,
  when: (context) =>
    providerOf(context, context.caller.org).verification === 'rejects'
      ? 'the provider rejects this credential'
      : undefined,
})

export const providerUnreachable = refusal({
  ...SET,
  id: 'oncall.provider-unreachable',
  says: 'While the provider is unreachable no credential is stored.',
  status: 502,
  when: (context) =>
    providerOf(context, context.caller.org).verification === 'unreachable' ? 'the provider is unreachable' : undefined,
})

export const clearUnset = refusal({
  id: 'oncall.clear-unset',
  says: 'Clearing when no credential is stored may be refused.',
  checklist: ['ONC-17'],
  where: 'Endpoints, On-call, operation 3',
  provenance: 'assumed',
  stage: 'existence',
  status: 'general.unknown-status',
  on: ['clearProviderCredential'],
  when: (context) =>
    !credentialOf(context, context.caller.org) && context.gap('oncall.clear-unset') === 'refuse'
      ? 'there is no provider credential'
      : undefined,
})
