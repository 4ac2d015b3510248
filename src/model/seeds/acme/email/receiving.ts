import { type Dice, makeDice } from '../../kit/dice.ts'
import { DAY, HOUR } from '../../kit/durations.ts'
import type { Story, Strand } from '../../kit/story.ts'
import { HEARING, putOldMail } from './archive.ts'
import { CUSTOMERS, type Customer } from './customers.ts'
import { orderOf } from './letters.ts'
import { FAXES, QUESTIONS, type Question } from './questions.ts'

const RECEIVED = 90

/** A message that somebody writes to acme. */
export function incoming(question: Question, customer: Customer, number: number, box: string) {
  const filled = (text: string) => text.replaceAll('#', orderOf(number).number)
  const { subject, text, cc, also = [] } = question
  return {
    from: `${customer.name} <${customer.address}>`,
    to: [box, ...also.filter((other) => other !== box)].map((name) => `${name}@acme.example`),
    ...(cc && { cc: [...cc] }),
    ...(subject !== undefined && { subject: filled(subject) }),
    text: `${filled(text)}\n\n-- \n${customer.name}`,
  }
}

function writerOf(question: Question | undefined, dice: Dice): Customer {
  const [first, ...others] = CUSTOMERS.filter(({ language }) => language === question?.language)
  return first ? dice.pick([first, ...others]) : dice.pick(CUSTOMERS)
}

export function* receiving(story: Story, { id: domainId }: { readonly id: string }): Strand {
  const dice = makeDice(11)
  const beganMs = story.here.nowMs
  const step = (story.endMs - HOUR - beganMs) / RECEIVED
  for (let number = 0; number < RECEIVED; number++) {
    yield beganMs + step * (number + 0.9 * dice.share())
    const fax = number % 17 === 9
    const question = fax ? FAXES[number % FAXES.length] : QUESTIONS[(number * 8) % QUESTIONS.length]
    const box = fax ? 'fax' : dice.pick(['support', 'orders', 'orders-eu'])
    const mail = incoming(question ?? QUESTIONS[0], writerOf(question, dice), number * 3, box)
    const { here, endMs } = story
    if (fax || here.nowMs > endMs - HEARING * DAY) story.begin(received(story, mail))
    else if (here.gap('email.unrouted-mail') !== 'dropped')
      putOldMail(here, 'acme', { direction: 'receive', ...mail, cc: mail.cc, subject: mail.subject, domainId, endMs })
  }
}

function* received(story: Story, mail: ReturnType<typeof incoming>): Strand {
  yield story.here.nowMs
  story.happens('acme', 'messageReceived', mail)
}
