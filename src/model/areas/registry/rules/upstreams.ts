import { refusal } from '../../../rules/rule.ts'

export const upstreamUnknown = refusal({
  id: 'registry.upstream-unknown',
  says: 'An upstream credential for a host outside the catalog is refused; the status is open.',
  checklist: ['REG-20'],
  where: 'Endpoints, Registries, 21',
  provenance: 'stated',
  stage: 'existence',
  status: 'registry.unknown-upstream-status',
  on: ['setUpstreamCredential'],
  when: (context) => {
    const { host = '' } = context.parameters
    return context.get('RegistryUpstream', context.caller.org, host) ? undefined : `the catalog has no upstream ${host}`
  },
})
