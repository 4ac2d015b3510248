import type { components } from '../../src/contract/generated/control.ts'
import type { AttemptRow } from '../../src/model/areas/email/state/index.ts'
import type { Sandbox } from '../sandboxes/mock.ts'
import { instant } from '../time/instant.ts'
import { signedHeaders } from '../webhooks/signature.ts'
import { unsendable } from '../webhooks/unsendable.ts'

/** An attempt at a webhook. Its headers and body follow from what was sent and when. */
export function attemptView(
  { holder: { gaps }, mock }: Sandbox,
  row: AttemptRow,
): components['schemas']['WebhookAttempt'] {
  const { deliveryId, endpointId, attempt, atMs, url, payload, secret, scripted, status } = row
  const unsent = scripted || status !== undefined ? undefined : unsendable(url, mock.allowedWebhookHosts)
  const error = unsent ?? row.error
  const body = JSON.stringify(payload)
  const { signedAtMs = atMs } = row
  return {
    deliveryId: Number(deliveryId),
    endpointId,
    attempt,
    at: instant(atMs),
    url,
    headers: signedHeaders(mock.platform.hashes, gaps.value('email.signature'), {
      id: deliveryId,
      atMs: signedAtMs,
      body,
      secret,
    }),
    body,
    scripted,
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
  }
}
