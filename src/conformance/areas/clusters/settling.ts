import { isObject } from '../../../contract/json.ts'
import { possibleValues } from '../../../contract/schema/possible-values.ts'
import { fireIn } from '../../../model/advance.ts'
import { everyRow, splitKey } from '../../../model/table/table.ts'
import { OpenTransaction } from '../../../model/world/open-transaction.ts'
import { isLeaving } from '../../area-judge/leaving-clusters.ts'
import type { Disagreement, Excuse } from '../../checks/excuse.ts'
import { sameJson } from '../../compare/compare.ts'
import type { Mismatch } from '../../compare/comparison.ts'
import { type Answered, isSuccess } from '../../shadow/answered.ts'
import { choicesFor } from '../../shadow/choices.ts'
import { memoryOf, withMemory } from '../../shadow/memories.ts'
import { isGone, rowsOf } from '../../shadow/rows.ts'
import { follow, type OtherWorld, type Shadow, thingKey } from '../../shadow/shadow.ts'
import { IN_THE_MAKING } from './checks/phase-words.ts'
import { isAtRest, LONGEST_WORK_SECONDS } from './checks/resting.ts'
import { clusterKey, seenClusters } from './checks/seen-clusters.ts'
import { mayBeOverByThen } from './over-by-then.ts'
import { mayLetPatchesPass, mayOverlookUnready } from './past-the-gate.ts'

/** Maximum number of reads for a roll or a teardown that progresses with reads. */
const MOST_LOOKS = 10

const lookedAt = ({ operation, request, org }: Answered): string =>
  clusterKey(org, request.parameters.name ?? operation.id)

/** Counts a look at a cluster that is not yet as it should be; undefined when that takes too long in looks and in time. */
function withLook(answered: Answered, seen: Shadow): Shadow | undefined {
  const memory = memoryOf(seen, seenClusters)
  const key = lookedAt(answered)
  const looks = memory.looks.get(key) ?? 0
  const isLate = seen.world.nowMs - memory.sinceMs > longestWork(answered, seen, key) * 1000
  if (looks >= MOST_LOOKS && isLate) return undefined
  return withMemory(seen, seenClusters, { ...memory, looks: new Map(memory.looks).set(key, looks + 1) })
}

/** Rolls of one cluster may come one after the other. Lists are of all. */
function longestWork({ contract }: Answered, seen: Shadow, key: string): number {
  const { roll = LONGEST_WORK_SECONDS, teardown = LONGEST_WORK_SECONDS } = contract.profile.deadlines
  const { asked, changes } = memoryOf(seen, seenClusters)
  const isGoing = rowsOf(seen.world, 'Cluster').every(
    ({ org, id, deleting }) => clusterKey(org, id) !== key || deleting,
  )
  return isGoing ? Math.max(roll * Math.max(1, asked.length), teardown) : roll * Math.max(1, changes.get(key) ?? 1)
}

/** A teardown takes its own time (Endpoints, Clusters, row 5): what should be gone may still be seen, but not for ever. */
const mayStillBeTornDown: Excuse = (answered, disagreement) => {
  if (!isSuccess(answered)) return undefined
  const { mismatches, seen } = disagreement
  const isGoing =
    answered.operation.id === 'listClusters'
      ? mismatches.length > 0 && mismatches.every((one) => isStillThere(answered, one))
      : isGoingBelow(answered, disagreement)
  const shadow = isGoing ? withLook(answered, seen) : undefined
  return shadow && { shadow, inconclusive: undefined }
}

/** True if a cluster that should be gone, or what was made in it, is still to be seen. */
function isGoingBelow(answered: Answered, { outcome, mismatches }: Disagreement): boolean {
  const { name = '' } = answered.request.parameters
  const { missed } = memoryOf(answered.shadow, seenClusters)
  if (!isLeaving(answered, name) || missed.has(thingKey('Cluster', answered.org, name))) return false
  return outcome.kind === 'refused'
    ? outcome.refusals.every(({ rule }) => rule.id === 'clusters.torn-down')
    : mismatches.length > 0 && mismatches.every((one) => one.code === 'holds' && one.why === 'removed')
}

/** What is being torn down may be gone before it should be: it need not be listed any more, though another one still is. */
const mayBeTornDown: Excuse = (answered, { outcome, mismatches, seen }) => {
  const { operation, shadow, org } = answered
  if (operation.id !== 'listClusters' || outcome.kind !== 'success' || mismatches.length === 0) return undefined
  const leaving = new Set(
    rowsOf(shadow.world, 'Cluster').flatMap((row) => (row.org === org && row.deleting ? [row.id] : [])),
  )
  const isGoing = (one: Mismatch) => one.code === 'lacks' && one.entity === 'Cluster' && leaving.has(one.id ?? '')
  const others = mismatches.filter((one) => !isGoing(one))
  if (!others.every((one) => isStillThere(answered, one))) return undefined
  const after = others.length > 0 ? withLook(answered, seen) : seen
  return after && { shadow: after, inconclusive: undefined }
}

/** What is in a cluster may go before it does. */
const mayGoFirst: Excuse = (answered, { outcome, mismatches, seen }) => {
  const { operation, request } = answered
  const isBelow = operation.does === 'list' && request.parameters.name !== undefined
  const isLess = outcome.kind === 'success' && mismatches.length > 0 && mismatches.every(({ code }) => code === 'lacks')
  return isBelow && isLess && isSuccess(answered) && isLeaving(answered, request.parameters.name)
    ? { shadow: seen, inconclusive: `${operation.id}: the cluster is being torn down` }
    : undefined
}

const isStillThere = (answered: Answered, mismatch: Mismatch): boolean =>
  mismatch.code === 'holds' && mismatch.entity === 'Cluster' && isLeaving(answered, mismatch.id)

/**
 * The same for others: as long as it is there it is somebody else's, of which two statuses are listed, as a mismatch and as
 * unknown.
 */
const mayStillBeTheirs: Excuse = (answered, { outcome, seen }) => {
  const { contract, operation, received, request, shadow } = answered
  const { name } = request.parameters
  if (operation.area !== 'clusters' || name === undefined || outcome.kind !== 'refused') return undefined
  const isUnknown = outcome.refusals.every(({ rule }) => rule.id === 'general.unknown-resource')
  const isOfOthers = foreignStatuses(contract).includes(received.status)
  const orgs = new Set(Object.values(contract.profile.actors).map(({ organization }) => organization))
  const isTheirs = [...orgs].some((org) => org !== answered.org && isLeaving({ shadow, org }, name))
  return isUnknown && isOfOthers && isTheirs ? { shadow: seen, inconclusive: undefined } : undefined
}
const FOREIGN = 'clusters.foreign-cluster-status'
const foreignStatuses = ({ gaps }: Answered['contract']): readonly unknown[] =>
  gaps.pinned(FOREIGN) ? [gaps.value(FOREIGN)] : possibleValues(gaps.definitions.get(FOREIGN)?.schema)

/** Statuses for what cannot be done at the moment; only that of a concurrent change is stated. */
const NOT_NOW: ReadonlySet<number> = new Set([409, 412, 423, 425])

/** Those of something wrong with a request: of one without a body there is nothing to be wrong. */
const INVALID: ReadonlySet<number> = new Set([400, 422])

/** True if the cluster was last seen in a phase that says that it is still being made. */
function isInTheMaking({ request, org }: Answered, seen: Shadow): boolean {
  const last = memoryOf(seen, seenClusters).last.get(clusterKey(org, request.parameters.name ?? ''))
  return last !== undefined && 'phase' in last && IN_THE_MAKING.test(String(last.phase))
}

/** True for one of them, and for the one that the target was seen to use. */
const isNotNow = (answered: Answered, seen: Shadow): boolean => {
  const { contract, request, received } = answered
  const { status } = received
  return (
    NOT_NOW.has(status) ||
    (INVALID.has(status) && (request.body === undefined || isInTheMaking(answered, seen))) ||
    choicesFor(contract, seen).value('clusters.state-conflict-status') === status
  )
}

/** True if a cluster is made while there is none of ours that could be changing, and none that has gone. */
const isFirst = ({ operation, shadow: { world, gone }, org }: Answered): boolean =>
  operation.id === 'createCluster' &&
  !rowsOf(world, 'Cluster').some((row) => row.org === org) &&
  ![...gone].map(splitKey).some(([entity, of]) => entity === 'Cluster' && of === org)

/** A cluster that is being changed or torn down may refuse another request until that is over. */
const mayStillChange: Excuse = (answered, { outcome, seen }) => {
  const { operation, received, request } = answered
  if (!isNotNow(answered, seen) || isFirst(answered)) return undefined
  if (outcome.kind === 'success' && isAtRest(answered, seen, request.parameters.name)) return undefined
  const isGoing = isLeaving(answered, request.parameters.name)
  const shadow = outcome.kind === 'success' ? seen : isGoing ? withLook(answered, seen) : undefined
  return (
    shadow && { shadow, inconclusive: `${operation.id} answered ${received.status}: the cluster may still be changing` }
  )
}

/** A change answers with the cluster too, as it was or as it will be. */
const SHOWING: ReadonlySet<string> = new Set(['getCluster', 'listClusters', 'updateCluster'])

/** Which clusters an answer is about: the one that is named, or in a list all of the organization. */
function meantBy({ request: { parameters }, org }: Answered): (key: string) => boolean {
  if (parameters.name !== undefined) return (key) => key === clusterKey(org, String(parameters.name))
  return (key) => splitKey(key)[1] === org
}

/** True if a change of a cluster that an answer is about was accepted. */
const isChanged = (answered: Answered, seen: Shadow): boolean =>
  memoryOf(seen, seenClusters).asked.some(({ key }) => meantBy(answered)(key))

/** A roll takes its own time (row 4): until it is over a cluster may show what it showed before, but not for ever. */
const mayStillRoll: Excuse = (answered, { outcome, mismatches, seen }) => {
  const { operation, request, shadow: before } = answered
  if (!SHOWING.has(operation.id) || outcome.kind !== 'success' || !isSuccess(answered)) return undefined
  // Without a change there is no roll to wait for. One that was accepted while a cluster was being made may come after that.
  const isMeant = meantBy(answered)
  const isRolling = rowsOf(before.world, 'Cluster').some(
    ({ org, id, work }) => isMeant(clusterKey(org, id)) && work.kind === 'rolling',
  )
  if (!isRolling && !isChanged(answered, seen)) return undefined
  if (isAboutServices(mismatches)) return undefined
  const { last, asked } = memoryOf(before, seenClusters)
  // A change may take part of its effect at once.
  const clusters = [
    ...[...last].flatMap(([key, cluster]) => (isMeant(key) ? [cluster] : [])),
    ...asked.flatMap(({ key, body }) => (isMeant(key) ? [body] : [])),
    ...(isObject(request.body) ? [request.body] : []),
  ]
  const isNotOver = (one: Mismatch) => isAsBefore(one, clusters) || isStillThere(answered, one)
  // One that is over sooner than expected is not late, however often that is seen.
  const isOver = operation.does !== 'update' && mismatches.every((one) => isAsAskedLast(one, answered, seen))
  const shadow = isOver ? seen : mismatches.every(isNotOver) ? withLook(answered, seen) : undefined
  if (!shadow) return undefined
  const inconclusive = `${operation.id}: the roll is not over`
  return { shadow: follow(shadow, outcome.changes, new Map()), inconclusive }
}

/** A teardown may end a change that was under way: what a cluster shows while it goes is nobody's concern. */
const mayBeGivenUp: Excuse = (answered, { outcome, mismatches, seen }) => {
  const { operation, request, org } = answered
  if (!SHOWING.has(operation.id) || outcome.kind !== 'success' || !isSuccess(answered)) return undefined
  const { name } = request.parameters
  const shown = rowsOf(seen.world, 'Cluster').filter(
    (row) => row.org === org && !row.deleted && (name === undefined || row.id === name),
  )
  const isGoing = shown.length > 0 && shown.every(({ deleting }) => deleting)
  return isGoing && isChanged(answered, seen) && mismatches.every(({ code }) => code === 'value')
    ? { shadow: seen, inconclusive: `${operation.id}: a change may have ended with the teardown` }
    : undefined
}

/** True if the exposed services differ, but not whether load balancers are on: no roll changes that. */
function isAboutServices(mismatches: readonly Mismatch[]): boolean {
  const differs = (field: string) => mismatches.some((one) => 'path' in one && one.path.endsWith(field))
  return differs('managedLoadBalancers.loadBalancers') && !differs('managedLoadBalancers.enabled')
}

/** A node that has come in is ready when it is: how soon is open (clusters.node-ready-seconds), if it does not take for ever. */
const mayBeReadySoonerOrLater: Excuse = ({ operation, request }, { outcome, mismatches, seen }) => {
  if (operation.id !== 'listNodes' || outcome.kind !== 'success' || mismatches.length === 0) return undefined
  const { world } = seen
  const nodes = rowsOf(world, 'Node').filter(({ cluster }) => cluster === request.parameters.name)
  const isOnItsWay = nodes.some(({ dueId, readsLeft }) => (dueId ?? readsLeft) !== undefined)
  const isNew = nodes.some(({ joinedAtMs }) => world.nowMs - joinedAtMs < LONGEST_WORK_SECONDS * 1000)
  const isAbout = (one: Mismatch, ready: boolean) =>
    one.code === 'value' && one.path === 'nodes[Node].ready' && one.actual === ready
  if (isOnItsWay && mismatches.every((one) => isAbout(one, true)))
    return { shadow: seen, inconclusive: 'listNodes: a node is ready sooner' }
  return isNew && mismatches.every((one) => isAbout(one, false))
    ? { shadow: seen, inconclusive: 'listNodes: a node may not be ready yet' }
    : undefined
}

/** Listed are live nodes (row 7): one that is still coming in may not be live before it is ready. */
const mayStillRegister: Excuse = ({ operation, request }, { outcome, mismatches, seen }) => {
  if (operation.id !== 'listNodes' || outcome.kind !== 'success' || mismatches.length === 0) return undefined
  const isComingIn = new Set(
    rowsOf(seen.world, 'Node')
      .filter(
        ({ cluster, dueId, readsLeft }) => cluster === request.parameters.name && (dueId ?? readsLeft) !== undefined,
      )
      .map(({ name }) => name),
  )
  return mismatches.every((one) => one.code === 'lacks' && one.id !== undefined && isComingIn.has(one.id))
    ? { shadow: seen, inconclusive: 'listNodes: a node may still be coming in' }
    : undefined
}

/**
 * A control plane without redundancy restarts in a roll, and its nodes may not be ready meanwhile (upgrade rules, 4). Which
 * changes are followed by a roll is not said, nor for how long.
 */
const mayRestart: Excuse = (answered, { outcome, mismatches, seen }) => {
  const { operation, request, org } = answered
  if (operation.id !== 'listNodes' || outcome.kind !== 'success' || mismatches.length === 0) return undefined
  const { name } = request.parameters
  const isAlone = rowsOf(seen.world, 'Cluster').some((row) => row.org === org && row.id === name && row.replicas === 1)
  const isUnready = (one: Mismatch) => one.code === 'value' && one.path === 'nodes[Node].ready' && one.actual === false
  return isAlone && isChanged(answered, seen) && mismatches.every(isUnready)
    ? { shadow: seen, inconclusive: 'listNodes: the control plane may be restarting' }
    : undefined
}

export const CLUSTERS_EXCUSES: readonly Excuse[] = [
  mayBeOverByThen,
  mayLetPatchesPass,
  mayOverlookUnready,
  mayStillBeTornDown,
  mayStillBeTheirs,
  mayBeTornDown,
  mayGoFirst,
  mayStillChange,
  mayStillRoll,
  mayBeGivenUp,
  mayBeReadySoonerOrLater,
  mayStillRegister,
  mayRestart,
]

const LIST = 'clusters'
const IN_LIST = `${LIST}[Cluster].`

/** True if a cluster shows what it was before its change, or what an earlier change made of it. */
function isAsBefore(mismatch: Mismatch, clusters: readonly object[]): boolean {
  if (mismatch.code === 'status') return false
  const { path, actual } = mismatch
  // One that should be gone may not be yet; one that is not there at all is no matter of its roll.
  if (path === LIST) return mismatch.code === 'holds' && mismatch.why === 'not-in-this-list'
  const field = path.startsWith(IN_LIST) ? path.slice(IN_LIST.length) : path
  return clusters.some((cluster) => sameJson(valueAt(cluster, field), actual))
}

/** True if a cluster shows in a field what the last change that named the field is to make of it. */
function isAsAskedLast(mismatch: Mismatch, answered: Answered, seen: Shadow): boolean {
  if (mismatch.code === 'status' || mismatch.path === LIST) return false
  const { path, actual } = mismatch
  const field = path.startsWith(IN_LIST) ? path.slice(IN_LIST.length) : path
  const isMeant = meantBy(answered)
  const bodies = memoryOf(seen, seenClusters).asked.filter(
    ({ key, body }) => isMeant(key) && valueAt(body, field) !== undefined,
  )
  const last = new Map(bodies.map(({ key, body }) => [key, valueAt(body, field)]))
  return [...last.values()].some((value) => sameJson(value, actual))
}

const valueAt = (object: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, part) => (isObject(node) ? node[part] : undefined), object)

/**
 * The world in which the clusters missing from a list are torn down. The length of a teardown is not shown (Endpoints,
 * Clusters, row 5), and it may be over for one cluster and not for another.
 */
export function tornDownMeanwhile({ contract, operation, shadow, things, org }: Answered): OtherWorld[] {
  if (operation.id !== 'listClusters') return []
  const listed = new Set(things.map(({ id }) => id))
  const leaving = rowsOf(shadow.world, 'Cluster').filter((row) => row.org === org && isGone(row) && !listed.has(row.id))
  const due = [...everyRow(shadow.world.tables.Due)].filter(
    ({ data }) => data.org === org && leaving.some(({ id }) => id === data.cluster),
  )
  if (due.length === 0) return []
  const transaction = new OpenTransaction(shadow.world, choicesFor(contract, shadow))
  for (const teardown of due) {
    transaction.change({ kind: 'remove', table: 'Due', key: [teardown.org, teardown.id] })
    fireIn(transaction, teardown)
  }
  return [{ world: transaction.commit(), because: [] }]
}
