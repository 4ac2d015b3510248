import type { components } from '../../../src/contract/generated/control.ts'
import type { AttemptRow } from '../../../src/model/areas/email/state/index.ts'
import { everyRow } from '../../../src/model/table/table.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import { instant } from '../../time/instant.ts'
import { signedHeaders } from '../../webhooks/signature.ts'
import { unsendable } from '../../webhooks/unsendable.ts'
import { type ControlHandler, done } from './control-handler.ts'

/** Attempts at webhooks, those of other organizations too. */
export const listWebhookDeliveries: ControlHandler = (sandbox, { query }) => {
  const { world } = sandbox.holder
  const { endpointId, deliveryId } = query
  const rows = [...everyRow(world.tables.EmailAttempt)].filter(
    (row) =>
      (endpointId === undefined || row.endpointId === endpointId) &&
      (deliveryId === undefined || row.deliveryId === String(deliveryId)),
  )
  const ordered = rows.toSorted((a, b) => a.atMs - b.atMs || a.seq - b.seq || a.attempt - b.attempt)
  return done({ attempts: ordered.map((row) => shownAttempt(sandbox, row)) })
}

/** The bytes of an attempt follow from what was sent and when. */
export function shownAttempt(
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
    headers: signedHeaders(gaps.value('email.signature'), { id: deliveryId, atMs: signedAtMs, body, secret }),
    body,
    scripted,
    ...(status !== undefined && { status }),
    ...(error !== undefined && { error }),
  }
}
