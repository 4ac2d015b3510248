import { isObject } from '../../../contract/json.ts'
import type { Asked, MustWork, MustWorkEvents } from '../../area-judge/must-work.ts'
import { rowsOf } from '../../shadow/rows.ts'
import { fitsPattern } from './checks/routed-mail.ts'
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

/** Mail comes in for an address that has a route, at a domain that is shown to receive (Events, point 2). */
function isExpected({ shadow: { world }, org, body }: Asked): boolean {
  const to: unknown = isObject(body) && Array.isArray(body.to) ? body.to[0] : undefined
  const [local = '', name] = String(to).split('@')
  const domain = rowsOf(world, 'EmailDomain').find((row) => row.org === org && row.name === name)
  return (
    domain?.receiveState === 'verified' &&
    rowsOf(world, 'EmailRoute').some((row) => row.domainId === domain.id && fitsPattern(row.pattern, local))
  )
}

/** Mail goes out with a valid key while nothing is in its way (Endpoints, Email, row 2; Events, point 3). */
export const EMAIL_MUST_WORK: MustWorkEvents = {
  messageSent: {
    rules: ['EML-02'],
    evidence: 'impossible',
    applies: ({ shadow, org, body }) =>
      isObject(body) && body.sendKeyId !== undefined && isFreeToSend(shadow, org, body),
  },
  messageReceived: { rules: ['EML-03'], evidence: 'impossible', applies: isExpected },
  messageDelivered: fate,
  messageBounced: fate,
  messageComplained: fate,
}
