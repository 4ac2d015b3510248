import type { components } from '../../../../../contract/generated/api.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Effect } from '../../../area.ts'
import { type CredentialRow, ONLY } from '../../state/index.ts'
import { authTokenHidden, clearForgets } from '../../statements/provider.ts'

type View = components['schemas']['ProviderCredential']

export const getProviderCredential: Effect<'getProviderCredential'> = (context) =>
  credentialView(context, context.get('ProviderCredential', context.caller.org, ONLY))

export const setProviderCredential: Effect<'setProviderCredential'> = (context) => {
  const { accountSid, authToken, fromNumber } = context.body
  const { org } = context.caller
  const seq = context.get('ProviderCredential', org, ONLY)?.seq ?? context.serial()
  const updatedAt = context.fresh.time(context.nowMs)
  const row = { id: ONLY, org, seq, configured: true, accountSid, authToken, fromNumber, updatedAt }
  return credentialView(context, context.put('ProviderCredential', row))
}

export const clearProviderCredential: Effect<'clearProviderCredential'> = (context) => {
  const row = context.get('ProviderCredential', context.caller.org, ONLY)
  if (!row?.configured) return undefined
  context.cite(clearForgets)
  context.put('ProviderCredential', { ...row, configured: false, updatedAt: context.fresh.time(context.nowMs) })
  return undefined
}

function credentialView(context: Reader, row: CredentialRow | undefined): View {
  if (!row?.configured) return unsetView(context, row)
  const { configured, accountSid, fromNumber, updatedAt } = row
  context.cite(authTokenHidden)
  return { configured, accountSid, fromNumber, updatedAt }
}

/** All fields are required although there is nothing to say: what they hold then is open. */
function unsetView(context: Reader, row: CredentialRow | undefined): View {
  const cleared = row && context.gap('oncall.cleared-at') === 'time-of-clearing'
  return {
    configured: false,
    accountSid: context.fill('oncall.unset-credential-text'),
    fromNumber: context.fill('oncall.unset-credential-text'),
    updatedAt: cleared ? row.updatedAt : context.fill('oncall.never-set-at'),
  }
}
