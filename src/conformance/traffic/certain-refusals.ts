import { bodyValidator } from '../../contract/schema/validators.ts'
import type { Refusal } from '../../model/rules/rule.ts'
import type { TableName } from '../../model/world/rows.ts'
import type { World } from '../../model/world/world.ts'
import { castOf } from '../kit/cast.ts'
import type { Answered } from '../shadow/answered.ts'
import { isGone, rowsOf, rowsWithId } from '../shadow/rows.ts'
import { type Shadow, thingKey } from '../shadow/shadow.ts'
import type { Named } from './known-part.ts'
import { mayOutliveDeletion } from './self-changing.ts'
import { textsIn } from './texts-in.ts'

/** What makes a refusal certain although only a part of the world is known. */
type Ground =
  /** The request itself. */
  | 'request'
  /** The role that the profile gives the caller. */
  | 'role'
  /** The request has no credential. */
  | 'anonymous'
  /** Something that exists: it was created, not removed, and does not change or disappear by itself. */
  | 'presence'
  /** Something in the path was removed or belongs to another organization. */
  | 'path'
  /** Something in the body was removed or belongs to another organization. */
  | 'body'
  /** Something with the name given in the body exists. */
  | 'namesake'
  /** A domain with the name given in the body exists, anywhere. */
  | 'domain'
  /** The catalogs of the target, which were read at the start as one of its organizations sees them. */
  | 'catalog'

/**
 * Refusals that can be certain. All others depend on something that is absent, changes by itself, or is configured outside
 * the API, and watching traffic does not show that.
 */
const GROUNDS: Readonly<Record<string, Ground>> = {
  'general.caller-needed': 'anonymous',
  'general.caller-needed-open': 'anonymous',
  'general.foreign-resource': 'path',
  'general.input-invalid': 'request',
  'general.unknown-resource': 'path',
  'general.unknown-resource-open': 'path',
  'general.uri-needed': 'request',
  'iam.catalog-for-managers': 'role',
  'organization.contacts-for-managers': 'role',
  'tokens.scope-exceeded': 'role',
  'tokens.resource-beyond-owner': 'body',
  'registry.login-registry-unknown': 'body',
  'registry.slug-taken': 'presence',
  'registry.upstream-unknown': 'catalog',
  'email.key-revoked': 'presence',
  'email.name-claimed': 'domain',
  'email.pattern-taken': 'presence',
  'email.route-reference-unknown': 'body',
  'email.route-targets-endpoint': 'presence',
  'oncall.policy-referenced': 'presence',
  'oncall.revoked-source-refused': 'presence',
  'oncall.schedule-targeted': 'presence',
  'clusters.name-taken': 'namesake',
  'clusters.organization-mismatch': 'path',
  'clusters.registration-token-off': 'presence',
  'uptime.interval-not-offered': 'catalog',
  'uptime.monitor-deleted': 'path',
  'uptime.monitors-attached': 'presence',
  'uptime.revoked-scrape': 'presence',
  'uptime.service-name-taken': 'presence',
  'uptime.unknown-service-named': 'body',
}

export const CERTAIN_REFUSALS: readonly string[] = Object.keys(GROUNDS)

/** A response, with what is known of the things in its path and of its caller. */
export interface Circumstances {
  readonly answered: Answered
  readonly named: readonly Named[]
  readonly isAnonymous: boolean
  /** Nothing has happened that may have changed the roles of the profile's actors. */
  readonly hasRole: boolean
}

export function isCertainRefusal({ id }: Refusal, circumstances: Circumstances): boolean {
  const { answered, named, isAnonymous, hasRole } = circumstances
  switch (GROUNDS[id]) {
    case 'request':
      return !isPartOfCheck(answered)
    case 'role':
      return hasRole
    case 'presence':
      return true
    case 'anonymous':
      return isAnonymous
    case 'path':
      return named.some((one) => isCertainlyAbsent(one, answered))
    case 'body':
      return textsIn(answered.request.body).some((id) => isRemovedOrForeign(answered.shadow, answered.org, id))
    case 'namesake':
      return textsIn(answered.request.body).some((id) => clusterExists(answered.shadow.world, answered.org, id))
    case 'domain':
      return textsIn(answered.request.body).some((name) => domainExists(answered.shadow.world, name))
    case 'catalog':
      return isCatalogKnown(id, answered)
    default:
      return false
  }
}

/** Some things still exist for a while after they were deleted, and the history of a monitor may be kept. */
const isCertainlyAbsent = ({ standing, entity }: Named, { operation }: Answered): boolean =>
  standing === 'elsewhere' ||
  (standing === 'gone' && !mayOutliveDeletion(entity) && !HISTORY.has(operation.entity ?? ''))

const HISTORY: ReadonlySet<string> = new Set(['MetricsView', 'UptimeFailure', 'UptimeTransition'])

/** Whether a change only lacks what is required within a part that the target may merge into what is there. */
function isPartOfCheck({ operation, request }: Answered): boolean {
  if (operation.does !== 'update') return false
  const missing = bodyValidator(operation)?.(request.body) ?? []
  return (
    missing.length > 0 && missing.every(({ keyword, path: [part = ''] }) => keyword === 'required' && MERGED.has(part))
  )
}

const MERGED: ReadonlySet<string> = new Set(['http', 'tcp', 'downCondition'])

/** Entities that bodies refer to and that do not disappear by themselves. */
const REFERENCED = ['Registry', 'EmailDomain', 'EmailWebhook', 'UptimeService', 'UptimeMonitor', 'OncallSchedule']

/** Whether the only things with this identifier were removed or belong to another organization. */
function isRemovedOrForeign(shadow: Shadow, org: string, id: string): boolean {
  return REFERENCED.some((entity) => {
    const rows = rowsWithId(shadow.world, entity, id)
    if (rows.some((row) => row.org === org && !isGone(row))) return false
    return rows.length > 0 || shadow.gone.has(thingKey(entity, org, id))
  })
}

const domainExists = (world: World, name: string): boolean =>
  rowsOf(world, 'EmailDomain').some((row) => row.name === name && !isGone(row))

/** The catalogs that rules ask. */
const CATALOGS: Readonly<Record<string, TableName>> = {
  'registry.upstream-unknown': 'RegistryUpstream',
  'uptime.interval-not-offered': 'UptimeInterval',
}

/** Whether a catalog could be read, for this organization. */
function isCatalogKnown(rule: string, { contract, org, shadow: { world } }: Answered): boolean {
  const own = contract.profile.actors[castOf(contract).main]?.organization
  const table = CATALOGS[rule]
  return org === own && table !== undefined && rowsOf(world, table).some((row) => row.org === org)
}

const clusterExists = (world: World, org: string, id: string): boolean =>
  rowsWithId(world, 'Cluster', id).some((row) => row.org === org && !isGone(row))
