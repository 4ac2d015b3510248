import { makeDice } from '../../kit/dice.ts'
import { DAY, HOUR } from '../../kit/durations.ts'
import type { Story, Strand } from '../../kit/story.ts'
import { arrivals, reactionMs } from '../../kit/transit.ts'
import { HEARING, putOldMail } from './archive.ts'
import { CUSTOMERS, type Customer } from './customers.ts'
import { letterTo } from './letters.ts'
import { NEWSLETTERS } from './newsletters.ts'

export const SENT = 250
const FROM = 'Acme <orders@acme.example>'

/** The outcome of a message. */
type Fate = 'hard' | 'soft' | 'complained' | 'unknown' | 'delivered'

function fateOf(number: number): Fate {
  if (number % 41 === 7) return 'hard'
  if (number % 37 === 5) return 'soft'
  if (number % 83 === 50) return 'complained'
  return number % 29 === 11 ? 'unknown' : 'delivered'
}

/** A message that acme sends. */
interface Outgoing {
  readonly from: string
  readonly to: string[]
  readonly cc?: string[]
  readonly subject?: string
  readonly text: string
}

export function* sending(
  story: Story,
  { acme, mail }: Readonly<Record<'acme' | 'mail', { readonly id: string }>>,
): Strand {
  const dice = makeDice(7)
  const beganMs = story.here.nowMs
  const step = (story.endMs - HOUR - beganMs) / SENT
  for (let number = 0; number < SENT; number++) {
    yield beganMs + step * (number + 0.8 * dice.share())
    const fate = fateOf(number)
    const mailing = number % 6 === 0
    const written = mailing ? newsletter(number, fate) : letter(number, fate, dice.pick(CUSTOMERS))
    const { endMs } = story
    if (fate === 'delivered' && story.here.nowMs < endMs - HEARING * DAY) {
      const domainId = mailing ? mail.id : acme.id
      const { cc, subject } = written
      putOldMail(story.here, 'acme', { direction: 'send', ...written, cc, subject, domainId, endMs })
    } else story.begin(sent(story, written, fate))
  }
}

/** Bounced or complaining recipients get only one message, so that no later message is missing. */
function lost(number: number, fate: Fate): string[] | undefined {
  const name = { hard: `gone-${number}`, complained: `annoyed-${number}` }[fate as string]
  return name === undefined ? undefined : [`${name}@customers.example`]
}

function newsletter(number: number, fate: Fate): Outgoing {
  const { subject, text } = NEWSLETTERS[Math.floor((number * NEWSLETTERS.length) / SENT)] ?? NEWSLETTERS[0]
  const readers = [0, 1, 2].map((other) => CUSTOMERS[(number + 4 * other) % CUSTOMERS.length] ?? CUSTOMERS[0])
  const to = lost(number, fate) ?? readers.slice(0, 1 + ((number / 6) % 3)).map(({ address }) => address)
  return { from: 'Acme News <news@mail.acme.example>', to, subject, text: `${text}\n\nAcme News` }
}

export function letter(number: number, fate: Fate, customer: Customer): Outgoing {
  const { subject, text, aboutMoney } = letterTo(customer, number)
  const copied = fate === 'delivered' && aboutMoney && number % 4 > 0
  const to = lost(number, fate) ?? [customer.address]
  const from = customer.language === 'de' ? 'Acme für Österreich und die Schweiz <orders@acme.example>' : FROM
  const cc = copied ? [`accounts+${customer.address.split('@')[0]}@partners.example`] : undefined
  return { from, to, ...(cc && { cc }), ...(number % 53 !== 20 && { subject }), text }
}

export function* sent(story: Story, mail: Outgoing, fate: Fate): Strand {
  const { messageId } = story.happens('acme', 'messageSent', mail)
  const sentMs = story.here.nowMs
  if (fate === 'unknown') return
  if (fate === 'hard') {
    yield sentMs + reactionMs(messageId, 'hard')
    story.happens('acme', 'messageBounced', { messageId, bounce: 'hard' })
    return
  }
  const [first = '', ...others] = [...mail.to, ...(mail.cc ?? [])]
  if (fate === 'soft') story.begin(deferred(story, messageId, first))
  const reached = arrivals(messageId, fate === 'soft' ? others : [first, ...others])
  for (const { recipient, afterMs } of reached) {
    yield sentMs + afterMs
    story.happens('acme', 'messageDelivered', { messageId, recipient })
  }
  if (fate !== 'complained') return
  yield story.here.nowMs + reactionMs(messageId, 'complained')
  story.happens('acme', 'messageComplained', { messageId })
}

/** A server that is busy first, and takes it later. */
function* deferred(story: Story, messageId: string, recipient: string): Strand {
  const sentMs = story.here.nowMs
  const refusedMs = sentMs + reactionMs(messageId, 'soft')
  yield refusedMs
  story.happens('acme', 'messageBounced', { messageId, recipient, bounce: 'soft' })
  yield refusedMs + reactionMs(messageId, 'retried')
  story.happens('acme', 'messageDelivered', { messageId, recipient })
}
