import { linearPattern } from '../../../../contract/text/linear-pattern/linear-pattern.ts'
import { EVERYWHERE } from '../../../identity/identity.ts'
import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import type { RequestBody } from '../../../request/operation-types.ts'
import { sameName } from '../../../request/same-name.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import { stateOf } from '../queries/clusters/phase.ts'
import { quotaReached } from '../queries/clusters/quota.ts'
import { arranged } from '../queries/clusters/settings.ts'
import { catalogOf } from '../queries/versions/catalog.ts'
import type { ClusterRow } from '../state/index.ts'

const QUOTA = 'the cluster quota is exceeded'

export const quotaExceeded = refusal({
  id: 'clusters.quota-exceeded',
  says: 'An organization that has reached its cluster quota gets 403 when it creates another.',
  checklist: ['CLU-01'],
  where: 'Errors, Clusters',
  provenance: 'stated',
  stage: 'entitlement',
  status: 403,
  on: ['createCluster'],
  when(context) {
    const { quota } = arranged(context, context.caller.org)
    return quota !== undefined && quotaReached(context, quota) ? QUOTA : undefined
  },
})

export const usualQuotaExceeded = refusal({
  id: 'clusters.usual-quota-exceeded',
  says: 'There is a quota even if staff have not set one; its size is open.',
  checklist: ['CLU-01'],
  where: 'Errors, Clusters (no number is given)',
  provenance: 'assumed',
  stage: 'entitlement',
  status: 403,
  on: ['createCluster'],
  when(context) {
    if (arranged(context, context.caller.org).quota !== undefined) return undefined
    return quotaReached(context, context.gap('clusters.quota')) ? QUOTA : undefined
  },
})

export const nameTaken = refusal({
  id: 'clusters.name-taken',
  says: 'Cluster names are unique in an organization; the status is open.',
  checklist: ['CLU-01'],
  where: 'Endpoints, Clusters (the name is in the path); Errors, Clusters (no 409 for it)',
  provenance: 'implied',
  stage: 'conflict',
  status: 'clusters.taken-name-status',
  on: ['createCluster'],
  when(context) {
    const name = checkedBody<'createCluster'>(context)?.name
    if (name === undefined) return undefined
    const holder = namesakes(context, context.caller.org, name).find((cluster) => holdsName(context, cluster))
    return holder && `there is a cluster ${holder.name} already`
  },
})

/** The clusters of an organization that have a name, however they spell it if that makes no difference. */
const namesakes = (context: RefusalContext, org: string, name: string): ClusterRow[] =>
  [...context.newest('Cluster', 'all', org)].filter((cluster) => sameName(context, cluster.name, name))

function holdsName(context: RefusalContext, cluster: ClusterRow): boolean {
  const state = stateOf(context, cluster)
  return state !== 'gone' && !(state === 'deleting' && context.gap('clusters.name-while-deleting') === 'free')
}

/** Something in a creation that its schema lets through and an implementation may not. */
function doubtful(
  facts: Pick<Refusal, 'id' | 'says'> & Partial<Refusal>,
  wrong: (body: Partial<RequestBody<'createCluster'>>, context: RefusalContext) => string | undefined | false,
): Refusal {
  return refusal({
    checklist: ['CLU-01'],
    where: 'Endpoints, Clusters, row 2 (not said)',
    provenance: 'assumed',
    stage: 'validation',
    status: 'general.validation-status',
    on: ['createCluster'],
    when: (context) => {
      const body = checkedBody<'createCluster'>(context)
      return (body && wrong(body, context)) || undefined
    },
    ...facts,
  })
}

export const nameTakenElsewhere = doubtful(
  {
    id: 'clusters.name-taken-elsewhere',
    says: 'A name may have to be unique across all organizations.',
    stage: 'conflict',
    status: 'clusters.taken-name-status',
  },
  ({ name = '' }, context) => {
    const organizations = [...context.oldest('Organization', 'all', EVERYWHERE)].filter(
      ({ id }) => id !== context.caller.org,
    )
    const others = organizations.flatMap(({ id }) => namesakes(context, id, name).filter((cluster) => !cluster.deleted))
    return others.length > 0 && context.gap('clusters.name-scope') === 'everywhere' && `the name ${name} is taken`
  },
)

export const nameMalformed = doubtful(
  { id: 'clusters.name-malformed', says: 'Names may have to match a pattern.' },
  ({ name = '' }, context) => {
    const format = context.gap('clusters.name-format')
    return linearPattern(format)?.test(name) === false && `name does not match ${format}`
  },
)

export const createdOutsideCatalog = doubtful(
  {
    id: 'clusters.created-outside-catalog',
    says: 'Creating a cluster with a version that is not in the catalog may be refused.',
    checklist: ['CLU-04'],
    where: 'Endpoints, Clusters, upgrade and resize rules, 1 (speaks of upgrades)',
    status: 'clusters.unknown-version-status',
  },
  ({ orchestratorVersion }, context) => {
    const catalog = catalogOf(context, context.caller.org)
    if (orchestratorVersion === undefined || catalog.length === 0 || catalog.includes(orchestratorVersion)) return false
    return (
      context.gap('clusters.create-outside-catalog') === 'refuse' && `no version ${orchestratorVersion} is on offer`
    )
  },
)

export const sharedSized = doubtful(
  { id: 'clusters.shared-sized', says: 'A shared datastore with a size, storage, replicas or backups may be refused.' },
  ({ datastore }, context) => {
    if (datastore?.mode !== 'shared' || Object.keys(datastore).length === 1) return false
    return context.gap('clusters.shared-with-sizing') === 'refuse' && 'a shared datastore cannot be sized'
  },
)

export const dedicatedUnsized = doubtful(
  { id: 'clusters.dedicated-unsized', says: 'A dedicated datastore may need a size.' },
  ({ datastore }, context) => {
    if (datastore?.mode !== 'dedicated' || datastore.size !== undefined) return false
    return context.gap('clusters.dedicated-without-size') === 'refuse' && 'a dedicated datastore needs a size'
  },
)
