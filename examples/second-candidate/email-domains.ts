import type { Context, Handlers } from './context.ts'
import { param } from './context.ts'
import { expectedRecords, type Observation, observe, recordsFor, verify } from './dns.ts'
import type { Domain } from './entities.ts'
import { shown } from './moments.ts'
import { refuse } from './refusal.ts'
import { ofOrganization } from './world.ts'

const NAME = /^(?=.{1,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i

/** Sending domains and their DNS (Endpoints, Email). */
export const emailDomainHandlers: Handlers = {
  listDomains(ctx) {
    const { world, org, reach, fault } = ctx
    const domains = ofOrganization(world, world.domains.values(), org.slug)
    return {
      domains: domains
        .filter(({ id }) => reach.to(id) || fault('domains-unfiltered'))
        .map((domain) => shownDomain(ctx, domain)),
    }
  },

  createDomain(ctx) {
    const { world, choice, org, read, fault } = ctx
    if (!ctx.reach.all) refuse(403, 'this grant does not reach new domains')
    const given = read.string(read.object(ctx.body, 'body', ['name']).name, 'name').replace(/\.$/, '')
    if (!NAME.test(given)) read.bad('name: not a domain name')
    const name = choice.domainCase === 'lower' ? given.toLowerCase() : given
    if (claimed(ctx, name)) refuse(409, 'this domain has a live claim')
    const domain: Domain = {
      ...world.made(org),
      id: world.newId('dom'),
      name,
      sendState: 'pending',
      receiveState: 'none',
      records: recordsFor(choice, name),
    }
    world.domains.set(domain.id, domain)
    const answer = shownDomain(ctx, domain)
    return fault('domain-without-records') ? { ...answer, dnsRecords: [] } : answer
  },

  getDomain: (ctx) => shownDomain(ctx, domainOf(ctx)),

  deleteDomain(ctx) {
    const { world, choice } = ctx
    const domain = domainOf(ctx)
    world.domains.delete(domain.id)
    for (const route of [...world.routes.values()]) if (route.domainId === domain.id) world.routes.delete(route.id)
    if (choice.keysLoseDeletedDomain) withdrawFromKeys(ctx, domain.id)
    return undefined
  },

  /** One observation per expected record, distinct from the verification state. */
  getDomainDns(ctx) {
    const { world, fault } = ctx
    const domain = domainOf(ctx)
    const seen = expectedRecords(world, domain).map((record) => observe(world, record))
    const told = fault('dns-follows-state')
      ? seen.map((one) => ({ ...one, outcome: domain.sendState === 'verified' ? ('found' as const) : one.outcome }))
      : seen
    const kept = fault('dns-tells-found-only') ? told.filter(({ outcome }) => outcome === 'found') : told
    return { records: kept.map((observation) => shownObservation(ctx, observation)) }
  },

  checkDomain(ctx) {
    const { world, choice, now } = ctx
    const domain = domainOf(ctx)
    if (choice.checkDelayMs === 0) verify(world, domain)
    else {
      const about = { timer: 'verification', entity: 'EmailDomain', id: domain.id }
      world.timers.add(now + choice.checkDelayMs, about, () => verify(world, domain))
    }
    return ctx.fault('check-without-status') ? {} : { status: choice.checkStatus }
  },

  armDomainReceiving(ctx) {
    const domain = domainOf(ctx)
    if (domain.receiveState === 'none') domain.receiveState = 'pending'
    return shownDomain(ctx, domain)
  },
}

/** A domain of the caller's organization that the grant reaches. */
export function domainOf(ctx: Context, id = param(ctx, 'id'), unknown = 404): Domain {
  const domain = ctx.world.domains.get(id)
  const foreign = domain?.org !== ctx.org.slug && !ctx.fault('foreign-domain-served')
  if (!domain || foreign) return refuse(unknown, 'unknown domain')
  if (!ctx.reach.to(id) && !ctx.fault('foreign-domain-served')) refuse(ctx.choice.outsideGrant, 'not on this domain')
  return domain
}

/** Identities are global at the mail provider: one live claim per name. */
function claimed({ world, org, fault }: Context, name: string): boolean {
  const holder = [...world.domains.values()].find((domain) => domain.name.toLowerCase() === name.toLowerCase())
  if (holder?.org === org.slug) return !fault('own-domain-twice')
  const elsewhere = holder !== undefined || world.claimedElsewhere.has(name.toLowerCase())
  return elsewhere && !fault('claim-per-organization')
}

/** A restricted key that loses its last domain is of no use any more; it must not become unrestricted. */
function withdrawFromKeys({ world }: Context, domainId: string): void {
  for (const key of world.sendKeys.values()) {
    if (!key.domainIds.includes(domainId)) continue
    const left = key.domainIds.filter((id) => id !== domainId)
    if (left.length === 0) key.revoked = true
    else key.domainIds = left
  }
}

function shownDomain({ world, choice, fault }: Context, domain: Domain) {
  const records = expectedRecords(world, domain)
  return {
    id: domain.id,
    name: domain.name,
    sendState: domain.sendState,
    receiveState: domain.receiveState,
    createdAt: shown(choice, domain.createdAt),
    dnsRecords: fault('armed-without-record') ? records.filter(({ type }) => type !== 'MX') : records,
  }
}

function shownObservation({ choice, fault }: Context, { record, outcome, observed }: Observation) {
  const found = outcome !== 'mismatch' || fault('mismatch-without-value') ? undefined : observed
  if (choice.variant === 'a') {
    const { type, name, value } = record
    return { type, name, expected: value, outcome, ...(found === undefined ? {} : { observed: found }) }
  }
  return { record, status: outcome, ...(found === undefined ? {} : { actual: [found] }) }
}
