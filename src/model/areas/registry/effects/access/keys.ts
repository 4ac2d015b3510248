import { listed } from '../../../../request/listed.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import type { Effect } from '../../../area.ts'
import { isExpired } from '../../queries/access/is-expired.ts'
import { takePrefixes } from '../../queries/prefixes.ts'
import { keyView } from '../../queries/views.ts'
import type { RegistryKeyRow } from '../../state/index.ts'
import { keyAsAsked, revokedAtTold } from '../../statements/keys.ts'

export const listRegistryKeys: Effect<'listRegistryKeys'> = (context) => {
  const { org, slug } = context.the('Registry')
  const shown = [...context.oldest('RegistryKey', 'parent', org, slug)].filter((key) => isListed(context, key))
  return { keys: listed(context, shown, ({ name }) => name).map((key) => keyView(context, key)) }
}

function isListed(reader: Reader, key: RegistryKeyRow): boolean {
  if (key.revoked && reader.gap('registry.revoked-key-listed') === 'gone') return false
  return !isExpired(key, reader.nowMs) || reader.gap('registry.expired-key-listed') === 'listed'
}

export const createRegistryKey: Effect<'createRegistryKey'> = (context) => {
  const { name, mode, repoPrefixes } = context.body
  context.cite(keyAsAsked)
  const lifetime = context.gap('registry.key-lifetime-seconds')
  const { keyId, secret } = mintKey(context, {
    org: context.caller.org,
    registry: context.the('Registry').slug,
    name,
    mode,
    ...takePrefixes(context, repoPrefixes),
    mintedVia: 'manual',
    expiresAtMs: lifetime === null ? undefined : context.nowMs + lifetime * 1000,
    ruleId: undefined,
  })
  return { keyId, secret }
}

type Minted = Pick<
  RegistryKeyRow,
  'org' | 'registry' | 'name' | 'mode' | 'repoPrefixes' | 'reach' | 'mintedVia' | 'expiresAtMs' | 'ruleId'
>

/** A key with a fresh id and secret, by hand or through the exchange. */
export function mintKey(context: Transaction, minted: Minted): RegistryKeyRow {
  const id = context.fresh.id('RegistryKey')
  const { expiresAtMs } = minted
  return context.put('RegistryKey', {
    ...minted,
    id,
    seq: context.serial(),
    keyId: id,
    secret: context.fresh.secret('urk'),
    createdAt: context.fresh.time(context.nowMs),
    expiresAt: expiresAtMs === undefined ? undefined : context.fresh.time(expiresAtMs),
    lastUsedAt: undefined,
    revokedAt: undefined,
    revoked: false,
  })
}

export const revokeRegistryKey: Effect<'revokeRegistryKey'> = (context) => {
  const key = context.the('RegistryKey')
  if (key.revoked && context.gap('registry.repeat-revoke-time') === 'keep') return undefined
  revoke(context, key)
  return undefined
}

/** The row is kept, so that a revoked one differs from an unknown one (States, switches). */
export function revoke(context: Transaction, key: RegistryKeyRow): void {
  context.cite(revokedAtTold)
  context.put('RegistryKey', { ...key, revoked: true, revokedAt: context.fresh.time(context.nowMs) })
}
