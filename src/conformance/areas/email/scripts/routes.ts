import { isObject } from '../../../../contract/json.ts'
import { type Drawing, within } from '../../../kit/drawing.ts'
import { newest, own } from '../../../kit/own-rows.ts'
import { remembered } from '../../../script/remembered.ts'
import { advance, type Body, type Script, script, times } from '../../../script/script.ts'
import { rowsOf } from '../../../shadow/rows.ts'
import { domain, newestDomain, published, receiving, receivingNextDoor, routed, written } from './mail-goals.ts'

/** The same, of the one before. */
const onFirst =
  (pattern: (drawing: Drawing) => string): Body =>
  (drawing, plain) => {
    const [before, route] = [own(drawing, 'EmailDomain').at(-2)?.id, routed(pattern)(drawing, plain)]
    return before !== undefined && isObject(route) ? { ...route, domainId: before } : undefined
  }

const ofEndpoint = (drawing: Drawing) => {
  const endpointId = newest(drawing, 'EmailWebhook')?.id
  return endpointId === undefined ? undefined : { endpointId: String(endpointId) }
}

const newestRoute = (drawing: Drawing) => {
  const id = newest(drawing, 'EmailRoute')?.id
  return id === undefined ? undefined : { id: String(id) }
}

const whole = ({ salt }: Drawing) => `desk-${salt}`
const beginning = (drawing: Drawing) => `${whole(drawing)}*`
/** Local parts that are nearly those of a pattern: longer or shorter, at either end, also by what some take for a mere tag. */
const NEARLY: Readonly<Record<'whole' | 'beginning', readonly ((local: string) => string)[]>> = {
  whole: [
    ...[(local: string) => `${local}s`, (local: string) => local.slice(0, -1)],
    ...[(local: string) => `a${local}`, (local: string) => local.slice(1)],
    (local) => `${local}+tag`,
  ],
  beginning: [(local) => local.slice(0, -1), (local) => `a${local}`, (local) => local.slice(1)],
}

const everything: Body = ({ vocabulary }, plain) => ({ ...plain, eventTypes: vocabulary.eventTypes })

export const ROUTE_SCRIPTS: readonly Script[] = [
  // Which routes there may be (Endpoints, Email, row 5).
  script(
    ['createDomain', 'armDomainReceiving', 'checkDomain', 'createWebhook', 'createRoute', 'listRoutes'],
    (call) => {
      const endpoint = call('createWebhook', { body: everything })
      const { first, drawn } = remembered()
      const theirs: Body = (drawing) => {
        const { shadow, org } = drawing
        const domainId = domain(drawing)?.id
        const foreign = rowsOf(shadow.world, 'EmailWebhook').findLast((row) => row.org !== org)?.id
        return domainId === undefined || foreign === undefined
          ? undefined
          : { domainId, pattern: whole(drawing), endpointId: foreign }
      }
      return [
        // The endpoint must be the organization's own (Endpoints, Email, row 5).
        [
          ...receiving(call),
          call('createWebhook', { manner: 'neighbour' }),
          call('createRoute', { body: theirs, intent: 'broken' }),
          call('listRoutes'),
        ],
        // A pattern is taken on its own domain only (the same).
        [
          ...receiving(call),
          endpoint,
          call('createRoute', { body: routed(whole) }),
          ...receiving(call),
          // Seen to be ready, so that it must be taken.
          call('getDomain', { parameters: newestDomain }),
          call('createRoute', { body: routed(whole) }),
        ],
        // It is free again when its route has gone, also for whoever was refused it; and so is a domain once it is armed.
        [
          ...[...receiving(call), endpoint, call('getDomain', { parameters: newestDomain })],
          ...times(2, () => call('createRoute', { body: routed(whole) })),
          call('deleteRoute'),
          call('createRoute', { body: routed(whole) }),
        ],
        [
          // There is an armed one, so that nobody arms the new one for the first request.
          ...[...receiving(call), endpoint, call('createDomain')],
          ...[call('createRoute', { body: routed(whole), intent: 'broken' }), ...receiving(call).slice(1)],
          ...[call('getDomain', { parameters: newestDomain }), call('createRoute', { body: routed(whole) })],
        ],
        // What DNS shows arms nothing, though a pass has gone over it.
        [
          ...[...receiving(call), endpoint, call('createDomain'), published],
          ...[call('checkDomain', { parameters: newestDomain }), advance('PT1H')],
          call('createRoute', { body: routed(whole), intent: 'broken' }),
        ],
        // What was taken on a domain that is gone is free on the next of its name, whoever has that. The mail provider may take
        // a while to clear it.
        [
          ...[
            ...receiving(call, call('createDomain', { drawn })),
            endpoint,
            call('createRoute', { body: routed(whole) }),
          ],
          ...[call('deleteDomain', { parameters: newestDomain }), advance('PT1H')],
          ...receivingNextDoor(call, (drawing) => first(drawing)?.body),
          call('createWebhook', { manner: 'neighbour', body: everything }),
          call('createRoute', {
            manner: 'neighbour',
            body: (drawing, plain) => {
              const theirs = within(drawing, 'outsider')
              return theirs && routed(() => whole(drawing))(theirs, plain)
            },
          }),
        ],
        // The same where nobody can say how far a domain is.
        [
          ...times(2, () => [call('createDomain'), call('armDomainReceiving', { parameters: newestDomain })]).flat(),
          endpoint,
          call('createRoute', { body: routed(whole) }),
          call('createRoute', { body: onFirst(whole) }),
        ],
      ]
    },
  ),
  // Which mail a route takes (Resources, EmailRoute).
  script(['createDomain', 'armDomainReceiving', 'createWebhook', 'createRoute', 'listDeliveries'], (call) => {
    const endpoint = call('createWebhook', { body: everything })
    return [
      // A beginning with a star takes every local part that begins so, a star takes all.
      ...[beginning, () => '*'].map((pattern) => [
        ...receiving(call),
        endpoint,
        call('createRoute', { body: routed(pattern) }),
        // It is listed as it was asked for.
        call('listRoutes'),
        written((drawing) => `${whole(drawing)}-and-more`),
        advance('PT5M'),
        call('listDeliveries', { query: ofEndpoint }),
      ]),
      // Nor is anything told to an endpoint that is disabled.
      [
        ...[...receiving(call), endpoint, call('createRoute', { body: routed(whole) })],
        ...[written(whole), advance('PT5M'), call('updateWebhook', { body: () => ({ disabled: true }) })],
        call('listDeliveries', { query: ofEndpoint }),
        ...[written(whole), advance('PT5M'), call('listDeliveries', { query: ofEndpoint })],
      ],
      // Nor does a route take anything that is gone.
      [
        ...[...receiving(call), endpoint, call('createRoute', { body: routed(whole) })],
        ...[written(whole), advance('PT5M'), call('deleteRoute')],
        ...[written(whole), written(({ salt }) => `somebody-${salt}`), advance('PT5M')],
        call('listDeliveries', { query: ofEndpoint }),
      ],
      // What is nearly the same is not meant, neither by a whole local part nor by a beginning (the same).
      ...[whole, beginning].map((pattern) => [
        ...receiving(call),
        endpoint,
        call('createRoute', { body: routed(pattern) }),
        ...NEARLY[pattern === whole ? 'whole' : 'beginning'].flatMap((other) => [
          written((drawing) => other(whole(drawing))),
          advance('PT5M'),
        ]),
        // What is not meant at all, to tell a target that announces everything.
        ...[written(({ salt }) => `somebody-${salt}`), advance('PT5M')],
        call('listDeliveries', { query: ofEndpoint }),
      ]),
    ]
  }),
  // One of two that differ in their domain alone goes, the other stays (Endpoints, Email, row 5).
  script(
    ['createDomain', 'armDomainReceiving', 'createWebhook', 'createRoute', 'deleteRoute', 'listRoutes'],
    (call) => [
      [
        ...times(2, () => [call('createDomain'), call('armDomainReceiving', { parameters: newestDomain })]).flat(),
        call('createWebhook'),
        call('createRoute', { body: routed(whole), intent: 'exotic' }),
        call('createRoute', { body: onFirst(whole), intent: 'exotic' }),
        ...[call('deleteRoute', { parameters: newestRoute }), call('listRoutes')],
      ],
    ],
  ),
]
