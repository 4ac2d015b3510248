import type { Refusal } from '../../model/rules/rule.ts'
import type { World } from '../../model/world/world.ts'
import type { Answered } from '../shadow/answered.ts'
import { isGone, rowsWithId } from '../shadow/rows.ts'
import { type Shadow, thingKey } from '../shadow/shadow.ts'
import type { Named } from './known-part.ts'
import { isVanishing } from './restless.ts'

/** What a refusal has to go by, to be certain in a world of which only a part was seen. */
type Ground =
  /** The request itself, or the role that the profile gives its caller. */
  | 'request'
  /** That no credential was shown. */
  | 'nobody'
  /** Something that was made, is not removed, and does not go or change by itself. */
  | 'presence'
  /** That something which the path names was removed, or belongs to somebody else. */
  | 'path'
  /** That something which the body names was. */
  | 'body'
  /** Something of which the body gives the name, and which is there. */
  | 'namesake'

/**
 * Refusals that can be certain. All others go by what is not there, by what changes by itself, or by what is arranged
 * outside the API: of that nobody knows enough who has only looked on.
 */
const GROUNDS: Readonly<Record<string, Ground>> = {
  'general.caller-needed': 'nobody',
  'general.caller-needed-open': 'nobody',
  'general.foreign-resource': 'path',
  'general.input-invalid': 'request',
  'general.unknown-resource': 'path',
  'general.unknown-resource-open': 'path',
  'general.uri-needed': 'request',
  'iam.catalog-for-managers': 'request',
  'organization.contacts-for-managers': 'request',
  'tokens.scope-exceeded': 'request',
  'tokens.resource-beyond-owner': 'body',
  'registry.login-registry-unknown': 'body',
  'registry.slug-taken': 'presence',
  'email.key-revoked': 'presence',
  'email.pattern-taken': 'presence',
  'email.route-reference-unknown': 'body',
  'email.route-targets-endpoint': 'presence',
  'oncall.policy-referenced': 'presence',
  'oncall.revoked-source-refused': 'presence',
  'oncall.schedule-targeted': 'presence',
  'clusters.name-taken': 'namesake',
  'clusters.organization-mismatch': 'path',
  'clusters.registration-token-off': 'presence',
  'uptime.monitor-deleted': 'path',
  'uptime.monitors-attached': 'presence',
  'uptime.revoked-scrape': 'presence',
  'uptime.service-name-taken': 'presence',
  'uptime.unknown-service-named': 'body',
}

export const CERTAIN_REFUSALS: readonly string[] = Object.keys(GROUNDS)

export interface Circumstances {
  readonly answered: Answered
  readonly named: readonly Named[]
  readonly isNobody: boolean
}

export function isCertainRefusal({ id }: Refusal, { answered, named, isNobody }: Circumstances): boolean {
  switch (GROUNDS[id]) {
    case 'request':
    case 'presence':
      return true
    case 'nobody':
      return isNobody
    case 'path':
      return named.some(isSurelyNotThere)
    case 'body':
      return textsIn(answered.request.body).some((id) => isKnownElsewhere(answered.shadow, answered.org, id))
    case 'namesake':
      return textsIn(answered.request.body).some((id) => isThere(answered.shadow.world, answered.org, id))
    default:
      return false
  }
}

/** Some things take their time to go. */
const isSurelyNotThere = ({ standing, entity }: Named): boolean =>
  standing === 'elsewhere' || (standing === 'gone' && !isVanishing(entity))

/** What bodies name, and what does not go by itself. */
const NAMED = ['Registry', 'EmailDomain', 'EmailWebhook', 'UptimeService', 'UptimeMonitor', 'OncallSchedule']

/** Whether something of this identifier was removed, or is another organization's, and none of ours has it. */
function isKnownElsewhere(shadow: Shadow, org: string, id: string): boolean {
  return NAMED.some((entity) => {
    const rows = rowsWithId(shadow.world, entity, id)
    if (rows.some((row) => row.org === org && !isGone(row))) return false
    return rows.length > 0 || shadow.gone.has(thingKey(entity, org, id))
  })
}

const isThere = (world: World, org: string, id: string): boolean =>
  rowsWithId(world, 'Cluster', id).some((row) => row.org === org && !isGone(row))

function textsIn(node: unknown): string[] {
  if (typeof node === 'string') return [node]
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsIn) : []
}
