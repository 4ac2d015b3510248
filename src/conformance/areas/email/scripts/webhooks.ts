import { isSymbol } from '../../../../model/world/fresh.ts'
import { type Drawing, plainName } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { remembered } from '../../../script/remembered.ts'
import { advance, type Body, event, have, type Script, script } from '../../../script/script.ts'
import { refusingFirst } from '../../../session/receiver.ts'
import { memoryOf } from '../../../shadow/memories.ts'
import { WEBHOOK_RECEIVED } from '../../../step/receiver-look.ts'
import { RECEIVER_LOOKS } from '../webhooks/receiver-looks.ts'
import { fate, sent } from './mail-goals.ts'

const markOf = (endpoint: { readonly url: unknown } | undefined) => endpoint && String(endpoint.url).split('/').at(-1)

/** An endpoint that is told everything, at an address of ours. */
const ours: Body = (drawing, plain) => {
  const { receiverUrl, vocabulary } = drawing
  return receiverUrl && { ...plain, url: `${receiverUrl}/${plainName(drawing)}`, eventTypes: vocabulary.eventTypes }
}

const moved = (drawing: Drawing) => {
  const { receiverUrl } = drawing
  return receiverUrl === undefined ? undefined : { url: `${receiverUrl}/${plainName(drawing)}` }
}

/** Another address of ours at which what arrives counts with what arrived before. */
const elsewhere = (drawing: Drawing) => {
  const mark = markOf(newest(drawing, 'EmailWebhook'))
  return drawing.receiverUrl && mark ? { url: `${drawing.receiverUrl}/elsewhere/${mark}` } : undefined
}

/** The same, at an address that refuses what comes first. */
const refusing =
  (status?: number): Body =>
  (drawing, plain) => {
    const { receiverUrl, vocabulary } = drawing
    const url = `${receiverUrl}/${refusingFirst(status)}/${plainName(drawing)}`
    return receiverUrl && { ...plain, url, eventTypes: vocabulary.eventTypes }
  }

/** The webhooks that have arrived; also after the endpoint is gone. */
const look: Goal = event(WEBHOOK_RECEIVED, (drawing) => {
  const { receiverUrl = '', shadow } = drawing
  const endpoint = own(drawing, 'EmailWebhook').findLast(({ url }) => String(url).startsWith(`${receiverUrl}/`))
  if (endpoint) return { endpointId: String(endpoint.id), mark: markOf(endpoint) }
  const before = memoryOf(shadow, RECEIVER_LOOKS).at(-1)
  return before && { endpointId: before.endpointId, mark: before.mark }
})

const delivered = fate('messageDelivered')
const bounced = fate('messageBounced', { bounce: 'hard' })
const told: Goal[] = [sent(), look]
/** The delivery at a place of those to our endpoint. */
const deliveryAt = (place: number) => (drawing: Drawing) => {
  const { endpointId } = memoryOf(drawing.shadow, RECEIVER_LOOKS).at(-1) ?? {}
  const all = own(drawing, 'EmailDelivery').filter((row) => row.endpointId === endpointId && !isSymbol(row.id))
  const one = all.at(place)
  return one && { id: String(one.id) }
}
const firstDelivery = deliveryAt(0)
const lastDelivery = deliveryAt(-1)

/** Only where the judge runs a receiver of its own. */
const receiving = (needed: Parameters<typeof script>[0], write: Parameters<typeof script>[1]) =>
  script(needed, write, true)

export const WEBHOOK_SCRIPTS: readonly Script[] = [
  // Recorded deliveries have arrived, and a redelivery repeats the frozen payload, whatever was told since (Events, point 1).
  receiving(['createWebhook', 'listDeliveries', 'redeliverDelivery'], (call) => [
    [
      have('VerifiedDomain'),
      call('createWebhook', { body: ours }),
      ...told,
      call('listDeliveries', { query: {} }),
      delivered,
      ...told,
      call('redeliverDelivery', { parameters: firstDelivery }),
      look,
    ],
    // Also with what is only said of a message that bounced.
    [
      ...[have('VerifiedDomain'), call('createWebhook', { body: ours }), ...told, bounced, look],
      ...[call('listDeliveries', { query: {} }), call('redeliverDelivery', { parameters: lastDelivery }), look],
    ],
  ]),
  // Two endpoints at one address have each a secret of their own (Events, point 1).
  receiving(['createWebhook'], (call) => {
    const { first, drawn } = remembered()
    const again = call('createWebhook', { body: (drawing) => first(drawing)?.body, intent: 'exotic' })
    return [[have('VerifiedDomain'), call('createWebhook', { body: ours, drawn }), again, ...told]]
  }),
  // The other keeps its own where one gets another.
  receiving(['createWebhook', 'rotateWebhookSecret'], (call) => {
    const { first, drawn } = remembered()
    const again = call('createWebhook', { body: (drawing) => first(drawing)?.body, intent: 'exotic' })
    const both = [have('VerifiedDomain'), call('createWebhook', { body: ours, drawn }), again]
    const rotated = (place: number) =>
      call('rotateWebhookSecret', {
        parameters: (drawing) => {
          const endpoint = own(drawing, 'EmailWebhook').at(place)
          return endpoint && { id: String(endpoint.id) }
        },
      })
    return [-2, -1].map((place) => [...both, rotated(place), look, ...told])
  }),
  // From a change on they go to the new address (row 23).
  receiving(['createWebhook', 'updateWebhook'], (call) => [
    [
      have('VerifiedDomain'),
      call('createWebhook', { body: ours }),
      call('updateWebhook', { body: (drawing) => moved(drawing) }),
      ...told,
    ],
  ]),
  // Other changes leave the secret alone (Events, point 1).
  receiving(['createWebhook', 'updateWebhook'], (call) => [
    [
      have('VerifiedDomain'),
      call('createWebhook', { body: ours }),
      ...told,
      call('updateWebhook', { body: ({ vocabulary }) => ({ eventTypes: vocabulary.eventTypes?.toReversed() }) }),
      ...told,
      ...[call('updateWebhook', { body: elsewhere }), ...told],
      ...[true, false].map((disabled) => call('updateWebhook', { body: () => ({ disabled }) })),
      ...told,
    ],
  ]),
  // From a rotation on the new secret signs (Endpoints, Email, row 25).
  receiving(['createWebhook', 'rotateWebhookSecret'], (call) => [
    [
      have('VerifiedDomain'),
      call('createWebhook', { body: ours }),
      ...told,
      call('rotateWebhookSecret'),
      look,
      ...told,
    ],
  ]),
  // So does it sign what is sent once more (row 27).
  receiving(['createWebhook', 'rotateWebhookSecret', 'listDeliveries', 'redeliverDelivery'], (call) => [
    [
      have('VerifiedDomain'),
      call('createWebhook', { body: ours }),
      ...told,
      call('listDeliveries', { query: {} }),
      call('rotateWebhookSecret'),
      look,
      call('redeliverDelivery', { parameters: firstDelivery }),
      look,
    ],
  ]),
  // And what comes again because it was refused (row 25).
  receiving(['createWebhook', 'rotateWebhookSecret', 'listDeliveries'], (call) => [
    [
      have('VerifiedDomain'),
      call('createWebhook', { body: refusing() }),
      ...told,
      call('rotateWebhookSecret'),
      look,
      advance('P1D'),
      look,
    ],
  ]),
  // However it was refused, it is recorded as such, without what signed it (Events, point 1; Conventions).
  receiving(['createWebhook', 'listDeliveries'], (call) => [
    [
      ...[have('VerifiedDomain'), call('createWebhook', { body: refusing(401) }), ...told],
      call('listDeliveries', { query: {} }),
    ],
  ]),
  // One that sends it elsewhere is where it was said to be: only its organization moves it (row 23).
  receiving(['createWebhook', 'listDeliveries', 'listWebhooks'], (call) => [
    [
      ...[have('VerifiedDomain'), call('createWebhook', { body: refusing(301) }), ...told],
      ...[call('listDeliveries', { query: {} }), call('listWebhooks')],
    ],
  ]),
  // A disabled endpoint gets nothing, nor does one that is gone (States, switches).
  receiving(['createWebhook', 'updateWebhook', 'deleteWebhook'], (call) => [
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
