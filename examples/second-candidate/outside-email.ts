import { dnsKey, expectedRecords } from './dns.ts'
import type { Answer, DnsRecord, Domain } from './entities.ts'
import { type Letter, receiveLetter, report, sendLetter } from './mail.ts'
import { type Event, type Happening, momentOf, organizationOf } from './outside-event.ts'
import { refuse } from './refusal.ts'

const FAILURES = ['timeout', 'refused', 'reset', 'unresolved', 'tls'] as const

/** Outside events in DNS, at the mail provider and at webhook endpoints. */
export const emailEvents: Record<string, Event> = {
  dnsRecordPublished: (happening) => publish(happening, (record) => record.value),
  dnsRecordRemoved: (happening) => publish(happening, () => undefined),
  dnsRecordMismatched: (happening) => publish(happening, () => happening.read.string(happening.body.value, 'value')),

  domainClaimedElsewhere({ world, read, body }) {
    const name = read.string(body.domain, 'domain').toLowerCase()
    if (read.maybe(body, 'claimed', read.boolean) ?? true) world.claimedElsewhere.add(name)
    else world.claimedElsewhere.delete(name)
    return undefined
  },

  messageSent(happening) {
    const { world, read, body, changed } = happening
    const key = read.maybe(body, 'sendKeyId', read.string)
    const { message, suppressed } = sendLetter(world, letterOf(happening), key, read.maybe(body, 'door', read.string))
    changed.push({ entity: 'EmailMessage', id: message.id, change: 'created' })
    return { messageId: message.id, suppressed }
  },

  messageReceived(happening) {
    const { message, routes, deliveries } = receiveLetter(happening.world, letterOf(happening))
    happening.changed.push({ entity: 'EmailMessage', id: message.id, change: 'created' })
    return { messageId: message.id, routeIds: routes.map(({ id }) => id), deliveryIds: deliveries.map(({ id }) => id) }
  },

  messageDelivered: (happening) => ({ deliveryIds: reported(happening, 'delivered').deliveryIds }),
  messageBounced: (happening) => reported(happening, 'bounced'),
  messageComplained: (happening) => reported(happening, 'complained'),

  webhookEndpointAnswers({ world, read, body, changed }) {
    const webhook = world.webhooks.get(read.string(body.endpointId, 'endpointId')) ?? refuse(404, 'unknown endpoint')
    const answers = read.list((value, what): Answer => {
      const answer = read.object(value, what, [])
      const status = read.maybe(answer, 'status', read.integer(100, 599))
      return status === undefined ? { failure: read.oneOf(FAILURES)(answer.failure, 'failure') } : { status }
    })(body.answers, 'answers')
    const afterwards = read.maybe(body, 'afterwards', read.oneOf(['repeat-last', 'send'] as const)) ?? 'repeat-last'
    webhook.script = { answers, afterwards }
    changed.push({ entity: 'EmailWebhook', id: webhook.id, change: 'changed' })
    return undefined
  },

  sendingUnpaused(happening) {
    const org = organizationOf(happening)
    org.pause = undefined
    org.postureFrom = happening.world.now()
    happening.changed.push({ entity: 'EmailSettings', id: org.slug, change: 'changed' })
    return undefined
  },
}

/** Puts a value into DNS for each of a domain's expected records that the body means, or takes it out. */
function publish({ world, read, body, changed }: Happening, valueFor: (record: DnsRecord) => string | undefined) {
  const wanted = read.string(body.domain, 'domain')
  const domain =
    world.domains.get(wanted) ??
    [...world.domains.values()].find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ??
    refuse(404, 'unknown domain')
  const meant = meantRecords(domain)
  for (const record of meant) {
    const value = valueFor(record)
    if (value === undefined) world.dns.delete(dnsKey(record))
    else world.dns.set(dnsKey(record), value)
  }
  changed.push({ entity: 'EmailDomain', id: domain.id, change: 'changed' })
  return { records: meant.length }

  function meantRecords(of: Domain): DnsRecord[] {
    const only = (field: 'capability' | 'type' | 'name') => read.maybe(body, field, read.string)?.toLowerCase()
    const [capability, type, name] = [only('capability'), only('type'), only('name')]
    return expectedRecords(world, of).filter(
      (record) =>
        (capability === undefined || record.capability === capability) &&
        (type === undefined || record.type.toLowerCase() === type) &&
        (name === undefined || record.name.toLowerCase() === name),
    )
  }
}

function letterOf(happening: Happening): Letter {
  const { read, body } = happening
  const addresses = read.list(read.filled)
  return {
    from: read.filled(body.from, 'from'),
    to: addresses(body.to, 'to'),
    cc: read.maybe(body, 'cc', addresses),
    subject: read.maybe(body, 'subject', read.string),
    text: read.maybe(body, 'text', read.string),
    sizeBytes: read.maybe(body, 'sizeBytes', read.integer(1, 50_000_000)),
    createdAt: momentOf(happening, 'createdAt'),
  }
}

function reported(happening: Happening, kind: 'delivered' | 'bounced' | 'complained') {
  const { world, read, body, changed } = happening
  const message = world.messages.get(read.string(body.messageId, 'messageId')) ?? refuse(404, 'unknown message')
  const result = report(world, message, kind, {
    recipient: read.maybe(body, 'recipient', read.string),
    hard: kind === 'bounced' && read.oneOf(['hard', 'soft'])(body.bounce, 'bounce') === 'hard',
    detail: read.maybe(body, 'detail', (value, what) => read.object(value, what, [])),
    at: momentOf(happening, 'occurredAt'),
  })
  changed.push({ entity: 'EmailMessage', id: message.id, change: 'changed' })
  for (const { id } of result.suppressions) changed.push({ entity: 'EmailSuppression', id, change: 'created' })
  return {
    deliveryIds: result.deliveries.map(({ id }) => id),
    suppressionIds: result.suppressions.map(({ id }) => id),
    paused: result.paused,
  }
}
