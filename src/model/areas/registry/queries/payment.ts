import type { Reader } from '../../../world/reader.ts'
import type { Transaction } from '../../../world/transaction.ts'

const KEY = 'account'

/** Nobody has said otherwise: then there is an active payment method. */
export const paymentActive = (reader: Reader, org: string): boolean =>
  reader.get('RegistryAccount', org, KEY)?.paymentActive ?? true

export function setPaymentActive(context: Transaction, org: string, active: boolean): void {
  context.put('RegistryAccount', { id: KEY, org, seq: context.serial(), paymentActive: active })
}

/** Whether registries of an organization that no longer pays take nothing new; creation aside, this is open. */
export const pullOnlyForNow = (reader: Reader, org: string): boolean =>
  !paymentActive(reader, org) && reader.gap('registry.payment-lapsed') === 'pull-only'
