import { isObject } from '../../../../contract/json.ts'
import { isSymbol } from '../../../../model/world/fresh.ts'
import type { Drawing } from '../../../kit/drawing.ts'
import { own } from '../../../kit/own-rows.ts'
import type { Goal } from '../../../script/goal.ts'
import { remembered } from '../../../script/remembered.ts'
import { advance, type Body, event, have, type Item, type Script, script, times } from '../../../script/script.ts'
import { fate, message, ready, sent } from './mail-goals.ts'

const everything: Body = ({ vocabulary }, plain) => ({ ...plain, eventTypes: vocabulary.eventTypes })
const answers = (...statuses: readonly number[]): Goal => answering(statuses.map((status) => ({ status })))
const answering = (all: readonly Item[]): Goal =>
  event('webhookEndpointAnswers', (drawing) => {
    const endpoint = own(drawing, 'EmailWebhook').at(-1)?.id
    return endpoint === undefined ? undefined : { endpointId: endpoint, answers: all }
  })
/** Nobody gives up on an endpoint so soon. */
const A_MOMENT_MS = 900

/** The events that a body names, alone. */
const chosenIn = (body: Body, drawing: Drawing) => {
  const whole = body(drawing, {})
  return isObject(whole) ? { eventTypes: whole.eventTypes } : undefined
}

/** The delivery at a place, the oldest first. */
const delivery = (place: number) => (drawing: Drawing) => {
  const id = own(drawing, 'EmailDelivery').filter((row) => !isSymbol(row.id))[place]?.id
  return id === undefined ? undefined : { id: String(id) }
}

/** What was told of the first message. */
const ofMessage = (drawing: Drawing) => {
  const id = message(drawing, 0)?.id
  return id === undefined ? undefined : { messageId: String(id) }
}

export const DELIVERY_SCRIPTS: readonly Script[] = [
  // Endpoints: what they were told of, how it went, what is delivered again (Endpoints, Email, rows 21 to 27).
  script(['createWebhook', 'listDeliveries', 'redeliverDelivery', 'updateWebhook', 'deleteWebhook'], (call) => {
    const lastType: Body = ({ vocabulary }, plain) => ({ ...plain, eventTypes: vocabulary.eventTypes?.slice(-1) })
    const ofEndpoint = (drawing: Drawing, place: number) => {
      const endpointId = own(drawing, 'EmailWebhook').at(place)?.id
      return endpointId === undefined ? undefined : { endpointId: String(endpointId) }
    }
    const theirs = remembered()
    const all = call('listDeliveries', { query: {} })
    const ofLast = call('listDeliveries', {
      query: (drawing) => {
        const id = message(drawing)?.id
        return id === undefined ? undefined : { messageId: String(id) }
      },
    })
    return [
      [...ready, call('createWebhook', { body: everything }), answers(200), sent(), advance('P1D'), all],
      [
        ...ready,
        call('createWebhook', { body: everything }),
        answers(200),
        sent(),
        advance('PT5M'),
        sent(),
        all,
        ofLast,
        call('listDeliveries', { query: (drawing) => ofEndpoint(drawing, -1) }),
      ],
      [
        ...ready,
        call('createWebhook', { body: everything }),
        answers(200),
        sent(),
        advance('PT5M'),
        all,
        call('redeliverDelivery'),
        all,
        ofLast,
      ],
      // Also where another organization has had an endpoint at the same address for longer, which is told nothing of it.
      [
        ...[...ready, call('createWebhook', { manner: 'neighbour', body: everything, drawn: theirs.drawn })],
        call('createWebhook', { body: (drawing) => theirs.first(drawing)?.body, intent: 'exotic' }),
        ...[answers(200), sent(), advance('PT5M'), all, call('redeliverDelivery'), all],
        call('listDeliveries', { query: {}, manner: 'neighbour' }),
      ],
      // One endpoint is told of what goes out, the other of nothing that happens here.
      [
        ...ready,
        call('createWebhook', { body: everything }),
        answers(200),
        call('createWebhook', { body: lastType }),
        answers(200),
        sent(),
        advance('PT5M'),
        all,
        call('listDeliveries', { query: (drawing) => ofEndpoint(drawing, 0) }),
        call('listDeliveries', { query: (drawing) => ofEndpoint(drawing, -1) }),
      ],
      // One that is switched on again is told again (States, switches).
      [
        ...[...ready, call('createWebhook', { body: everything }), answers(200)],
        ...[true, false].map((disabled) => call('updateWebhook', { body: () => ({ disabled }) })),
        ...[sent(), advance('PT5M')],
        call('listDeliveries', { query: (drawing) => ofEndpoint(drawing, -1) }),
      ],
      // From a change on an endpoint is told of what it names now.
      ...[
        { before: lastType, after: everything },
        { before: everything, after: lastType },
      ].map(({ before, after }) => [
        ...[...ready, call('createWebhook', { body: before }), answers(200)],
        call('updateWebhook', { body: (drawing) => chosenIn(after, drawing) }),
        ...[sent(), fate('messageDelivered'), advance('PT5M')],
        call('listDeliveries', { query: (drawing) => ofEndpoint(drawing, -1) }),
      ]),
    ]
  }),
  // Switches and references (rows 23 and 24).
  script(['createWebhook', 'listWebhooks', 'updateWebhook', 'deleteWebhook'], (call) => [
    [
      call('createWebhook'),
      call('updateWebhook', { body: () => ({ disabled: true }) }),
      call('updateWebhook', { body: () => ({ disabled: false }) }),
      call('listWebhooks'),
    ],
    [
      call('createWebhook'),
      call('updateWebhook', { body: () => ({ disabled: true }) }),
      call('updateWebhook', { body: (_, { url }) => ({ url: url ?? 'https://moved.example.com/hook' }) }),
      call('listWebhooks'),
    ],
    [have('ArmedDomain'), call('createWebhook'), call('createRoute'), call('deleteWebhook'), call('listWebhooks')],
  ]),
  // Redeliveries (row 27).
  script(['createWebhook', 'listDeliveries', 'redeliverDelivery'], (call) => {
    const all = call('listDeliveries', { query: {} })
    return [
      // Told again of something old, when there is something newer: newest first (row 26).
      [
        ...ready,
        call('createWebhook', { body: everything }),
        answers(200),
        sent(),
        advance('PT10M'),
        sent(),
        advance('PT10M'),
        all,
        call('redeliverDelivery', { parameters: delivery(0) }),
        all,
      ],
      // What gets through late, because it was refused first, is no newer for that, and of the same message as before.
      [
        ...[...ready, call('createWebhook', { body: everything }), answers(500, 200)],
        ...[sent(), advance('PT1S'), sent(), advance('P1D')],
        ...[all, call('listDeliveries', { query: ofMessage })],
      ],
      // However an endpoint refuses, it is recorded as such, without what signs (Events, point 1; Conventions).
      ...[301, 401, 429].map((status) => [
        ...[...ready, call('createWebhook', { body: everything }), answers(status)],
        ...[sent(), advance('PT1M'), all],
      ]),
      // Each of several that are under way at the same time comes to its own end.
      [
        ...[...ready, call('createWebhook', { body: everything }), answering([{ status: 200, afterMs: A_MOMENT_MS }])],
        ...[sent(), sent(), fate('messageDelivered'), advance('P1D'), all],
      ],
      // What waits for another attempt when its endpoint is switched off ends in a state that there is.
      [
        ...[...ready, call('createWebhook', { body: everything }), answers(500), sent(), advance('PT1S')],
        ...[call('updateWebhook', { body: () => ({ disabled: true }) }), advance('P1D'), all],
      ],
      // What was given up is kept as it is: another record is told again.
      [
        ...[...ready, call('createWebhook', { body: everything }), answers(500)],
        ...[sent(), advance('P10D'), all, answers(200)],
        ...[call('redeliverDelivery', { parameters: delivery(0) }), all],
      ],
      // Nobody else can have it told again.
      [
        ...[...ready, call('createWebhook', { body: everything }), answers(200), sent(), advance('PT5M'), all],
        ...[call('redeliverDelivery', { parameters: delivery(0), manner: 'elsewhere' }), all],
      ],
      // Whoever asks twice at the same time gets two.
      [
        ...[...ready, call('createWebhook', { body: everything }), answers(200), sent(), advance('PT5M'), all],
        call('redeliverDelivery', { parameters: delivery(0), withNext: true }),
        ...[call('redeliverDelivery', { parameters: delivery(0) }), all],
      ],
      // Two endpoints are told of the same, and each is told again.
      [
        ...ready,
        ...times(2, () => [call('createWebhook', { body: everything }), answers(200)]).flat(),
        sent(),
        advance('PT5M'),
        all,
        call('redeliverDelivery', { parameters: delivery(0) }),
        call('redeliverDelivery', { parameters: delivery(1) }),
        all,
      ],
    ]
  }),
  // Numbered deliveries are newest first also where their numbers grow by a digit (row 26).
  {
    ...script(['createWebhook', 'listDeliveries'], (call) => {
      const endpoint = [call('createWebhook', { body: everything }), answers(200)]
      return [
        [
          ...ready,
          ...times(3, () => endpoint).flat(),
          ...times(4, () => [sent(), advance('PT1M')]).flat(),
          call('listDeliveries', { query: {} }),
        ],
      ]
    }),
    opens: true,
  },
]
