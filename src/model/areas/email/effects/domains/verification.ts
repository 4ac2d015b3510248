import type { TimerContext } from '../../../../request/contexts.ts'
import type { Transaction } from '../../../../world/transaction.ts'
import { reachable } from '../../queries/access.ts'
import { allFound } from '../../queries/domains/dns-records.ts'
import type { Capability, DomainRow } from '../../state/index.ts'
import { passVerifies } from '../../statements/domains.ts'

export const VERIFICATION_PASS = 'verification-pass'
const HOUR_MS = 3_600_000

type Reason = 'forced' | 'unasked' | 'timeout'

/** Sets the timer of a pass. */
function schedulePass(work: Transaction, domain: Pick<DomainRow, 'org' | 'id'>, reason: Reason, atMs: number): string {
  return work.schedule(VERIFICATION_PASS, atMs, { org: domain.org, domainId: domain.id, reason })
}

/** A pass for when patience with what is pending is over. */
export function schedulePatience(work: Transaction, domain: Pick<DomainRow, 'org' | 'id'>): void {
  const { timeoutHours } = work.gap('email.verification-times')
  if (timeoutHours > 0) schedulePass(work, domain, 'timeout', work.nowMs + timeoutHours * HOUR_MS)
}

/** A pass that somebody forced comes on the clock, at once, or when the domain was read so often. */
export function forcePass(work: Transaction, domain: DomainRow): DomainRow {
  switch (work.gap('email.verification-progress')) {
    case 'at-once':
      return passed(work, domain)
    case 'after-reads':
      return { ...domain, readsLeft: work.gap('email.verification-reads') }
    case 'delay': {
      const atMs = work.nowMs + work.gap('email.verification-times').forcedSeconds * 1000
      return { ...domain, forcedDue: schedulePass(work, domain, 'forced', atMs) }
    }
  }
}

/** Counts a read, where reads bring a pass about; the read itself still shows the state before. */
export function noteDomainRead(work: Transaction, domain: DomainRow): void {
  const { readsLeft } = domain
  if (readsLeft === undefined) return
  const read = { ...domain, readsLeft: readsLeft > 1 ? readsLeft - 1 : undefined }
  work.put('EmailDomain', readsLeft > 1 ? read : passed(work, read))
}

/**
 * A pass that nobody asked for. Passes that would find nothing new need no timer, so one is set only
 * when something in DNS has changed.
 */
export function awaitUnasked(work: Transaction, domain: DomainRow): DomainRow {
  const { unaskedSeconds } = work.gap('email.verification-times')
  if (unaskedSeconds === 0) return domain
  const how = work.gap('email.verification-progress')
  if (how === 'after-reads') return { ...domain, readsLeft: work.gap('email.verification-reads') }
  return how === 'at-once' ? passed(work, domain) : scheduleUnasked(work, domain, unaskedSeconds)
}

function scheduleUnasked(work: Transaction, domain: DomainRow, unaskedSeconds: number): DomainRow {
  if (unaskedSeconds === 0 || domain.unaskedDue !== undefined) return domain
  return { ...domain, unaskedDue: schedulePass(work, domain, 'unasked', work.nowMs + unaskedSeconds * 1000) }
}

export function verificationPass(context: TimerContext): void {
  const found = context.get('EmailDomain', context.org, String(context.data.domainId))
  if (!found) return
  const { reason } = context.data
  const forcedDue = reason === 'forced' ? undefined : found.forcedDue
  const domain = { ...found, forcedDue, unaskedDue: reason === 'unasked' ? undefined : found.unaskedDue }
  context.put('EmailDomain', passed(context, domain))
}

/** A domain after a pass. Lookups that fail say nothing about the records; another pass will. */
function passed(work: Transaction, domain: DomainRow): DomainRow {
  if (!reachable(work, 'dns')) return scheduleUnasked(work, domain, work.gap('email.verification-times').unaskedSeconds)
  if (domain.unaskedDue !== undefined) work.cancel(domain.unaskedDue)
  return { ...verified(work, domain), unaskedDue: undefined, readsLeft: undefined }
}

/** A domain after a pass has looked at its records. */
function verified(work: Transaction, domain: DomainRow): DomainRow {
  const sendState = after(work, domain, 'send', { state: domain.sendState, sinceMs: domain.sendSinceMs })
  const { receiveState: before } = domain
  const receiveState =
    before === 'none' ? before : after(work, domain, 'receive', { state: before, sinceMs: domain.receiveSinceMs })
  return {
    ...domain,
    sendState,
    sendSinceMs: sendState === domain.sendState ? domain.sendSinceMs : work.nowMs,
    receiveState,
    receiveSinceMs: receiveState === before ? domain.receiveSinceMs : work.nowMs,
  }
}

type Verifiable = DomainRow['sendState']

/** The values are stated, the ways between them are not (States, email domain). */
function after(
  work: Transaction,
  domain: DomainRow,
  capability: Capability,
  { state, sinceMs }: { readonly state: Verifiable; readonly sinceMs: number },
): Verifiable {
  const found = allFound(work, domain, capability)
  if (found) work.cite(passVerifies)
  switch (state) {
    case 'pending':
      return found ? 'verified' : outOfPatience(work, sinceMs) ? 'failed' : 'pending'
    case 'verified':
      return found ? 'verified' : work.gap('email.lapse')
    case 'failed':
      return found ? work.gap('email.failed-recovery') : 'failed'
  }
}

function outOfPatience(work: Transaction, sinceMs: number): boolean {
  const { timeoutHours } = work.gap('email.verification-times')
  return timeoutHours > 0 && work.nowMs - sinceMs >= timeoutHours * HOUR_MS
}
