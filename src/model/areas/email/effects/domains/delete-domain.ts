import type { Transaction } from '../../../../world/transaction.ts'
import type { DomainRow } from '../../state/index.ts'
import { forgetMessage } from '../messages/retention.ts'

/** Deletes a domain; what happens to everything that depends on it is open (Endpoints, Email, row 10). */
export function forgetDomain(work: Transaction, domain: DomainRow): void {
  const { org, id } = domain
  for (const due of [domain.forcedDue, domain.unaskedDue]) if (due !== undefined) work.cancel(due)
  const routes = [...work.oldest('EmailRoute', 'domain', org, id)]
  if (routes.length > 0 && work.gap('email.delete-domain-routes') === 'cascade')
    for (const route of routes) work.remove('EmailRoute', org, route.id)
  releaseKeys(work, domain)
  const [message] = work.oldest('EmailMessage', 'domain', org, id)
  if (message && work.gap('email.delete-domain-messages') === 'remove')
    for (const old of [...work.oldest('EmailMessage', 'domain', org, id)]) forgetMessage(work, old)
  work.remove('EmailDomain', org, id)
}

function releaseKeys(work: Transaction, { org, id }: DomainRow): void {
  for (const key of [...work.oldest('EmailSendKey', 'live', org)]) {
    if (!key.domainIds.includes(id)) continue
    const choice = work.gap('email.delete-domain-keys')
    if (choice === 'keep-id') continue
    const domainIds = key.domainIds.filter((other) => other !== id)
    // What a revoked key was for stays: an empty list would look like a key for the whole organization.
    const isRevoked = choice === 'revoke-last' && domainIds.length === 0
    work.put('EmailSendKey', { ...key, ...(isRevoked ? { revoked: true } : { domainIds }) })
  }
}
