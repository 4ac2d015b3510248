import { isSymbol } from '../../../../world/fresh.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { Capability, DnsRecord, DomainRow } from '../../state/index.ts'
import { reachable } from '../access.ts'

type Named = Pick<DomainRow, 'name' | 'token'>

/** The records that a domain has to publish; the MX once it is armed, before that by a gap. */
export function recordsFor(reader: Reader, domain: Named, armed: boolean): DnsRecord[] {
  const records = reader.fill('email.dns-records')
  // The target's own records, not seen yet.
  if (isSymbol(records)) return records
  const all = armed || reader.gap('email.receive-record-before-arming') === 'shown'
  return records.filter(({ capability }) => all || capability === 'send').map((record) => filledIn(record, domain))
}

function filledIn(record: DnsRecord, { name, token }: Named): DnsRecord {
  const filled = (text: string) => text.replaceAll('{domain}', name).replaceAll('{token}', token)
  return { ...record, name: filled(record.name), value: filled(record.value) }
}

/** The records of a domain as far as they are known. */
export const knownRecords = ({ dnsRecords }: DomainRow): readonly DnsRecord[] =>
  isSymbol(dnsRecords) ? [] : dnsRecords

export const recordKey = ({ capability, type, name, value }: DnsRecord): string =>
  [capability, type, name, value].join(' ')

export type Found =
  | { readonly outcome: 'found' | 'missing' | 'error' }
  | { readonly outcome: 'mismatch'; readonly observed: string }

/** The result of a DNS lookup of a record at this moment. */
export function lookUp(reader: Reader, { published }: DomainRow, record: DnsRecord): Found {
  if (!reachable(reader, 'dns')) return { outcome: 'error' }
  const observed = published[recordKey(record)]
  if (observed === undefined) return { outcome: 'missing' }
  return observed === record.value ? { outcome: 'found' } : { outcome: 'mismatch', observed }
}

/** True if every record of a capability is found. */
export const allFound = (reader: Reader, domain: DomainRow, capability: Capability): boolean =>
  knownRecords(domain)
    .filter((record) => record.capability === capability)
    .every((record) => lookUp(reader, domain, record).outcome === 'found')
