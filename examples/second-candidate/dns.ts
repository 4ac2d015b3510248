import { randomBytes } from 'node:crypto'
import type { Choice } from './choices.ts'
import type { DnsRecord, Domain } from './entities.ts'
import type { World } from './world.ts'

/** The records a new domain must publish. Their values differ with every registration. */
export function recordsFor(choice: Choice, name: string): DnsRecord[] {
  const mark = () => randomBytes(9).toString('base64url')
  const dkim = Array.from({ length: choice.dkimKeys }, (_, at): DnsRecord => {
    const value = `${mark().toLowerCase().replace(/_/g, '-')}.dkim.harbor.example`
    return { capability: 'send', type: 'CNAME', name: `k${at + 1}._domainkey.${name}`, value }
  })
  return [
    { capability: 'send', type: 'TXT', name: `_harbor.${name}`, value: `harbor-verification=${mark()}` },
    ...dkim,
    { capability: 'receive', type: 'MX', name, value: 'inbound.harbor.example', priority: 10 },
  ]
}

/** The records expected now: the MX one belongs to receiving. */
export function expectedRecords(world: World, domain: Domain): DnsRecord[] {
  const { choice } = world
  const receives = choice.mxBeforeArming || domain.receiveState !== 'none'
  return domain.records.filter(({ capability }) => capability === 'send' || receives)
}

export const dnsKey = ({ type, name }: Pick<DnsRecord, 'type' | 'name'>) => `${type} ${name.toLowerCase()}`

export interface Observation {
  readonly record: DnsRecord
  readonly outcome: 'found' | 'missing' | 'mismatch' | 'error'
  readonly observed: string | undefined
}

/** The result of a lookup now, independent of the verification state. */
export function observe(world: World, record: DnsRecord): Observation {
  if (!world.reachable.dns) return { record, outcome: 'error', observed: undefined }
  const observed = world.dns.get(dnsKey(record))
  if (observed === undefined) return { record, outcome: 'missing', observed }
  return { record, outcome: observed === record.value ? 'found' : 'mismatch', observed }
}

/** One verification pass: every record of a capability must be found. A pass without DNS decides nothing. */
export function verify(world: World, domain: Domain): void {
  if (!world.reachable.dns) return
  domain.sendState = passed(world, domain, 'send', domain.sendState)
  if (domain.receiveState !== 'none') domain.receiveState = passed(world, domain, 'receive', domain.receiveState)
}

function passed<S extends string>(world: World, domain: Domain, capability: 'send' | 'receive', state: S) {
  const records = domain.records.filter((record) => record.capability === capability)
  if (records.every((record) => observe(world, record).outcome === 'found')) return 'verified'
  return world.choice.failedPassShows === 'failed-always' || state !== 'pending' ? 'failed' : 'pending'
}
