import { EVERYWHERE } from '../../../../identity/identity.ts'
import { checkedBody } from '../../../../request/checked-body.ts'
import type { RefusalContext } from '../../../../request/contexts.ts'
import type { Reader } from '../../../../world/reader.ts'
import type { DomainRow, SendKeyRow } from '../../state/index.ts'
import { entitled } from '../access.ts'
import { bareAddress, domainOf } from '../addresses.ts'
import { oneSpelling } from '../domains/domain-names.ts'
import { quotaLeft, settingsOf } from './posture.ts'
import { sendKeyOf } from './send-key-of.ts'
import { reachedOf } from './suppressed.ts'

/** A message that somebody wants to send; the reasons against it are asked one by one. */
export interface Sending {
  readonly org: string
  readonly key: SendKeyRow | undefined
  readonly from: string
  readonly recipients: readonly string[]
  readonly atMs: number
}

/** The message that a sending request asks for; undefined while its body cannot be read. */
export function sendingAsked(context: RefusalContext): Sending | undefined {
  const body = checkedBody<'sendMessage'>(context)
  if (!body) return undefined
  const { org } = context.caller
  const recipients = [...body.to, ...(body.cc ?? [])]
  return { org, key: sendKeyOf(context, context.credential), from: body.from, recipients, atMs: context.nowMs }
}

/** The domain of the organization that an address is in. */
export function domainAt(reader: Reader, org: string, address: string): DomainRow | undefined {
  const [domain] = reader.oldest('EmailDomain', 'name', org, domainOf(bareAddress(address)))
  return domain
}

/** The organization that an address belongs to: this one, or else the one in this world that has its domain. */
export function ownerOf(reader: Reader, org: string, address: string): string {
  if (domainAt(reader, org, address)) return org
  const { holder } = reader.get('EmailClaim', EVERYWHERE, oneSpelling(domainOf(bareAddress(address)))) ?? {}
  return holder !== undefined && domainAt(reader, holder, address) ? holder : org
}

type WhyNot = (reader: Reader, sending: Sending | undefined) => string | undefined

export const notEnabled: WhyNot = (reader, sending) =>
  sending && reader.gap('email.send-without-entitlement') === 'refuse' && !entitled(reader, sending.org)
    ? 'email is not enabled for this organization'
    : undefined

const isOfAnother = (reader: Reader, { org, from }: Sending): boolean => ownerOf(reader, org, from) !== org

export const senderOfAnother: WhyNot = (reader, sending) =>
  sending && isOfAnother(reader, sending)
    ? `${domainOf(bareAddress(sending.from))} is a domain of another organization`
    : undefined

export const senderForeign: WhyNot = (reader, sending) =>
  sending && !domainAt(reader, sending.org, sending.from) && !isOfAnother(reader, sending)
    ? `the organization has no domain ${domainOf(bareAddress(sending.from))}`
    : undefined

export const keyForOtherDomains: WhyNot = (reader, sending) => {
  const domain = sending && domainAt(reader, sending.org, sending.from)
  if (!domain || !sending.key || sending.key.orgWide || sending.key.domainIds.includes(domain.id)) return undefined
  return `this key does not send for ${domain.name}`
}

export const senderUnverified: WhyNot = (reader, sending) => {
  const domain = sending && domainAt(reader, sending.org, sending.from)
  if (!domain || domain.sendState === 'verified' || reader.gap('email.send-unverified') === 'accept') return undefined
  return `${domain.name} is not verified for sending`
}

export const paused: WhyNot = (reader, sending) =>
  sending && settingsOf(reader, sending.org).paused ? 'sending is paused' : undefined

export const overQuota: WhyNot = (reader, sending) =>
  sending && quotaLeft(reader, sending.org, sending.atMs) <= 0 ? 'the daily quota is used up' : undefined

export const nobodyToReach: WhyNot = (reader, sending) =>
  sending && sending.recipients.length > 0 && reachedOf(reader, sending.org, sending.recipients).length === 0
    ? 'every recipient is suppressed'
    : undefined
