import { type EventGenerator, oneOf } from './event-generator.ts'

const HOUR_MS = 3_600_000
/** Who has not published a record after so long has forgotten about it. */
const FORGOTTEN_AFTER_MS = 4 * HOUR_MS

/** Somebody finally publishes the records of a domain that waits for them. */
export const recordsArePublished: EventGenerator = ({ reader, org, dice }) => {
  const fresh = (state: string, sinceMs: number) => state === 'pending' && reader.nowMs - sinceMs < FORGOTTEN_AFTER_MS
  const waiting = [...reader.oldest('EmailDomain', 'all', org)].filter(
    ({ sendState, sendSinceMs, receiveState, receiveSinceMs, dnsRecords, published }) =>
      (fresh(sendState, sendSinceMs) || fresh(receiveState, receiveSinceMs)) &&
      Object.keys(published).length < dnsRecords.length,
  )
  const domain = oneOf(dice, waiting)
  return domain && { name: 'dnsRecordPublished', org, body: { domain: domain.id } }
}
