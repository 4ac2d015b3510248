import type { GapId } from '../contract/generated/gaps.ts'
import { memo } from '../contract/memo.ts'
import type { Operation } from '../contract/operations.ts'
import { fireIn } from './advance.ts'
import type { Effect } from './areas/area.ts'
import { ImpossibleEvent } from './areas/event-answer.ts'
import { noteUse } from './areas/tokens/effects/note-use.ts'
import type { Caller, Nobody } from './identity/identity.ts'
import { doorOf, effectOf, eventsOf, rulesFor } from './model.ts'
import { whoCalls } from './request/caller.ts'
import { clearFields } from './request/clear-fields.ts'
import type { EffectContext, EventContext, RefusalContext } from './request/contexts.ts'
import type { EventAnswer, EventBody, EventName, OperationId } from './request/operation-types.ts'
import { prepared } from './request/prepared.ts'
import type { ModelRequest } from './request/request.ts'
import { RequestContext } from './request/request-context.ts'
import { missing } from './rules/general/existence-rules.ts'
import { AUTHENTICATION_RULES, GENERAL_RULES } from './rules/general/general-rules.ts'
import { namedLast, noteDeleted } from './rules/general/repeated-deletion.ts'
import { isAbout, type Refusal, STAGES } from './rules/rule.ts'
import type { Choices } from './world/choices.ts'
import { type Looked, nothingLookedAt, OpenTransaction } from './world/open-transaction.ts'
import type { Reader } from './world/reader.ts'
import type { DueRow } from './world/rows.ts'
import { TransactionContext } from './world/transaction-context.ts'
import type { Change, World } from './world/world.ts'

export type { ModelRequest }

/** A refusal that applies, with the status it would be answered with. */
export interface AppliedRefusal {
  readonly rule: Refusal
  readonly status: number
  readonly message: string
  /** The names that the error has to mention. */
  readonly names: readonly string[]
}

interface Decided {
  readonly changes: readonly Change[]
  /** Ids of the rules that had a say, deciding ones first. */
  readonly rules: readonly string[]
  readonly gaps: readonly GapId[]
  /** The parts of the world that the outcome depends on; noted for reads only. */
  readonly looked: Looked | undefined
}

export type Outcome =
  | (Decided & { readonly kind: 'success'; readonly status: number; readonly body: unknown })
  /** All refusals that apply, the one answered first; nothing changes but what stood in the way of one request only. */
  | (Decided & { readonly kind: 'refused'; readonly refusals: readonly [AppliedRefusal, ...AppliedRefusal[]] })

/** Decides a request in a world: the answer and the changes. Pure. */
export function decide(world: World, given: ModelRequest, choices: Choices): Outcome {
  const transaction = new OpenTransaction(world, choices, reads(given.operation) ? nothingLookedAt() : undefined)
  const reader = new TransactionContext(transaction)
  const { request, cleared } = prepared(reader, given)
  const context = new RequestContext(transaction, request, callerOf(reader, request))
  const refusals = applicable(context, choices)
  const { looked } = transaction
  if (refusals.length > 0) {
    const [first, ...others] = byPrecedence(refusals, reader) as [AppliedRefusal, ...AppliedRefusal[]]
    const rules = [first, ...others].map(({ rule }) => rule.id)
    first.rule.spends?.(context)
    const { changes, gapsConsulted: gaps } = transaction
    return { kind: 'refused', refusals: [first, ...others], changes, rules, gaps, looked }
  }
  const effect = effectOf(request.operation.id) as Effect<OperationId> | undefined
  if (!effect) throw new Error(`the model does not know ${request.operation.id} yet`)
  clearFields(context, cleared)
  noteUse(context, request.credential)
  const body = carriedOut(context, effect, world.values)
  const { changes, rulesCited: rules, gapsConsulted: gaps } = transaction
  return { kind: 'success', status: request.operation.success.status, body, changes, rules, gaps, looked }
}

/** Deleting what is gone already, where that is accepted, leaves everything as it is. */
function carriedOut(context: RequestContext, effect: Effect<OperationId>, values: World['values']): unknown {
  if (context.operation.does !== 'delete') return effect(context as EffectContext<OperationId>)
  if (missing(context)) return undefined
  const before = namedLast(context)
  const body = effect(context as EffectContext<OperationId>)
  noteDeleted(context, before, values)
  return body
}

const reads = ({ method }: Operation): boolean => method === 'GET'

/** A side door knows its callers by itself; everywhere else a credential says who calls. */
function callerOf(reader: Reader, request: ModelRequest): Caller | Nobody {
  const door = doorOf(request.operation.id)
  return door ? (door(reader, request) ?? 'turned-away') : whoCalls(reader, request.credential, request.organization)
}

/** Something that happens to the system but not through its API. */
export interface OutsideEvent<Name extends EventName> {
  readonly name: Name
  readonly org: string
  readonly body: EventBody<Name>
}

/** The consequences of an outside event. */
export interface EventOutcome<Name extends EventName> extends Pick<Decided, 'changes' | 'rules'> {
  readonly answer: EventAnswer<Name>
}

/** Decides an outside event in a world: the answer, the changes and the rules that led to them. Pure. */
export function decideEvent<Name extends EventName>(
  world: World,
  event: OutsideEvent<Name>,
  choices: Choices,
): EventOutcome<Name> {
  const transaction = new OpenTransaction(world, choices)
  const answer = eventIn(transaction, event)
  makeUpFor(transaction)
  return { answer, changes: transaction.changes, rules: transaction.rulesCited }
}

/** What an event of the past has brought about since then happens at once, each thing at its time. */
function makeUpFor(transaction: OpenTransaction): void {
  for (let due = overdue(transaction); due; due = overdue(transaction)) {
    transaction.change({ kind: 'remove', table: 'Due', key: [due.org, due.id] })
    fireIn(transaction, due, due.atMs)
  }
}

/** The first thing that this event has made due before now. */
function overdue(transaction: OpenTransaction): DueRow | undefined {
  const { nowMs, serial } = transaction.world
  const waiting = Iterator.from<DueRow>(transaction.table('Due').order.values() as Iterable<DueRow>)
  for (const due of waiting) {
    if (due.atMs >= nowMs) return undefined
    if (due.seq >= serial) return due
  }
  return undefined
}

/** Runs an outside event in a transaction, at the present instant or at another, and returns its answer. */
export function eventIn<Name extends EventName>(
  transaction: OpenTransaction,
  event: OutsideEvent<Name>,
  atMs?: number,
): EventAnswer<Name> {
  const context: EventContext<Name> = new OutsideEventContext(transaction, event, atMs)
  for (const effect of eventsOf(event.name)) {
    const answer = effect(context)
    if (answer !== undefined) return answer as EventAnswer<Name>
  }
  throw new ImpossibleEvent('not-possible', `nothing that is simulated takes part in ${event.name}`)
}

class OutsideEventContext<Name extends EventName> extends TransactionContext implements EventContext<Name> {
  readonly org: string
  readonly body: EventBody<Name>

  constructor(transaction: OpenTransaction, { org, body }: OutsideEvent<Name>, atMs?: number) {
    super(transaction, atMs)
    this.org = org
    this.body = body
  }
}

const NONE: readonly AppliedRefusal[] = []
const NO_NAMES: readonly string[] = []

function applicable(context: RequestContext, { waived }: Choices): readonly AppliedRefusal[] {
  const rules = refusalsOf(context.operation)
  let found: AppliedRefusal[] | undefined
  for (const rule of context.nobody ? rules.nobody : rules.known) {
    if (waived?.has(rule.id)) continue
    // Rules of this stage read the body as its type says.
    if (rule.stage === 'conflict' && context.violations.length > 0) continue
    const message = rule.when(context)
    if (message === undefined) continue
    found ??= []
    found.push({ rule, message, status: statusOf(rule, context), names: rule.names?.(context) ?? NO_NAMES })
  }
  return found ?? NONE
}

/** The refusals to ask of a request, by whether somebody is calling. */
interface Asked {
  readonly known: readonly Refusal[]
  readonly nobody: readonly Refusal[]
}

const refusalsOf = memo(
  (operation: Operation): Asked => ({
    known: [...GENERAL_RULES.filter((rule) => isAbout(rule, operation)), ...rulesFor(operation)],
    nobody: AUTHENTICATION_RULES.filter((rule) => isAbout(rule, operation)),
  }),
)

function statusOf(rule: Refusal, context: RefusalContext): number {
  return typeof rule.status === 'number' ? rule.status : (context.gap(rule.status) as number)
}

function byPrecedence(refusals: readonly AppliedRefusal[], reader: Reader): AppliedRefusal[] {
  if (refusals.length < 2) return [...refusals]
  const order: readonly string[] = reader.gap('general.refusal-precedence')
  const rank = ({ rule }: AppliedRefusal) => (order.includes(rule.stage) ? order.indexOf(rule.stage) : STAGES.length)
  // A status that the contract states is not kept back by one that it leaves open.
  const isOpen = ({ rule }: AppliedRefusal) => Number(typeof rule.status !== 'number')
  return refusals.toSorted((a, b) => rank(a) - rank(b) || isOpen(a) - isOpen(b))
}
