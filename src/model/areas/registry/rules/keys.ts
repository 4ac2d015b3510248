import { checkedBody } from '../../../request/checked-body.ts'
import { isTakenName, spelledAlike } from '../../../request/same-name.ts'
import { refusal } from '../../../rules/rule.ts'
import { isExpired } from '../queries/access/is-expired.ts'

export const prefixesEmpty = refusal({
  id: 'registry.prefixes-empty',
  says: 'An empty list of prefixes may be refused.',
  checklist: ['REG-10', 'REG-15'],
  where: 'Endpoints, Registries, 9 and 15 (not said)',
  provenance: 'assumed',
  stage: 'validation',
  status: 'general.validation-status',
  on: ['createRegistryKey', 'createOidcRule'],
  when: (context) => {
    const prefixes = checkedBody<'createRegistryKey' | 'createOidcRule'>(context)?.repoPrefixes
    return prefixes?.length === 0 && context.gap('registry.empty-prefixes') === 'refuse'
      ? 'repoPrefixes must not be empty'
      : undefined
  },
})

/** The tables within which a name must be unique. */
const KINDS = { createRegistryKey: 'RegistryKey', createOidcRule: 'RegistryOidcRule' } as const

export const nameTaken = refusal({
  id: 'registry.name-taken',
  says: 'A second key or access rule with the same name may be refused.',
  checklist: ['REG-10', 'REG-15'],
  where: 'nowhere mentioned',
  provenance: 'assumed',
  stage: 'conflict',
  status: 'general.taken-name-status',
  on: ['createRegistryKey', 'createOidcRule'],
  when: (context) => {
    const name = checkedBody<'createRegistryKey' | 'createOidcRule'>(context)?.name
    const table = context.operation.id === 'createOidcRule' ? KINDS.createOidcRule : KINDS.createRegistryKey
    const { org, slug } = context.named('Registry') ?? { org: '', slug: '' }
    if (name === undefined) return undefined
    const others = Iterator.from(context.oldest(table, 'name', org, slug, spelledAlike(name))).filter(
      (row) => !('revoked' in row && row.revoked),
    )
    return isTakenName(context, name, others) ? `there is a ${name} already` : undefined
  },
})

export const keyRevokedAlready = refusal({
  id: 'registry.key-revoked-already',
  says: 'Revoking a key again may answer as if it did not exist.',
  checklist: ['REG-18'],
  where: 'Endpoints, Registries, 18 (not said)',
  provenance: 'assumed',
  stage: 'existence',
  status: 'general.unknown-status',
  on: ['revokeRegistryKey'],
  when: (context) =>
    context.named('RegistryKey')?.revoked && context.gap('registry.repeat-revoke-key') === 'refuse'
      ? 'this key is revoked already'
      : undefined,
})

export const keyExpired = refusal({
  id: 'registry.key-expired',
  says: 'Revoking an expired key may answer as if it did not exist.',
  checklist: ['REG-18'],
  where: 'Endpoints, Registries, 18 (not said)',
  provenance: 'assumed',
  stage: 'existence',
  status: 'general.unknown-status',
  on: ['revokeRegistryKey'],
  when: (context) => {
    const key = context.named('RegistryKey')
    if (!key || key.revoked || !isExpired(key, context.nowMs)) return undefined
    return context.gap('registry.revoke-expired-key') === 'refuse' ? 'this key has expired' : undefined
  },
})
