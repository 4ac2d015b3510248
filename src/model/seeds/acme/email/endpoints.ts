import { CAST } from '../../kit/cast.ts'
import { DAY, MINUTE, SECOND } from '../../kit/durations.ts'
import type { Story, Strand } from '../../kit/story.ts'
import { hangDelivery } from '../../kit/stuck.ts'
import { answerTimesMs } from '../../kit/transit.ts'
import { HEARING } from './archive.ts'
import { CUSTOMERS } from './customers.ts'
import { FAXES } from './questions.ts'
import { incoming } from './receiving.ts'

type Answer = { readonly status: number; readonly afterMs?: number }

/** An endpoint with its way of answering: nothing of a seed is ever really sent. */
function endpoint(story: Story, url: string, announced: readonly string[], ...scripted: Answer[]): string {
  const offered = [...story.here.oldest('EmailEventType', 'all', 'acme')]
  const eventTypes = offered.flatMap(({ id, announces }) => (announces && announced.includes(announces) ? [id] : []))
  const { webhook } = story.ask(CAST.admin, 'createWebhook', { body: { url, eventTypes } })
  answer(story, webhook.id, url, scripted)
  return webhook.id
}

/** The last of the answers comes again and again, each time as quickly as an endpoint happens to be. */
function answer(story: Story, endpointId: string, url: string, scripted: readonly Answer[]): void {
  const mostMs = (story.here.gap('email.delivery-attempts').timeoutSeconds * SECOND) / 2
  const count = scripted.at(-1)?.afterMs === undefined ? ANSWERS : scripted.length
  const answers = answerTimesMs(url, count).flatMap((tookMs, index) => {
    const one = scripted[index] ?? scripted.at(-1)
    return one ? [{ afterMs: Math.min(tookMs, mostMs), ...one }] : []
  })
  story.happens('acme', 'webhookEndpointAnswers', { endpointId, answers })
}
const ANSWERS = 60

/** One that works, one that stumbles first, one that failed until it was disabled, one that is down, a slow one. */
export function* endpoints(story: Story, { id: domainId }: { readonly id: string }): Strand {
  const route = (pattern: string, endpointId: string) =>
    story.ask(CAST.admin, 'createRoute', { body: { domainId, pattern, endpointId } })
  yield story.before(40 * DAY)
  endpoint(story, 'https://hooks.acme.example/mail', ['bounced', 'complained'], { status: 500 }, { status: 204 })
  const legacy = endpoint(story, 'https://legacy.acme.example/mail', ['complained', 'received'], { status: 503 })
  route('fax', legacy)
  yield story.endMs - HEARING * DAY
  const helpdesk = endpoint(story, 'https://helpdesk.acme.example/inbound', ['received'], { status: 200 })
  route('support', helpdesk)
  route('orders*', helpdesk)
  endpoint(story, 'https://audit.acme.example/mail', ['sent'], { status: 204 })
  const heard = ['sent', 'delivered']
  const analytics = endpoint(story, 'https://analytics.acme.example/events', heard, { status: 202 })
  yield story.before(6 * DAY)
  story.happens('acme', 'messageReceived', incoming(FAXES[0], CUSTOMERS[0], 903, 'fax'))
  yield story.before(4 * DAY)
  // Its first attempt has failed when the endpoint is switched off, so it is held.
  story.happens('acme', 'messageReceived', incoming(FAXES[0], CUSTOMERS[0], 904, 'fax'))
  yield story.here.nowMs + 4 * SECOND
  story.ask(CAST.admin, 'updateWebhook', { parameters: { id: legacy }, body: { disabled: true } })
  yield story.before(DAY)
  const afterMs = Math.floor(story.here.gap('email.delivery-attempts').timeoutSeconds * 0.8) * SECOND
  route('archive', endpoint(story, 'https://archive.acme.example/mail', ['received'], { status: 200, afterMs }))
  yield story.before(50 * MINUTE)
  hang(story, route, endpoint(story, 'https://dms.acme.example/inbox', ['received'], { status: 200, afterMs }))
  yield story.before(30 * MINUTE)
  answer(story, analytics, 'https://analytics.acme.example/events', [{ status: 502 }])
  yield story.endMs - Math.floor(afterMs / 4)
  story.happens('acme', 'messageReceived', {
    from: 'Mia Schäfer <mia@customers.example>',
    to: ['archive@acme.example'],
    subject: 'Vertrag, unterschrieben',
    text: 'Wie besprochen der Vertrag für Ihre Unterlagen.\n\nMia Schäfer',
  })
}

/** A delivery to an endpoint that took the connection and says nothing more. */
function hang(story: Story, route: (pattern: string, endpointId: string) => unknown, endpointId: string): void {
  route('contracts', endpointId)
  const mail = incoming(
    { subject: 'Contract, signed', text: 'As agreed on the phone.' },
    CUSTOMERS[0],
    911,
    'contracts',
  )
  story.begin(held(story, endpointId, mail))
}

function* held(story: Story, endpointId: string, mail: ReturnType<typeof incoming>): Strand {
  yield story.here.nowMs
  story.happens('acme', 'messageReceived', mail)
  yield story.here.nowMs + 1
  const [delivery] = story.here.newest('EmailDelivery', 'endpoint', 'acme', endpointId)
  if (delivery) hangDelivery(story.here, 'acme', delivery.id)
}
