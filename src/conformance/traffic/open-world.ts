import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { memo } from '../../contract/memo.ts'
import type { Operation } from '../../contract/operations.ts'
import type { Row } from '../../model/table/table.ts'
import type { TableName } from '../../model/world/rows.ts'
import { factsOf } from '../areas/of-all-areas.ts'
import type { Disagreement } from '../checks/excuse.ts'
import { placeOf } from '../explain/explain.ts'
import type { Fact } from '../finding/facts.ts'
import type { Finding } from '../finding/finding.ts'
import { actorOf } from '../shadow/actor-of.ts'
import type { Answered } from '../shadow/answered.ts'
import { machinesOf } from '../shadow/machines.ts'
import { isGone, rowsWithId } from '../shadow/rows.ts'
import { type Circumstances, isCertainRefusal } from './certain-refusals.ts'
import { wasDeletedHere } from './deleted-within.ts'
import { mayOutliveDeletion, SELF_CHANGING, SELF_REMOVING } from './self-changing.ts'

/** A response in watched traffic, with what is known about it. */
export interface OpenAnswer extends Circumstances {
  /** The difference from the model, if there is one. */
  readonly disagreement: Disagreement | undefined
}

/**
 * Whether a finding follows from the observed traffic alone. The traffic does not show how the target began, what changes
 * by itself, and what else is in it; whatever that could explain is not a finding.
 */
export function followsFromSeen(finding: Finding, open: OpenAnswer): boolean {
  if (INDEPENDENT.has(finding.code) || isPermissionMissing(finding)) return true
  if (!isStubborn(finding, open)) return false
  if (finding.code === 'accepted') return mustRefuse(open)
  if (finding.code === 'refused') return mustAccept(open)
  if (finding.code === 'status') return mustHaveStatus(finding, open)
  return isCertain(finding, open)
}

/** The permissions of the built-in roles do not depend on traffic. */
const isPermissionMissing = (finding: Finding): boolean => finding.code === 'lacks' && finding.entity === 'permission'

/** No choice at a gap of the contract explains it. */
function isStubborn(finding: Finding, { disagreement }: OpenAnswer): boolean {
  if (!disagreement) return true
  const { stubborn } = disagreement
  if (finding.code === 'accepted' || finding.code === 'refused') return stubborn === undefined
  return stubborn === undefined || stubborn.some((mismatch) => placeOf(mismatch) === placeOf(finding))
}

/** Findings that do not depend on earlier traffic. */
const INDEPENDENT: ReadonlySet<Finding['code']> = new Set<Finding['code']>([
  'shape',
  'not-json',
  'has-body',
  'server-error',
  'secret',
  'state-without',
  'twice',
  'cap',
  'inconsistent',
  'left-state',
  'immutable',
  'too-many-services',
  'page-repeats',
  'raw-message',
  'no-built-in-role',
  'no-tier',
])

/** The other findings: certain unless time, outside events or unobserved resources could explain them. */
const isCertain = (finding: Finding, open: OpenAnswer): boolean => {
  switch (finding.code) {
    case 'value':
      return (isOwnField(finding.path, open) && !isSameTime(finding)) || isMoreThanAsked(finding, open)
    case 'missing':
    case 'unset':
    case 'items':
    case 'count':
      return isOwnField(finding.path, open)
    case 'empty':
      return open.answered.operation.does === 'create'
    case 'identifier':
      return (
        isUnique(open.answered.operation.entity) &&
        !open.named.some(({ id }) => id === String(finding.actual)) &&
        !isSent(open, finding.actual)
      )
    case 'lacks':
      return isKept(finding.entity, open)
    case 'holds':
      return isMisplaced(finding, open) || isMoreThanAsked(finding, open)
    case 'order':
      return isOutOfOrder(finding)
    default:
      return false
  }
}

/** A login credential for more than the request asked for: another registry, or writing too. */
function isMoreThanAsked(
  finding: Fact<'value'> | Fact<'holds'>,
  { answered: { operation, request } }: OpenAnswer,
): boolean {
  if (operation.id !== 'createLoginCredential' || !isObject(request.body)) return false
  const { registry, pullOnly } = request.body
  if (finding.code === 'holds') return typeof registry === 'string' && finding.id !== registry
  return pullOnly === true && finding.actual === 'readwrite'
}

/** The identifiers of personal tokens are unique for one user only. */
const isUnique = (entity: string | undefined): boolean => entity !== 'PersonalToken'

/** A field that only requests change: callers set it, or its entity is new or does not change by itself. */
function isOwnField(path: string, { answered }: OpenAnswer): boolean {
  const { operation, contract } = answered
  const { entity, field } = placeIn(path, operation)
  // A cluster takes time to get the requested values.
  if (entity === undefined || entity === 'Cluster' || DEPENDS_ON_TIME.test(path)) return false
  const isNew = operation.does === 'create' && entity === operation.entity
  if (!isUnique(entity) && !isNew) return false
  return (
    isNew ||
    !SELF_CHANGING.has(entity) ||
    settableFields(contract, entity).has(field) ||
    hasWrongState(answered, entity, field)
  )
}

/** Fields that change without a request: who is on call, when something was last used, when it expires. */
const DEPENDS_ON_TIME = /onCallNow|last[A-Z]|used|expire/i

/** The entity and the field that a path points to. */
function placeIn(path: string, operation: Operation): { readonly entity: string | undefined; readonly field: string } {
  const [, listed, within = ''] = /^.*\[([A-Z]\w*)\]\.?(.*)$/.exec(path) ?? []
  const [field = ''] = (listed === undefined ? path : within).split(/[.[]/)
  return { entity: listed ?? operation.entity, field }
}

/** Whether a response shows another state than the state machine has after this operation. */
function hasWrongState({ contract, operation, received }: Answered, entity: string, field: string): boolean {
  const machine = machinesOf(contract, entity).find(({ observe }) => observe === field)
  const rows = (machine?.rows ?? []).filter(({ on }) => on === operation.id)
  const state = isObject(received.json) ? received.json[field] : undefined
  return rows.length > 0 && typeof state === 'string' && rows.every(({ to }) => to !== state)
}

/** The fields of an entity that requests can set. */
function settableFields(contract: Contract, entity: string): ReadonlySet<string> {
  return fieldsByEntity(contract).get(entity) ?? NO_FIELDS
}

const NO_FIELDS: ReadonlySet<string> = new Set()
const fieldsByEntity = memo((contract: Contract): ReadonlyMap<string, ReadonlySet<string>> => {
  const fields = new Map<string, Set<string>>()
  for (const { entity, does, body } of contract.operations.values())
    if (entity !== undefined && (does === 'create' || does === 'update')) {
      const known = fields.get(entity) ?? new Set()
      for (const name of Object.keys(body?.schema?.properties ?? {})) known.add(name)
      fields.set(entity, known)
    }
  return fields
})

const isSent = ({ answered: { request } }: OpenAnswer, value: unknown): boolean =>
  isObject(request.body) && Object.values(request.body).includes(value)

const isFiltered = ({ answered: { request } }: OpenAnswer): boolean => Object.keys(request.query).length > 0

/** Whether a created thing must be listed: it cannot have disappeared or changed by itself, and the caller sees everything. */
const isKept = (entity: string, open: OpenAnswer): boolean =>
  isUnique(entity) && !SELF_REMOVING.has(entity) && !(SELF_CHANGING.has(entity) && isFiltered(open)) && seesAll(open)

/** Only owners are known to see everything; what other roles see is configured outside the API. */
const seesAll = ({ answered }: OpenAnswer): boolean => actorOf(answered)?.role === 'owner'

function isMisplaced({ why, entity, id }: Fact<'holds'>, { answered }: OpenAnswer): boolean {
  if (why === 'elsewhere' || !isUnique(entity)) return isUnique(entity)
  if (wasDeletedHere(answered, entity, id)) return true
  const rows = rowsWithId(answered.shadow.world, entity, id)
  if (why === 'removed' || rows.some(isGone))
    return !mayOutliveDeletion(entity) && !WITHIN.has(entity) && !TOMBSTONED.has(entity)
  if (rows.some((row) => isClosed(answered.contract, entity, row))) return true
  return why === 'not-in-this-list' && !SELF_CHANGING.has(entity) && !SELF_REMOVING.has(entity)
}

/** Entities whose identifiers are unique only below a parent: another one with the same identifier may exist. */
const WITHIN: ReadonlySet<string> = new Set<TableName>([
  'LoginCredential',
  'OncallOverride',
  'PersonalToken',
  'PublicUpdate',
  'RegistrationToken',
  'RegistryKey',
  'RegistryOidcRule',
  'RegistryUpstreamCredential',
])

/** Entities that may stay in lists after they were revoked. */
const TOMBSTONED: ReadonlySet<string> = new Set<TableName>(['EmailSendKey'])

/** Whether its state is final. */
const isClosed = (contract: Contract, entity: string, row: Row): boolean =>
  machinesOf(contract, entity).some(
    ({ observe, closed }) => observe !== null && Object.hasOwn(closed ?? {}, String(Reflect.get(row, observe))),
  )

/** Things created at the same time may be in either order, so the times in the response decide. */
function isOutOfOrder({ expected: newer, actual: older }: Fact<'order'>): boolean {
  if (!isObject(newer) || !isObject(older)) return false
  const times = Object.keys(newer).flatMap((field) => {
    const [late, early] = [timeIn(newer[field]), timeIn(older[field])]
    return late === undefined || early === undefined || late === early ? [] : [late - early]
  })
  return times.length > 0 && times.every((ahead) => ahead > 0)
}

/** The time in a text, in any format that can be compared. */
function timeIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/\d{4}.*\d:\d\d/.test(value)) return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}

/** The same time may be written in several formats. */
const isSameTime = ({ expected, actual }: Fact<'value'>): boolean => {
  const ms = timeIn(expected)
  return ms !== undefined && ms === timeIn(actual)
}

/** Accepted, although a rule refuses it: the condition of the rule must be certain. */
function mustRefuse(open: OpenAnswer): boolean {
  const { disagreement } = open
  if (disagreement?.outcome.kind !== 'refused') return false
  return disagreement.outcome.refusals.some(({ rule }) => rule.provenance !== 'assumed' && isCertainRefusal(rule, open))
}

/** Statuses whose reasons are not visible in traffic: permissions, quotas, concurrent changes, headers and connections. */
const UNSEEN_REASONS: ReadonlySet<number> = new Set([
  ...[401, 402, 403, 409, 423, 429],
  ...[406, 407, 408, 412, 415, 416, 417, 421, 425, 426, 428, 431, 451],
])

/** Refused, although no rule refuses it: the things in the path exist, and the request has no input to object to. */
function mustAccept(open: OpenAnswer): boolean {
  const { answered, named } = open
  const { operation, request, received } = answered
  const isThere =
    named.length > 0 && named.every(({ standing, entity }) => standing === 'there' && !mayHaveGone(entity))
  const isBare = request.body === undefined && Object.keys(request.query).length === 0
  if (UNSEEN_REASONS.has(received.status) || !isAsked(operation)) return false
  if (received.status === 404) return isThere && isBare && seesAll(open)
  return isBare && (isThere || named.length === 0) && (operation.does === 'read' || operation.does === 'list')
}

const mayHaveGone = (entity: string): boolean => SELF_REMOVING.has(entity) && entity !== 'OncallIncident'
const isAsked = ({ does, id }: Operation): boolean =>
  does !== 'create' && does !== 'act' && factsOf(id).mayRefuse === undefined

/** A status other than the one that the contract states for this case. */
function mustHaveStatus({ actual, refusals }: Fact<'status'>, open: OpenAnswer): boolean {
  if (refusals.length === 0) return actual < 400
  if (actual < 400) return mustRefuse(open)
  const { disagreement, answered } = open
  const isBare = answered.request.body === undefined && Object.keys(answered.request.query).length === 0
  return (
    isBare &&
    !UNSEEN_REASONS.has(actual) &&
    disagreement?.outcome.kind === 'refused' &&
    disagreement.outcome.refusals.every(
      ({ rule }) => rule.provenance === 'stated' && rule.stage !== 'authentication' && isCertainRefusal(rule, open),
    )
  )
}
