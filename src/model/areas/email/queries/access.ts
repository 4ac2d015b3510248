import { permits } from '../../../access/permits.ts'
import { type Caller, EVERYWHERE } from '../../../identity/identity.ts'
import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import type { Reader } from '../../../world/reader.ts'
import { instanceFiltered } from '../statements/domains.ts'

export const entitled = (reader: Reader, org: string): boolean =>
  reader.get('Organization', EVERYWHERE, org)?.entitlements.includes('email') ?? false

/** The mail backend is one for all organizations; so is DNS. */
export const reachable = (reader: Reader, backend: 'email' | 'dns'): boolean =>
  reader.get('Backend', EVERYWHERE, backend)?.reachable ?? true

/** True if the caller may do this, on the given domain if there is one. */
export function mayDo(context: RefusalContext, domainId?: string): boolean {
  const { operation, caller } = context
  const resource = context.gap('email.permission-resources')[operation.id]
  const reads = operation.does === 'read' || operation.does === 'list'
  const tier = context.gap(reads ? 'general.read-tier' : 'general.write-tier')
  return resource === undefined || tier === 'none' || permits(context, caller, `email.${resource}.${tier}`, domainId)
}

/** True if a list shows things of this domain to the caller (Authentication, point 3). */
export function seesDomain(reader: Reader, caller: Caller, domainId: string): boolean {
  const tier = reader.gap('general.read-tier')
  // A caller scoped to some domains sees no others, even if reading needs no tier.
  if (tier === 'none' && !caller.scope) return true
  return permits(reader, caller, `email.domain.${tier === 'none' ? 'read' : tier}`, domainId)
}

/** The same where the contract says that a list is filtered so. */
export function isListed(reader: Reader, caller: Caller, domainId: string): boolean {
  reader.cite(instanceFiltered)
  return seesDomain(reader, caller, domainId)
}

/** The domain of the organization that a request is about, if it is about one. */
export function domainConcerned(context: RefusalContext): string | undefined {
  const { org } = context.caller
  const named =
    context.named('EmailDomain')?.id ?? context.named('EmailRoute')?.domainId ?? context.named('EmailMessage')?.domainId
  if (named !== undefined || context.operation.id !== 'createRoute') return named
  return context.get('EmailDomain', org, checkedBody<'createRoute'>(context)?.domainId ?? '')?.id
}
