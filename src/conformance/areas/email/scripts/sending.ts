import { newest } from '../../../kit/own-rows.ts'
import { type Body, type Script, script, secretOf, used } from '../../../script/script.ts'
import { anotherDomain, domainId, fate, ready, recipientOf, sent } from './mail-goals.ts'

export const SENDING_SCRIPTS: readonly Script[] = [
  // Suppressions: by bounce, by complaint, by hand; lifted they get mail again (Events, points 1 and 2).
  script(['listSuppressions', 'deleteSuppression', 'createSuppression'], (call) => {
    const toSuppressed = sent((drawing) => {
      const address = newest(drawing, 'EmailSuppression')?.address
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
      // An entry that a bounce made is known by its id once it was listed.
      [
        ...ready,
        sent(),
        fate('messageBounced', { bounce: 'hard' }),
        call('listSuppressions'),
        call('deleteSuppression'),
        call('listSuppressions'),
        toLast,
        fate('messageBounced', { bounce: 'hard' }),
        call('listSuppressions'),
      ],
      [
        ...ready,
        call('createSuppression'),
        toSuppressed,
        call('deleteSuppression'),
        toLast,
        fate('messageBounced', { bounce: 'hard' }),
        call('listSuppressions'),
      ],
    ]
  }),
  // Send keys (Endpoints, Email, rows 2 and 3).
  script(['createSendKey', 'revokeSendKey'], (call) => {
    const forFirstDomain: Body = (drawing, plain) => {
      const id = domainId(drawing, 0)
      return id && { ...plain, domainIds: [id] }
    }
    const byKey = sent((drawing) => {
      const key = newest(drawing, 'EmailSendKey')?.id
      return key === undefined ? undefined : { sendKeyId: key }
    })
    return [
      [...ready, call('createSendKey', { body: (_, { domainIds: _ids, ...plain }) => plain }), byKey],
      [call('createSendKey'), call('revokeSendKey'), used('send-key', 'createSendKey secret')],
      [call('createSendKey'), used('send-key', 'createSendKey secret')],
      // One that names domains is for those only.
      [...ready, call('createSendKey', { body: forFirstDomain }), ...anotherDomain(call), byKey],
    ]
  }),
  // The sending door is one that the contract names without showing: only where the profile says where it is.
  script(['createSendKey', 'revokeSendKey', 'sendMessage'], (call) => [
    [
      ...ready,
      call('createSendKey', { body: (_, { domainIds: _ids, ...plain }) => plain }),
      call('revokeSendKey'),
      call('sendMessage', {
        bearer: (drawing) => secretOf(drawing, 'createSendKey secret'),
        intent: 'broken',
      }),
    ],
  ]),
]
