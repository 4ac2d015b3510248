import { isSymbol } from '../../../model/world/fresh.ts'
import { WEBHOOK_RECEIVED } from '../../step/receiver-look.ts'
import { plainName } from '../drawing.ts'
import type { Wish } from '../walk.ts'
import { plainMail, verifiedDomain } from '../ways.ts'
import { type Body, event, have, own, type Script, script } from './script.ts'

/** An endpoint that is told everything, at an address of ours. */
const ours: Body = (drawing, plain) => {
  const { receiverUrl, vocabulary } = drawing
  return receiverUrl && { ...plain, url: `${receiverUrl}/${plainName(drawing)}`, eventTypes: vocabulary.eventTypes }
}

/** What has arrived there; also after the endpoint is gone. */
const look: Wish = event(WEBHOOK_RECEIVED, (drawing) => {
  const { receiverUrl = '', shadow } = drawing
  const endpoint = own(drawing, 'EmailWebhook').findLast(({ url }) => String(url).startsWith(`${receiverUrl}/`))
  if (endpoint) return { endpointId: String(endpoint.id), mark: String(endpoint.url).split('/').at(-1) }
  const before = shadow.receiverLooks.at(-1)
  return before && { endpointId: before.endpointId, mark: before.mark }
})

const sent: Wish = event('messageSent', (drawing) => {
  const domain = verifiedDomain(drawing)
  return domain && plainMail(drawing, domain)
})
const delivered: Wish = event('messageDelivered', (drawing) => {
  const id = own(drawing, 'EmailMessage').at(-1)?.id
  return id === undefined ? undefined : { messageId: id }
})
const told: Wish[] = [sent, look]
/** The first that our endpoint was told. */
const firstDelivery = (drawing: Parameters<Body>[0]) => {
  const { endpointId } = drawing.shadow.receiverLooks.at(-1) ?? {}
  const first = own(drawing, 'EmailDelivery').find((row) => row.endpointId === endpointId && !isSymbol(row.id))
  return first && { id: String(first.id) }
}

/** Only where the judge runs a receiver of its own. */
export const WEBHOOK_SCRIPTS: readonly Script[] = [
  // What is recorded has arrived, and what is delivered again is what was frozen (Events, point 1).
  script(['createWebhook', 'listDeliveries', 'redeliverDelivery'], 'email', (call) => [
    [
      have('VerifiedDomain'),
      call('createWebhook', { body: ours }),
      ...told,
      call('listDeliveries', { query: {} }),
      delivered,
      call('redeliverDelivery', { parameters: firstDelivery }),
      look,
    ],
  ]),
  // From a rotation on the new secret signs (Endpoints, Email, row 25).
  script(['createWebhook', 'rotateWebhookSecret'], 'email', (call) => [
    [
      have('VerifiedDomain'),
      call('createWebhook', { body: ours }),
      ...told,
      call('rotateWebhookSecret'),
      look,
      ...told,
    ],
  ]),
  // A disabled endpoint gets nothing, nor does one that is gone (States, switches).
  script(['createWebhook', 'updateWebhook', 'deleteWebhook'], 'email', (call) => [
    [
      have('VerifiedDomain'),
      call('createWebhook', { body: ours }),
      call('updateWebhook', { body: () => ({ disabled: true }) }),
      look,
      ...told,
    ],
    [have('VerifiedDomain'), call('createWebhook', { body: ours }), look, call('deleteWebhook'), look, ...told],
  ]),
]
