import type { Draft } from '../../world/draft.ts'

/** An on-call service with an id of our choice; no listed operation makes one (Endpoints, On-call). */
export function putOncallService(draft: Draft, org: string, id: string, name: string): void {
  draft.put('OncallService', {
    id,
    org,
    seq: draft.serial(),
    name,
    createdAt: draft.fresh.time(draft.nowMs),
    escalationPolicyId: undefined,
  })
}
