import { EVERYWHERE } from '../../../../identity/identity.ts'
import type { EffectContext } from '../../../../request/contexts.ts'
import { listed } from '../../../../request/listed.ts'
import type { Effect } from '../../../area.ts'
import { isListed } from '../../queries/access.ts'
import { recordsFor } from '../../queries/domains/dns-records.ts'
import { keptName, oneSpelling } from '../../queries/domains/domain-names.ts'
import { domainView } from '../../queries/views.ts'
import type { DomainRow } from '../../state/index.ts'
import {
  armingGivesRecord,
  beginsPending,
  checkSchedules,
  nameFreed,
  rearmingHarmless,
  recordsGiven,
} from '../../statements/domains.ts'
import { forgetDomain } from './delete-domain.ts'
import { forcePass, noteDomainRead, schedulePatience } from './verification.ts'

export const listDomains: Effect<'listDomains'> = (context) => {
  const { caller } = context
  const rows = [...context.oldest('EmailDomain', 'all', caller.org)].filter(({ id }) => isListed(context, caller, id))
  const seen = listed(context, rows, ({ name }) => name)
  for (const domain of seen) noteDomainRead(context, domain)
  return { domains: seen.map(domainView) }
}

export const getDomain: Effect<'getDomain'> = (context) => {
  const domain = context.the('EmailDomain')
  noteDomainRead(context, domain)
  return domainView(domain)
}

export const createDomain: Effect<'createDomain'> = (context) => {
  const { org } = context.caller
  const domain = context.put('EmailDomain', newDomain(context))
  const claim = { id: oneSpelling(domain.name), org: EVERYWHERE, seq: context.serial(), holder: org }
  context.put('EmailClaim', claim)
  schedulePatience(context, domain)
  return domainView(domain)
}

function newDomain(context: EffectContext<'createDomain'>): DomainRow {
  const { fresh, nowMs } = context
  const named = { name: keptName(context, context.body.name), token: fresh.secret('key') }
  context.cite(beginsPending)
  context.cite(recordsGiven)
  return {
    id: fresh.id('EmailDomain'),
    org: context.caller.org,
    seq: context.serial(),
    ...named,
    sendState: 'pending',
    receiveState: 'none',
    createdAt: fresh.time(nowMs),
    dnsRecords: recordsFor(context, named, false),
    published: {},
    sendSinceMs: nowMs,
    receiveSinceMs: nowMs,
    forcedDue: undefined,
    unaskedDue: undefined,
    readsLeft: undefined,
  }
}

export const deleteDomain: Effect<'deleteDomain'> = (context) => {
  const domain = context.the('EmailDomain')
  forgetDomain(context, domain)
  context.cite(nameFreed)
  context.remove('EmailClaim', EVERYWHERE, oneSpelling(domain.name))
  return undefined
}

export const checkDomain: Effect<'checkDomain'> = (context) => {
  const domain = context.the('EmailDomain')
  if (domain.forcedDue === undefined) {
    context.cite(checkSchedules)
    context.put('EmailDomain', forcePass(context, domain))
  }
  return { status: context.fill('email.check-status') }
}

export const armDomainReceiving: Effect<'armDomainReceiving'> = (context) => {
  const domain = context.the('EmailDomain')
  if (domain.receiveState !== 'none') return domainView(rearmed(context, domain))
  context.cite(armingGivesRecord)
  const dnsRecords = recordsFor(context, domain, true)
  const armed: DomainRow = { ...domain, receiveState: 'pending', receiveSinceMs: context.nowMs, dnsRecords }
  schedulePatience(context, armed)
  return domainView(context.put('EmailDomain', armed))
}

/** Arming again does no harm (EML-08); whether it gives what failed another chance is open. */
function rearmed(context: EffectContext<'armDomainReceiving'>, domain: DomainRow): DomainRow {
  if (domain.receiveState !== 'failed') {
    context.cite(rearmingHarmless)
    return domain
  }
  return context.gap('email.rearm-failed') === 'pending' ? pendingAgain(context, domain) : domain
}

function pendingAgain(context: EffectContext<'armDomainReceiving'>, domain: DomainRow): DomainRow {
  schedulePatience(context, domain)
  return context.put('EmailDomain', { ...domain, receiveState: 'pending', receiveSinceMs: context.nowMs })
}
