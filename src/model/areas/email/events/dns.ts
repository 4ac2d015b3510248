import { EVERYWHERE } from '../../../identity/identity.ts'
import type { EventContext } from '../../../request/contexts.ts'
import type { EventEffect } from '../../area.ts'
import { eventAnswer, ImpossibleEvent } from '../../event-answer.ts'
import { awaitUnasked } from '../effects/domains/verification.ts'
import { knownRecords, recordKey } from '../queries/domains/dns-records.ts'
import { oneSpelling } from '../queries/domains/domain-names.ts'
import type { DnsRecord, DomainRow } from '../state/index.ts'

type Published = Readonly<Record<string, string>>
type DnsEvent = EventContext<'dnsRecordPublished' | 'dnsRecordRemoved' | 'dnsRecordMismatched'>

export const dnsRecordPublished: EventEffect<'dnsRecordPublished'> = (context) =>
  changed(context, (published, record) => ({ ...published, [recordKey(record)]: record.value }))

export const dnsRecordRemoved: EventEffect<'dnsRecordRemoved'> = (context) =>
  changed(context, (published, record) => {
    const { [recordKey(record)]: _, ...others } = published
    return others
  })

export const dnsRecordMismatched: EventEffect<'dnsRecordMismatched'> = (context) => {
  const { value } = context.body
  return changed(context, (published, record) => ({ ...published, [recordKey(record)]: value }))
}

/** Changes what lookups find for the records that the event is about, and says for how many it did. */
function changed(context: DnsEvent, change: (published: Published, record: DnsRecord) => Published) {
  const domain = domainCalled(context)
  const { capability, type, name } = context.body
  const concerned = knownRecords(domain).filter(
    (record) =>
      (capability === undefined || record.capability === capability) &&
      (type === undefined || record.type === type) &&
      (name === undefined || record.name === name),
  )
  const published = concerned.reduce(change, domain.published)
  const records = concerned.filter((record) => published[recordKey(record)] !== domain.published[recordKey(record)])
  context.put('EmailDomain', awaitUnasked(context, { ...domain, published }))
  const answer = eventAnswer(context, { entity: 'EmailDomain', id: domain.id, change: 'changed' })
  return { ...answer, records: records.length }
}

/** DNS knows no organizations: a domain is called by its id, or by its name whoever holds it. */
function domainCalled(context: DnsEvent): DomainRow {
  const { domain } = context.body
  const holder = context.get('EmailClaim', EVERYWHERE, oneSpelling(domain))?.holder ?? context.org
  const [named] = context.oldest('EmailDomain', 'name', holder, oneSpelling(domain))
  const found = context.get('EmailDomain', context.org, domain) ?? named
  if (!found) throw new ImpossibleEvent('unknown', `there is no email domain ${domain}`)
  return found
}

export const domainClaimedElsewhere: EventEffect<'domainClaimedElsewhere'> = (context) => {
  const { domain, claimed = true } = context.body
  const id = oneSpelling(domain)
  const claim = context.get('EmailClaim', EVERYWHERE, id)
  if (claim?.holder !== undefined)
    throw new ImpossibleEvent('not-possible', `an organization of this world has ${domain}`)
  if (!claimed) context.remove('EmailClaim', EVERYWHERE, id)
  else context.put('EmailClaim', { id, org: EVERYWHERE, seq: context.serial(), holder: undefined })
  return eventAnswer(context)
}
