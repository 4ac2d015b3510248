import { type EventGenerator, oneOf } from './event-generator.ts'

/** Somebody finally publishes the records of a domain that waits for them. */
export const recordsArePublished: EventGenerator = ({ reader, org, dice }) => {
  const waiting = [...reader.oldest('EmailDomain', 'all', org)].filter(
    ({ sendState, receiveState, dnsRecords, published }) =>
      (sendState === 'pending' || receiveState === 'pending') && Object.keys(published).length < dnsRecords.length,
  )
  const domain = oneOf(dice, waiting)
  return domain && { name: 'dnsRecordPublished', org, body: { domain: domain.id } }
}
