import { queueDelivery } from './deliveries.ts'
import { acceptedToday, reviewPosture, suppress, suppressionOf } from './email-posture.ts'
import type { Delivery, Domain, Message, Route, Suppression } from './entities.ts'
import { Refusal, refuse } from './refusal.ts'
import type { Organization, World } from './world.ts'

export interface Letter {
  readonly from: string
  readonly to: readonly string[]
  readonly cc: readonly string[] | undefined
  readonly subject: string | undefined
  readonly text: string | undefined
  readonly sizeBytes: number | undefined
  readonly createdAt: number
}

/** A message is handed in for sending. Suppressed recipients are left out. */
export function sendLetter(world: World, letter: Letter, sendKeyId: string | undefined, door: string | undefined) {
  const domain = domainOfAddress(world, letter.from) ?? refuse(404, 'the sender is of no registered domain')
  const org = orgOf(world, domain)
  if (!world.reachable.email) refuse(409, 'the email backend is unreachable')
  if (org.pause) refuse(409, 'sending is paused')
  if (acceptedToday(world, org) >= org.dailyQuota) refuse(409, 'the daily quota is used up')
  if (sendKeyId !== undefined) useKey(world, org, domain, sendKeyId)
  const suppressed = [...letter.to, ...(letter.cc ?? [])].filter((address) => withheld(world, org, address))
  const goes = letter.to.some((address) => !suppressed.includes(address))
  const message: Message = {
    ...world.made(org, letter.createdAt),
    ...envelope(world, letter),
    direction: 'send',
    state: world.choice.messageStates[goes ? 'sent' : 'withheld'],
    stateAt: letter.createdAt,
    door: door ?? world.choice.doors[0],
    domainId: domain.id,
    lastError: goes ? undefined : 'every recipient is suppressed',
    sentAt: goes ? letter.createdAt : undefined,
    events: goes ? [{ kind: 'sent', at: letter.createdAt }] : [],
  }
  world.messages.set(message.id, message)
  if (goes) announce(world, org, 'sent', message)
  return { message, suppressed }
}

/** A message arrives for one of the receiving domains; each recipient's best route gets it. */
export function receiveLetter(world: World, letter: Letter) {
  const targets = letter.to.map((address) => ({ address, domain: domainOfAddress(world, address) }))
  const home = targets.find(({ domain }) => domain !== undefined && domain.receiveState !== 'none')?.domain
  if (!home) return refuse(409, 'no recipient is of a receiving domain')
  const org = orgOf(world, home)
  const message: Message = {
    ...world.made(org, letter.createdAt),
    ...envelope(world, letter),
    direction: 'receive',
    state: world.choice.messageStates.received,
    stateAt: letter.createdAt,
    door: undefined,
    domainId: home.id,
    lastError: undefined,
    sentAt: undefined,
    events: [],
  }
  world.messages.set(message.id, message)
  const routes = new Set<Route>()
  for (const { address, domain } of targets) {
    const route = domain?.org === org.slug ? bestRoute(world, domain, address) : undefined
    if (route) routes.add(route)
  }
  const deliveries = [...routes].flatMap((route) => deliverInbound(world, org, route, message))
  return { message, routes: [...routes], deliveries }
}

/** Something becomes known of a sent message's recipients. */
export function report(
  world: World,
  message: Message,
  kind: 'delivered' | 'bounced' | 'complained',
  about: { recipient: string | undefined; hard: boolean; detail: object | undefined; at: number },
) {
  if (message.direction !== 'send') refuse(409, 'only what was sent is reported on')
  const org = orgOf(world, message)
  const recipients = about.recipient === undefined ? [...message.to, ...(message.cc ?? [])] : [about.recipient]
  const suppressions: Suppression[] = []
  const deliveries: Delivery[] = []
  for (const recipient of recipients) {
    const bounceType = kind === 'bounced' ? { bounceType: about.hard ? 'hard' : 'soft' } : {}
    const detail = about.detail === undefined ? {} : { detail: about.detail }
    message.events.push({ kind, recipient, ...bounceType, ...detail, at: about.at })
    const added =
      kind === 'delivered' || (kind === 'bounced' && !about.hard) ? undefined : punish(world, org, kind, recipient)
    if (added) suppressions.push(added)
    deliveries.push(...announce(world, org, kind, message, recipient))
  }
  message.state = world.choice.messageStates[kind]
  message.stateAt = about.at
  reviewPosture(world, org)
  return { suppressions, deliveries, paused: org.pause !== undefined }
}

/** A hard bounce or a complaint adds the address to the suppression list (Events 2). */
function punish(world: World, org: Organization, kind: 'bounced' | 'complained', address: string) {
  if (suppressionOf(world, org.slug, address)) return undefined
  if (kind === 'bounced' && world.fault('hard-bounce-forgiven')) return undefined
  if (kind === 'bounced' && world.fault('lifted-for-good') && world.ghosts.lifted.has(address.toLowerCase()))
    return undefined
  const reason = kind === 'bounced' || world.fault('complaint-as-bounce') ? 'bounce' : 'complaint'
  return suppress(world, org, address, reason)
}

function withheld(world: World, org: Organization, address: string): boolean {
  if (world.fault('lifting-without-effect') && world.ghosts.lifted.has(address.toLowerCase())) return true
  return suppressionOf(world, org.slug, address) !== undefined
}

function announce(
  world: World,
  org: Organization,
  kind: Message['events'][number]['kind'],
  message: Message,
  recipient?: string,
) {
  const eventType = world.choice.eventTypes[kind]
  const payload = JSON.stringify({ type: eventType, messageId: message.id, recipient, at: world.now() })
  return [...world.webhooks.values()]
    .filter((webhook) => webhook.org === org.slug && webhook.eventTypes.includes(eventType))
    .filter((webhook) => !webhook.disabled || world.fault('disabled-endpoint-served'))
    .map((webhook) => queueDelivery(world, org, webhook, { eventType, messageId: message.id, payload }))
}

function deliverInbound(world: World, org: Organization, route: Route, message: Message): Delivery[] {
  const webhook = world.webhooks.get(route.endpointId)
  const eventType = world.choice.eventTypes.received
  if (!webhook || webhook.disabled) return []
  if (world.choice.routedNeedsSubscription && !webhook.eventTypes.includes(eventType)) return []
  const payload = JSON.stringify({ type: eventType, messageId: message.id, routeId: route.id, from: message.from })
  return [queueDelivery(world, org, webhook, { eventType, messageId: message.id, payload })]
}

/** Exact text before the longest prefix before the lone star. */
function bestRoute(world: World, domain: Domain, address: string): Route | undefined {
  const local = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  const weight = ({ pattern }: Route) => (pattern.endsWith('*') ? pattern.length : 1000)
  return [...world.routes.values()]
    .filter(({ domainId }) => domainId === domain.id)
    .filter(({ pattern }) => fits(pattern.toLowerCase(), local))
    .sort((x, y) => weight(y) - weight(x))[0]
}

function fits(pattern: string, local: string): boolean {
  return pattern.endsWith('*') ? local.startsWith(pattern.slice(0, -1)) : local === pattern
}

function useKey(world: World, org: Organization, domain: Domain, id: string): void {
  const key = world.sendKeys.get(id)
  if (key?.org !== org.slug || key.revoked) throw new Refusal(409, 'the send key is unknown or revoked')
  const reaches = key.domainIds.length === 0 || key.domainIds.includes(domain.id) || world.fault('key-sends-anywhere')
  if (!reaches) refuse(409, 'the send key is not for this domain')
  key.lastUsedAt = world.now()
}

export function orgOf(world: World, thing: { readonly org: string }): Organization {
  return world.orgs.get(thing.org) ?? refuse(404, 'unknown organization')
}

function domainOfAddress(world: World, address: string): Domain | undefined {
  const name = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return [...world.domains.values()].find((domain) => domain.name.toLowerCase() === name)
}

/** Id, addresses and raw text of a letter, padded to the wished size. */
function envelope(world: World, { from, to, cc, subject, text, sizeBytes, createdAt }: Letter) {
  const id = world.newId('msg')
  const head = [`From: ${from}`, `To: ${to.join(', ')}`, ...(cc ? [`Cc: ${cc.join(', ')}`] : [])]
  const lines = [
    ...head,
    `Subject: ${subject ?? ''}`,
    `Date: ${new Date(createdAt).toUTCString()}`,
    `Message-ID: <${id}@harbor.example>`,
  ]
  const plain = `${lines.join('\r\n')}\r\n\r\n${text ?? 'Hello.'}\r\n`
  const raw = plain + '.'.repeat(Math.max(0, (sizeBytes ?? 0) - Buffer.byteLength(plain)))
  return { id, from, to, cc, subject, raw }
}
