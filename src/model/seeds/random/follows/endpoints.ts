import { MINUTE } from '../../kit/durations.ts'
import { answerTimesMs } from '../../kit/transit.ts'
import type { Hand } from '../hand/hand.ts'
import { name } from '../words/vocabulary.ts'

const ANSWERS = 40

/** The endpoints of a seed are never called: most take what they get, some stumble first, every sixth refuses it. */
export function answers(hand: Hand, endpointId: string, statuses = statusesOf(hand)): void {
  const script = answerTimesMs(endpointId, ANSWERS).map((afterMs, index) => ({
    ...{ status: statuses[index] ?? statuses.at(-1) ?? 200, afterMs },
  }))
  hand.happens('webhookEndpointAnswers', { endpointId, answers: script, afterwards: 'repeat-last' })
}

function statusesOf(hand: Hand): readonly number[] {
  const drawn = hand.dice.share()
  if (drawn < 0.15) return [503]
  return drawn < 0.3 ? [500, 200] : [hand.dice.pick([200, 202, 204])]
}

/** Mail to a mailbox is passed on to it. */
export function isRouted(hand: Hand, endpointId: string, pattern = mailbox(hand)): void {
  hand.after(MINUTE, () => {
    const domain = hand.one('EmailDomain', ({ receiveState }) => receiveState === 'verified')
    if (domain) hand.ask('createRoute', { body: { domainId: domain.id, pattern, endpointId } })
  })
}

const mailbox = ({ growing }: Hand): string =>
  name('mailbox', growing.ordinal('createRoute'), growing.salt, '').replace(/\*(\d+)$/, '$1*')
