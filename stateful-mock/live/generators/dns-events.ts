import { oneOf, type Plot } from './event-generator.ts'

/** Somebody finally publishes the records of a domain that waits for them. */
export const recordsArePublished: Plot = ({ here, org, dice }) => {
  const waiting = [...here.oldest('EmailDomain', 'all', org)].filter(
    ({ sendState, receiveState, dnsRecords, published }) =>
      (sendState === 'pending' || receiveState === 'pending') && Object.keys(published).length < dnsRecords.length,
  )
  const domain = oneOf(dice, waiting)
  return domain && { name: 'dnsRecordPublished', org, body: { domain: domain.id } }
}
