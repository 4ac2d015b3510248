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
import type { Answered } from '../shadow/answered.ts'
import { machinesOf } from '../shadow/machines.ts'
import { isGone, rowsWithId } from '../shadow/rows.ts'
import { type Circumstances, isCertainRefusal } from './certain-refusals.ts'
import { FLEETING, isVanishing, RESTLESS } from './restless.ts'

/** An answer to somebody else's request, with what is known of what it names. */
export interface OpenAnswer extends Circumstances {
  /** What the model says instead, where it objects. */
  readonly disagreement: Disagreement | undefined
}

/**
 * Whether a finding follows from what was seen to happen, and from nothing else. The judge has not seen the beginning,
 * things change by themselves, and there is more in the target than passed by: whatever that could explain is not held
 * against it.
 */
export function followsFromSeen(finding: Finding, open: OpenAnswer): boolean {
  if (ANYWHERE.has(finding.code)) return true
  if (!isStubborn(finding, open)) return false
  if (finding.code === 'accepted') return mustRefuse(open)
  if (finding.code === 'refused') return mustAccept(open)
  if (finding.code === 'status') return mustHaveStatus(finding, open)
  return isCertain(finding, open)
}

/** No reading of the contract, at any of its open points, takes it away. */
function isStubborn(finding: Finding, { disagreement }: OpenAnswer): boolean {
  if (!disagreement) return true
  const { stubborn } = disagreement
  if (finding.code === 'accepted' || finding.code === 'refused') return stubborn === undefined
  return stubborn === undefined || stubborn.some((mismatch) => placeOf(mismatch) === placeOf(finding))
}

/** What is wrong whatever went before. */
const ANYWHERE: ReadonlySet<Finding['code']> = new Set<Finding['code']>([
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

/** Differences that depend on what time it is, on outside events, or on everything there is. */
const isCertain = (finding: Finding, open: OpenAnswer): boolean => {
  switch (finding.code) {
    case 'value':
      return isOwnField(finding.path, open) && !isSameTime(finding)
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
      return isMisplaced(finding, open)
    case 'order':
      return isOutOfOrder(finding)
    default:
      return false
  }
}

/** Personal things have identifiers that are unique for one user. */
const isUnique = (entity: string | undefined): boolean => entity !== 'PersonalToken'

/** Fields that callers set do not change by themselves, nor do most of what is calm or was made this very moment. */
function isOwnField(path: string, { answered }: OpenAnswer): boolean {
  const { operation, contract } = answered
  const { entity, field } = placeIn(path, operation)
  // A cluster comes to what was asked of it in its own time.
  if (entity === undefined || entity === 'Cluster' || DEPENDS_ON_TIME.test(path)) return false
  const isNew = operation.does === 'create' && entity === operation.entity
  if (!isUnique(entity) && !isNew) return false
  return (
    isNew || !RESTLESS.has(entity) || settableFields(contract, entity).has(field) || isMoved(answered, entity, field)
  )
}

/** Who is on call, and when something was last used, changes without a request of the API. */
const DEPENDS_ON_TIME = /onCallNow|last[A-Z]|used|expire/i

/** The innermost thing that a path leads into, and the field of it. */
function placeIn(path: string, operation: Operation): { readonly entity: string | undefined; readonly field: string } {
  const [, listed, within = ''] = /^.*\[([A-Z]\w*)\]\.?(.*)$/.exec(path) ?? []
  const [field = ''] = (listed === undefined ? path : within).split(/[.[]/)
  return { entity: listed ?? operation.entity, field }
}

/** What an operation leads to by the state table shows in its own answer. */
function isMoved({ contract, operation, received }: Answered, entity: string, field: string): boolean {
  const machine = machinesOf(contract, entity).find(({ observe }) => observe === field)
  const ways = (machine?.rows ?? []).filter(({ on }) => on === operation.id)
  const state = isObject(received.json) ? received.json[field] : undefined
  return ways.length > 0 && typeof state === 'string' && ways.every(({ to }) => to !== state)
}

/** The fields of an entity that requests give. */
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

/** What was made and not removed is listed, unless it may have gone or changed by itself. */
const isKept = (entity: string, open: OpenAnswer): boolean =>
  isUnique(entity) && !FLEETING.has(entity) && !(RESTLESS.has(entity) && isFiltered(open)) && seesAll(open)

/** What the others may see is arranged outside the API. */
const seesAll = ({ answered: { contract, request } }: OpenAnswer): boolean =>
  Object.entries(contract.profile.actors).some(
    ([name, { role }]) => request.credential === `actor:${name}` && role === 'owner',
  )

function isMisplaced({ why, entity, id }: Fact<'holds'>, { answered }: OpenAnswer): boolean {
  if (why === 'elsewhere' || !isUnique(entity)) return isUnique(entity)
  const rows = rowsWithId(answered.shadow.world, entity, id)
  if (why === 'removed' || rows.some(isGone)) return !isVanishing(entity) && !WITHIN.has(entity)
  if (rows.some((row) => isClosed(answered.contract, entity, row))) return true
  return why === 'not-in-this-list' && !RESTLESS.has(entity) && !FLEETING.has(entity)
}

/** What is known by its identifier only below another thing: one of the same may be elsewhere. */
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

/** Whether it is in a state that nothing leaves. */
const isClosed = (contract: Contract, entity: string, row: Row): boolean =>
  machinesOf(contract, entity).some(
    ({ observe, closed }) => observe !== null && Object.hasOwn(closed ?? {}, String(Reflect.get(row, observe))),
  )

/** Those that were made at the same time may stand either way: the times that they show themselves decide. */
function isOutOfOrder({ expected: newer, actual: older }: Fact<'order'>): boolean {
  if (!isObject(newer) || !isObject(older)) return false
  const times = Object.keys(newer).flatMap((field) => {
    const [late, early] = [timeIn(newer[field]), timeIn(older[field])]
    return late === undefined || early === undefined || late === early ? [] : [late - early]
  })
  return times.length > 0 && times.every((ahead) => ahead > 0)
}

/** Of two texts in one form, whichever it is, it can be told which is the later. */
function timeIn(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/\d{4}.*\d:\d\d/.test(value)) return undefined
  const ms = Date.parse(value)
  return Number.isNaN(ms) ? undefined : ms
}

/** One instant may be written in several ways. */
const isSameTime = ({ expected, actual }: Fact<'value'>): boolean => {
  const ms = timeIn(expected)
  return ms !== undefined && ms === timeIn(actual)
}

/** Taken, though a rule refuses it: what the rule goes by has to be known for certain. */
function mustRefuse(open: OpenAnswer): boolean {
  const { disagreement } = open
  if (disagreement?.outcome.kind !== 'refused') return false
  return disagreement.outcome.refusals.some(({ rule }) => rule.provenance !== 'assumed' && isCertainRefusal(rule, open))
}

/** Statuses for reasons that nobody sees from outside: who may what, how much, what else is going on. */
const UNSEEN_REASONS: ReadonlySet<number> = new Set([401, 402, 403, 409, 423, 429])

/** Refused, though nothing in the contract refuses it: with what is there and with nothing in the request to object to. */
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

const mayHaveGone = (entity: string): boolean => FLEETING.has(entity) && entity !== 'OncallIncident'
const isAsked = ({ does, id }: Operation): boolean =>
  does !== 'create' && does !== 'act' && factsOf(id).mayRefuse === undefined

/** Another status than the one that is stated for what happened. */
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
