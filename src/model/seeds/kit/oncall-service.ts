import type { Transaction } from '../../world/transaction.ts'

/** An on-call service with an id of our choice; no listed operation makes one (Endpoints, On-call). */
export function putOncallService(context: Transaction, org: string, id: string, name: string): void {
  context.put('OncallService', {
    id,
    org,
    seq: context.serial(),
    name,
    createdAt: context.fresh.time(context.nowMs),
    escalationPolicyId: undefined,
  })
}
