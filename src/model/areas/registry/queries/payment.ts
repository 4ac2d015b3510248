import type { Reader } from '../../../world/reader.ts'

/** An organization has one row of them. */
export const ACCOUNT_ID = 'account'

/** By default there is an active payment method. */
export const paymentActive = (reader: Reader, org: string): boolean =>
  reader.get('RegistryAccount', org, ACCOUNT_ID)?.paymentActive ?? true

/** True if an unpaid organization's registries accept no pushes; for anything but creation this is open. */
export const pullOnlyForNow = (reader: Reader, org: string): boolean =>
  !paymentActive(reader, org) && reader.gap('registry.payment-lapsed') === 'pull-only'
