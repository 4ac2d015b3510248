import { attemptAnswered } from '../../src/model/areas/email/effects/webhooks/outgoing.ts'
import type { EndpointAnswer } from '../../src/model/areas/email/state/index.ts'
import type { Draft } from '../../src/model/world/draft.ts'

/** What a webhook attempt that was really made came to. */
export interface AttemptResult {
  readonly deliveryId: string
  readonly answer: EndpointAnswer
  readonly attempt?: number
  readonly signedAtMs?: number
}

/** The kinds of calls that go out, and what their results do to a world. */
const RESULTS = {
  webhookAttempt: (draft: Draft, org: string, { deliveryId, answer, ...sent }: AttemptResult) =>
    attemptAnswered(draft, org, deliveryId, answer, sent),
}

export type OutboundName = keyof typeof RESULTS
export type OutboundBody<Name extends OutboundName> = Parameters<(typeof RESULTS)[Name]>[2]

/** Puts the result of an outbound call into a world, on paper. */
export function takeResult<Name extends OutboundName>(
  draft: Draft,
  name: Name,
  org: string,
  body: OutboundBody<Name>,
): void {
  RESULTS[name](draft, org, body)
}
