import { checkedBody } from '../../../request/checked-body.ts'
import type { RefusalContext } from '../../../request/contexts.ts'
import { type Refusal, refusal } from '../../../rules/rule.ts'
import { catalogOf } from '../queries/versions/catalog.ts'
import { laggingNodes } from '../queries/versions/skew.ts'
import { compareVersions, readVersion, type Version } from '../queries/versions/version.ts'
import type { ClusterRow } from '../state/index.ts'
import { skewNamesNodes } from '../statements/index.ts'

/** A version asked for, beside the present one. */
interface Step {
  readonly cluster: ClusterRow
  readonly to: string
  /** As far as they can be read. */
  readonly versions: { readonly from: Version; readonly to: Version } | undefined
}

/** Naming the present version is not a step. */
function stepAsked(context: RefusalContext): Step | undefined {
  const cluster = context.named('Cluster')
  const to = checkedBody<'updateCluster'>(context)?.orchestratorVersion
  if (!cluster || to === undefined || to === cluster.orchestratorVersion) return undefined
  const [from, target] = [readVersion(cluster.orchestratorVersion), readVersion(to)]
  return { cluster, to, versions: from && target && { from, to: target } }
}

type Facts = Pick<Refusal, 'id' | 'says' | 'where'> & Partial<Refusal>

function gate(facts: Facts, blocks: (step: Step, context: RefusalContext) => string | undefined | false): Refusal {
  return refusal({
    checklist: ['CLU-04'],
    provenance: 'stated',
    stage: 'conflict',
    status: 'clusters.version-step-status',
    on: ['updateCluster'],
    when: (context) => {
      const step = stepAsked(context)
      return (step && blocks(step, context)) || undefined
    },
    ...facts,
  })
}

export const versionOutsideCatalog = gate(
  {
    id: 'clusters.version-outside-catalog',
    says: 'An upgrade to a version that is not in the catalog is refused; the status is open.',
    where: 'Endpoints, Clusters, upgrade and resize rules, 1; Versioning',
    stage: 'validation',
    status: 'clusters.unknown-version-status',
  },
  ({ to }, context) => {
    const catalog = catalogOf(context, context.caller.org)
    return catalog.length > 0 && !catalog.includes(to) && `no version ${to} is on offer`
  },
)

export const upgradeWithOthers = gate(
  {
    id: 'clusters.upgrade-with-others',
    says: 'A change that names a version and something else may be refused.',
    where: 'Endpoints, Clusters, row 4 (not said)',
    provenance: 'assumed',
    stage: 'validation',
    status: 'general.validation-status',
  },
  (_step, context) =>
    Object.keys(checkedBody<'updateCluster'>(context) ?? {}).length > 1 &&
    context.gap('clusters.upgrade-with-others') === 'refuse' &&
    'a version is changed alone',
)

export const noDowngrade = gate(
  {
    id: 'clusters.no-downgrade',
    says: 'A downgrade is refused; the status is open.',
    where: 'Endpoints, Clusters, upgrade and resize rules, 2; Versioning',
  },
  ({ versions }) => versions && compareVersions(versions.to, versions.from) < 0 && 'versions cannot go down',
)

export const oneMinorPerHop = gate(
  {
    id: 'clusters.one-minor-per-hop',
    says: 'An upgrade that skips a minor version is refused; the status is open.',
    where: 'Endpoints, Clusters, upgrade and resize rules, 2; Versioning',
  },
  ({ versions }) => {
    if (!versions || versions.to.major !== versions.from.major) return undefined
    return versions.to.minor - versions.from.minor > 1 && 'versions move one minor at a time'
  },
)

export const majorHop = gate(
  {
    id: 'clusters.major-hop',
    says: 'An upgrade to the next major version may be refused.',
    where: 'Endpoints, Clusters, upgrade and resize rules, 2 (speaks of minors only)',
    provenance: 'assumed',
  },
  ({ versions }, context) => {
    if (!versions || versions.to.major <= versions.from.major) return undefined
    const next = versions.to.major === versions.from.major + 1 && versions.to.minor === 0
    return !(next && context.gap('clusters.major-hop') === 'accept') && 'this is another major version'
  },
)

export const nodeSkew = gate(
  {
    id: 'clusters.node-skew',
    says: 'An upgrade that would leave the agents of nodes too far behind is refused with 409.',
    checklist: ['CLU-05'],
    where: 'Endpoints, Clusters, upgrade and resize rules, 2; Errors, Clusters PATCH',
    status: 409,
    names: (context) => nodesLeftBehind(context, stepAsked(context)),
  },
  (step, context) => {
    const { to } = step
    const names = nodesLeftBehind(context, step)
    if (names.length === 0) return undefined
    context.cite(skewNamesNodes)
    return `agents would be too far behind ${to}: ${names.join(', ')}`
  },
)

function nodesLeftBehind(context: RefusalContext, step: Step | undefined): string[] {
  if (!step?.versions || compareVersions(step.versions.to, step.versions.from) < 0) return []
  return laggingNodes(context, step.cluster, step.versions.to).map(({ name }) => name)
}
