import type { Supplies } from './values/vocabulary.ts'

type Supply = (supplies: Supplies, value: string) => string

/** The provider's token if none is supplied: the mock accepts any. */
const STAND_IN = '0'.repeat(32)

/** Fields whose values only the owner of a target can supply, though nothing in the description says so. */
export const SUPPLIED_FIELDS: Readonly<Record<string, Readonly<Record<string, Supply>>>> = {
  savePagingSettings: { phone: (supplies) => supplies.entry('phone', 'phone', '+15550100') },
  setProviderCredential: {
    accountSid: (supplies) => supplies.entry('providerAccount', 'provider/accountSid', 'AC0123'),
    authToken: (supplies) => supplies.entry('providerToken', 'provider/authToken', STAND_IN),
    fromNumber: (supplies) => supplies.entry('providerNumber', 'provider/fromNumber', '+15550101'),
  },
  listIncidents: { status: (supplies, value) => supplies.statusFilter(value) },
  deleteTag: { purge: (supplies, value) => supplies.entry('purgeValue', 'purgeValue', value) },
}
