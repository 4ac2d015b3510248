import { EVERYWHERE } from '../../../model/identity/identity.ts'
import type { Singleton } from '../../area-judge/singleton.ts'
import { rowsOf } from '../../shadow/rows.ts'

/** A user's paging settings. Whether there is one for all organizations or one for each is open. */
const pagingSettings: Singleton = {
  table: 'PagingSettings',
  read: 'getPagingSettings',
  changedBy: ['savePagingSettings'],
  places: ({ organization, user }) => [organization, EVERYWHERE].map((org) => ({ org, id: user })),
  restore(atStart, { organization, user }) {
    const settings = rowsOf(atStart, 'PagingSettings').find((row) => row.id === user && row.org === organization)
    return settings && { operation: 'savePagingSettings', body: { rules: settings.rules } }
  },
}

/** A credential is never shown, so only its absence can be restored. */
const providerCredential: Singleton = {
  table: 'ProviderCredential',
  read: 'getProviderCredential',
  changedBy: ['setProviderCredential', 'clearProviderCredential'],
  places: ({ organization }) => [{ org: organization, id: 'provider' }],
  restore(atStart, { organization }) {
    const provider = rowsOf(atStart, 'ProviderCredential').find(({ org }) => org === organization)
    return provider?.configured === false ? { operation: 'clearProviderCredential' } : undefined
  },
}

export const ONCALL_SINGLETONS: readonly Singleton[] = [pagingSettings, providerCredential]
