import type { Reader } from '../../../../world/reader.ts'
import type { Effect } from '../../../area.ts'
import { type Found, knownRecords, lookUp } from '../../queries/domains/dns-records.ts'
import { openObject } from '../../queries/open-object.ts'
import type { DnsRecord, DomainRow } from '../../state/index.ts'
import { mismatchShown, observedEach, observedNow } from '../../statements/domains.ts'

/** The DNS records as they are now, one by one (Endpoints, Email, row 11). */
export const getDomainDns: Effect<'getDomainDns'> = (context) => {
  const domain = context.the('EmailDomain')
  const observations = knownRecords(domain).map((record) => ({ record, found: observe(context, domain, record) }))
  if (observations.some(({ found }) => found.outcome === 'missing')) context.cite(observedEach)
  return { records: observations.map(({ record, found }) => observation(context, record, found)) }
}

function observe(reader: Reader, domain: DomainRow, record: DnsRecord): Found {
  reader.cite(observedNow)
  return lookUp(reader, domain, record)
}

function otherValue(reader: Reader, found: Found): string | undefined {
  if (found.outcome !== 'mismatch') return undefined
  reader.cite(mismatchShown)
  return found.observed
}

/** The fields of an observation are not shown, so their names come from a gap; without a name one is left out. */
function observation(reader: Reader, record: DnsRecord, found: Found) {
  const names = reader.gap('email.dns-observation-fields')
  const { capability, type, name, value: expected } = record
  const fields = { capability, type, name, expected, outcome: found.outcome, observed: otherValue(reader, found) }
  return openObject(
    Object.fromEntries(
      Object.entries(fields).flatMap(([field, value]) => {
        const shown: unknown = Reflect.get(names, field)
        return typeof shown === 'string' && value !== undefined ? [[shown, value]] : []
      }),
    ),
  )
}
