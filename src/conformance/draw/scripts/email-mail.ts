import type { Wish } from '../walk.ts'
import { plainMail, verifiedDomain } from '../ways.ts'
import { advance, type Body, event, have, own, type Script, script, times, used } from './script.ts'

type Drawing = Parameters<Body>[0]

const sent = (more: (drawing: Drawing) => Readonly<Record<string, unknown>> | undefined = () => ({})): Wish =>
  event('messageSent', (drawing) => {
    const [domain, rest] = [verifiedDomain(drawing), more(drawing)]
    return domain && rest && { ...plainMail(drawing, domain), ...rest }
  })
const message = (drawing: Drawing, place = -1) => own(drawing, 'EmailMessage').at(place)
const recipientOf = (drawing: Drawing) => (message(drawing)?.to as readonly string[] | undefined)?.[0]
const fate = (name: string, more: Readonly<Record<string, unknown>> = {}): Wish =>
  event(name, (drawing) => {
    const id = message(drawing)?.id
    return id === undefined ? undefined : { messageId: id, ...more }
  })
const theMessage = (place: number) => (drawing: Drawing) => {
  const id = message(drawing, place)?.id
  return id === undefined ? undefined : { id: String(id) }
}
const daysAgo = (days: number) => (drawing: Drawing) => ({
  createdAt: new Date(Math.floor(drawing.shadow.world.nowMs / 1000) * 1000 - days * 86_400_000).toISOString(),
})
const ready: Wish[] = [have('VerifiedDomain')]

export const EMAIL_MAIL_SCRIPTS: readonly Script[] = [
  // The log: newest first, 90 days, by filters, page by page (Endpoints, Email, row 14; Limits).
  script(['listMessages', 'getMessage', 'getMessageContent'], 'email', (call) => [
    [...ready, sent(), sent(), call('listMessages', { query: {} })],
    [
      ...ready,
      sent(),
      fate('messageDelivered'),
      call('getMessage'),
      call('getMessageContent'),
      call('listMessages', { query: { direction: 'receive' } }),
      call('listMessages', { query: { direction: 'send' } }),
    ],
    [
      ...ready,
      sent(),
      sent(),
      call('listMessages', {
        query: (drawing) => {
          const to = recipientOf(drawing)
          return to === undefined ? undefined : { to }
        },
      }),
    ],
    [...ready, sent(daysAgo(40)), sent(daysAgo(100)), call('getMessageContent', { parameters: theMessage(0) })],
    [...ready, sent(daysAgo(100)), sent(daysAgo(40)), call('listMessages', { query: {} })],
    [
      ...ready,
      ...times(60, () => sent()),
      call('listMessages', { query: {} }),
      call('listMessages', {
        query: (drawing) => {
          const cursor = own(drawing, 'EmailCursor').at(-1)?.id
          return cursor === undefined ? undefined : { cursor: String(cursor) }
        },
      }),
    ],
  ]),
  // Posture: what counts today, the quota that staff set, a pause (Endpoints, Email, row 17; Events, point 3).
  script(['getEmailSettings'], 'email', (call) => [
    [...ready, sent(), sent(), call('getEmailSettings')],
    [event('quotaChanges', () => ({ quota: 'daily-email', value: 777 })), call('getEmailSettings')],
    [
      ...ready,
      ...times(20, () => [sent(), fate('messageBounced', { bounce: 'hard' })]).flat(),
      call('getEmailSettings'),
    ],
  ]),
  // Suppressions: by bounce, by complaint, by hand; lifted they get mail again (Events, points 1 and 2).
  script(['listSuppressions', 'deleteSuppression', 'createSuppression'], 'email', (call) => {
    const toSuppressed = sent((drawing) => {
      const address = own(drawing, 'EmailSuppression').at(-1)?.address
      return address === undefined ? undefined : { to: [address, 'somebody-else@reader.example'] }
    })
    const toLast = sent((drawing) => {
      const address = recipientOf(drawing)
      return address === undefined ? undefined : { to: [address, 'somebody-else@reader.example'] }
    })
    return [
      [...ready, sent(), fate('messageBounced', { bounce: 'hard' }), call('listSuppressions')],
      [...ready, sent(), fate('messageComplained'), call('listSuppressions')],
      [...ready, call('createSuppression'), toSuppressed],
      [
        ...ready,
        sent(),
        fate('messageBounced', { bounce: 'hard' }),
        call('deleteSuppression'),
        call('listSuppressions'),
        toLast,
      ],
    ]
  }),
  // Send keys (Endpoints, Email, rows 2 and 3).
  script(['createSendKey', 'revokeSendKey'], 'email', (call) => {
    const byKey = sent((drawing) => {
      const key = own(drawing, 'EmailSendKey').at(-1)?.id
      return key === undefined ? undefined : { sendKeyId: key }
    })
    return [
      [...ready, call('createSendKey', { body: (_, { domainIds: _ids, ...plain }) => plain }), byKey],
      [call('createSendKey'), call('revokeSendKey'), used('send-key', 'createSendKey secret')],
      [call('createSendKey'), used('send-key', 'createSendKey secret')],
    ]
  }),
  // The sending door is one that the contract names without showing: only where the profile says where it is.
  script(['createSendKey', 'revokeSendKey', 'sendMessage'], 'email', (call) => [
    [
      ...ready,
      call('createSendKey', { body: (_, { domainIds: _ids, ...plain }) => plain }),
      call('revokeSendKey'),
      call('sendMessage', {
        bearer: ({ shadow }) => shadow.secrets.findLast(({ from }) => from === 'createSendKey secret')?.value,
        body: (drawing) => {
          const domain = verifiedDomain(drawing)
          return domain && plainMail(drawing, domain)
        },
        intent: 'broken',
      }),
    ],
  ]),
  // Endpoints: what they were told of, how it went, what is delivered again (Endpoints, Email, rows 21 to 27).
  script(
    ['createWebhook', 'listDeliveries', 'redeliverDelivery', 'updateWebhook', 'deleteWebhook'],
    'email',
    (call) => {
      const everything: Body = ({ vocabulary }, plain) => ({ ...plain, eventTypes: vocabulary.eventTypes })
      const answers = (status: number): Wish =>
        event('webhookEndpointAnswers', (drawing) => {
          const endpoint = own(drawing, 'EmailWebhook').at(-1)?.id
          return endpoint === undefined ? undefined : { endpointId: endpoint, answers: [{ status }] }
        })
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
        ],
        [
          ...ready,
          call('createWebhook', { body: everything }),
          answers(200),
          sent(),
          advance('PT5M'),
          call('redeliverDelivery'),
          all,
        ],
        [
          call('createWebhook'),
          call('updateWebhook', { body: () => ({ disabled: true }) }),
          call('updateWebhook', { body: (_, { url }) => ({ url: url ?? 'https://moved.example.com/hook' }) }),
          call('listWebhooks'),
        ],
        [have('ArmedDomain'), call('createWebhook'), call('createRoute'), call('deleteWebhook'), call('listWebhooks')],
      ]
    },
  ),
]
