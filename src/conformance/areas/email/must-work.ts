import { isObject } from '../../../contract/json.ts'
import type { MustWork, MustWorkEvents } from '../../area-judge/must-work.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { isFreeToSend } from './checks/shown-posture.ts'

const DAY_MS = 86_400_000

/** What becomes of a message that was accepted is recorded with it (Events, point 2); an old one may not be kept. */
const fate: MustWork = {
  rules: ['EML-10'],
  evidence: 'unknown',
  applies: ({ shadow: { world }, body }) =>
    rowsOf(world, 'EmailMessage').some(
      ({ id, createdAtMs }) => isObject(body) && body.messageId === id && world.nowMs - createdAtMs < DAY_MS,
    ),
}

/** Mail goes out with a valid key while nothing is in its way (Endpoints, Email, row 2; Events, point 3). */
export const EMAIL_MUST_WORK: MustWorkEvents = {
  messageSent: {
    rules: ['EML-02'],
    evidence: 'impossible',
    applies: ({ shadow, org, body }) =>
      isObject(body) && body.sendKeyId !== undefined && isFreeToSend(shadow, org, body),
  },
  messageDelivered: fate,
  messageBounced: fate,
  messageComplained: fate,
}
