import type { Transaction } from '../../../../world/transaction.ts'
import { ACCOUNT_ID } from '../../queries/payment.ts'

export function setPaymentActive(context: Transaction, org: string, active: boolean): void {
  context.put('RegistryAccount', { id: ACCOUNT_ID, org, seq: context.serial(), paymentActive: active })
}
