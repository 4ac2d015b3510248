import { checkedBody } from '../../../request/checked-body.ts'
import { refusal } from '../../../rules/rule.ts'
import { hasAccess, reachable } from '../queries/reach.ts'

export const accessNeeded = refusal({
  id: 'registry.access-needed',
  says: 'A caller without registry access cannot create a login credential: 403.',
  checklist: ['REG-06'],
  where: 'Endpoints, Registries, 5; Errors (closing lines)',
  provenance: 'stated',
  stage: 'permission',
  status: 403,
  on: ['createLoginCredential'],
  when: (context) => (hasAccess(context, context.caller) ? undefined : 'you have no registry access'),
})

export const nothingToReach = refusal({
  id: 'registry.nothing-to-reach',
  says: 'In an organization without registries, creating a login credential may be refused.',
  checklist: ['REG-06'],
  where: 'Endpoints, Registries, 5 (not said)',
  provenance: 'assumed',
  stage: 'permission',
  status: 403,
  on: ['createLoginCredential'],
  when: (context) => {
    if (!hasAccess(context, context.caller) || reachable(context, context.caller).next().value) return undefined
    return context.gap('registry.login-without-registries') === 'refuse' ? 'there is no registry' : undefined
  },
})

export const loginRegistryUnknown = refusal({
  id: 'registry.login-registry-unknown',
  says: 'A login credential cannot be limited to a registry that its caller cannot access; the status is open.',
  checklist: ['REG-06', 'GEN-04'],
  where: 'Endpoints, Registries, 5',
  provenance: 'stated',
  stage: 'existence',
  status: 'registry.login-unknown-registry-status',
  on: ['createLoginCredential'],
  when: (context) => {
    const asked = checkedBody<'createLoginCredential'>(context)?.registry
    if (asked === undefined) return undefined
    for (const { slug } of reachable(context, context.caller)) if (slug === asked) return undefined
    return `there is no registry ${asked}`
  },
})

export const loginRevokedAlready = refusal({
  id: 'registry.login-revoked-already',
  says: 'Revoking a login credential again may answer as if it did not exist.',
  checklist: ['REG-12'],
  where: 'Endpoints, Registries, 11 (not said)',
  provenance: 'assumed',
  stage: 'existence',
  status: 'general.unknown-status',
  on: ['revokeLoginCredential'],
  when: (context) =>
    context.named('LoginCredential')?.revoked && context.gap('registry.repeat-revoke-login') === 'refuse'
      ? 'this login was ended already'
      : undefined,
})

export const loginExpired = refusal({
  id: 'registry.login-expired',
  says: 'Revoking an expired login credential may answer as if it did not exist.',
  checklist: ['REG-12'],
  where: 'Endpoints, Registries, 11 (not said)',
  provenance: 'assumed',
  stage: 'existence',
  status: 'general.unknown-status',
  on: ['revokeLoginCredential'],
  when: (context) => {
    const login = context.named('LoginCredential')
    if (!login || login.revoked || login.expiresAtMs > context.nowMs) return undefined
    return context.gap('registry.revoke-expired-login') === 'refuse' ? 'this login has expired' : undefined
  },
})

export const loginOfAnother = refusal({
  id: 'registry.login-of-another',
  says: "Revoking somebody else's login credential may be refused.",
  checklist: ['REG-12'],
  where: 'Endpoints, Registries, 11 (not said)',
  provenance: 'assumed',
  stage: 'permission',
  status: 'general.permission-status',
  on: ['revokeLoginCredential'],
  when: (context) => {
    const login = context.named('LoginCredential')
    if (!login || login.userId === context.caller.userId) return undefined
    return context.gap('registry.revoke-others-login') === 'refuse' ? 'this login is not yours' : undefined
  },
})
