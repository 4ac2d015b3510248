import type { GapId } from '../contract/generated/gaps.ts'
import type { Operation } from '../contract/operations.ts'
import { validatorFor } from '../contract/schema-compiler.ts'
import type { Violation } from '../contract/schema-errors.ts'
import type { Effect } from './area.ts'
import { callerOf } from './caller.ts'
import type { EffectContext, EventContext, RefusalContext } from './context.ts'
import { type Choices, type Draft, makeDraft } from './draft.ts'
import { AUTHENTICATION_RULES, GENERAL_RULES, isTable } from './general-rules.ts'
import { Impossible } from './happened.ts'
import type { Caller } from './identity.ts'
import { doorOf, effectOf, eventsOf, rulesFor } from './model.ts'
import type { EventAnswer, EventBody, EventName, OperationId } from './operation-types.ts'
import { type Refusal, STAGES } from './rule.ts'
import type { Rows, TableName } from './state.ts'
import type { Change, World } from './world.ts'

/** A request as the model sees it: which operation, by whom, with what. */
export interface ModelRequest {
  readonly operation: Operation
  readonly credential: string | undefined
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** Undefined when the request had none. */
  readonly body: unknown
}

/** A refusal that applies, with the status it would be answered with. */
export interface AppliedRefusal {
  readonly rule: Refusal
  readonly status: number
  readonly message: string
}

interface Decided {
  readonly changes: readonly Change[]
  /** Ids of the rules that had a say, deciding ones first. */
  readonly rules: readonly string[]
  readonly gaps: readonly GapId[]
}

export type Outcome =
  | (Decided & { readonly kind: 'success'; readonly status: number; readonly body: unknown })
  /** All refusals that apply, the one answered first; nothing changes. */
  | (Decided & { readonly kind: 'refused'; readonly refusals: readonly [AppliedRefusal, ...AppliedRefusal[]] })

/** What the API answers to a request in a world, and what changes by it. Pure. */
export function decide(world: World, request: ModelRequest, choices: Choices): Outcome {
  const draft = makeDraft(world, choices)
  const door = doorOf(request.operation.id)
  const caller = door ? door(draft, request) : callerOf(draft, request.credential)
  const context = refusalContext(draft, request, caller)
  const refusals = applicable(context, caller, choices)
  const [first, ...others] = byPrecedence(refusals, draft)
  if (first) {
    const rules = [first, ...others].map(({ rule }) => rule.id)
    return { kind: 'refused', refusals: [first, ...others], changes: [], rules, gaps: [...draft.gapsConsulted] }
  }
  const effect = effectOf(request.operation.id) as Effect<OperationId> | undefined
  if (!effect) throw new Error(`the model does not know ${request.operation.id} yet`)
  const body = effect(effectContext(draft, context, request))
  return {
    kind: 'success',
    status: request.operation.success.status,
    body,
    changes: draft.changes,
    rules: [...draft.rulesFollowed],
    gaps: [...draft.gapsConsulted],
  }
}

/** Something that happens to the system but not through its API. Pure. */
export function decideEvent<Name extends EventName>(
  world: World,
  event: { readonly name: Name; readonly org: string; readonly body: EventBody<Name> },
  choices: Choices,
): { readonly answer: EventAnswer<Name>; readonly changes: readonly Change[] } {
  const draft = makeDraft(world, choices)
  const context: EventContext<Name> = Object.assign(Object.create(draft), { org: event.org, body: event.body })
  for (const effect of eventsOf(event.name)) {
    const answer = effect(context)
    if (answer !== undefined) return { answer: answer as EventAnswer<Name>, changes: draft.changes }
  }
  throw new Impossible('not-possible', `nothing that is simulated takes part in ${event.name}`)
}

function applicable(context: RefusalContext, caller: Caller | undefined, choices: Choices): AppliedRefusal[] {
  const { operation, violations } = context
  const rules = caller
    ? [...GENERAL_RULES.filter((rule) => appliesTo(rule, operation)), ...rulesFor(operation)]
    : AUTHENTICATION_RULES.filter((rule) => appliesTo(rule, operation))
  return rules.flatMap((rule) => {
    // Rules of this stage read the body as its type says.
    if (rule.stage === 'conflict' && violations.length > 0) return []
    if (choices.off?.has(rule.id)) return []
    const message = rule.when(context)
    return message === undefined ? [] : [{ rule, message, status: statusOf(rule, context) }]
  })
}

function appliesTo(rule: Refusal, operation: Operation): boolean {
  return 'areas' in rule.on ? rule.on.areas.includes(operation.area) : rule.on.includes(operation.id as OperationId)
}

function statusOf(rule: Refusal, context: RefusalContext): number {
  return typeof rule.status === 'number' ? rule.status : (context.gap(rule.status) as number)
}

function byPrecedence(refusals: readonly AppliedRefusal[], draft: Draft): AppliedRefusal[] {
  if (refusals.length < 2) return [...refusals]
  const order: readonly string[] = draft.gap('general.refusal-precedence')
  const rank = ({ rule }: AppliedRefusal) => (order.includes(rule.stage) ? order.indexOf(rule.stage) : STAGES.length)
  return refusals.toSorted((a, b) => rank(a) - rank(b))
}

function refusalContext(draft: Draft, request: ModelRequest, caller: Caller | undefined): RefusalContext {
  const { operation, credential, parameters, query, body } = request
  let violations: readonly Violation[] | undefined
  const own = {
    operation,
    credential,
    parameters,
    query,
    body,
    get caller(): Caller {
      if (!caller) throw new Error('nobody is calling')
      return caller
    },
    get violations(): readonly Violation[] {
      violations ??= inputViolations(request)
      return violations
    },
    named: <Name extends TableName>(entity: Name) => namedRow(draft, request, caller, entity),
  }
  return withDraft(draft, own)
}

function effectContext(draft: Draft, context: RefusalContext, request: ModelRequest): EffectContext<OperationId> {
  const own = {
    operation: context.operation,
    credential: context.credential,
    parameters: context.parameters,
    query: context.query,
    body: request.body,
    caller: context.caller,
    violations: [],
    the<Name extends TableName>(entity: Name): Rows[Name] {
      const row = context.named(entity)
      if (!row) throw new Error(`${request.operation.id} names no ${entity}`)
      return row
    },
  }
  return withDraft(draft, own) as unknown as EffectContext<OperationId>
}

/** The draft's reading and writing together with what is particular to this request. */
function withDraft<T extends object>(draft: Draft, own: T): Draft & T {
  return Object.defineProperties(Object.create(draft), Object.getOwnPropertyDescriptors(own))
}

/** The row a path parameter names: its key is the organization and the path parameters up to it. */
function namedRow<Name extends TableName>(
  draft: Draft,
  request: ModelRequest,
  caller: Caller | undefined,
  entity: Name,
): Rows[Name] | undefined {
  if (!caller) return undefined
  const key = [caller.org]
  for (const { name, names, in: place } of request.operation.parameters) {
    if (place !== 'path') continue
    key.push(request.parameters[name] ?? '')
    if (names === entity && isTable(entity)) return draft.get(entity, ...key)
  }
  return undefined
}

function inputViolations({ operation, parameters, query, body }: ModelRequest): readonly Violation[] {
  const given = { path: parameters, query, header: {} as Record<string, string> }
  const wrong = operation.parameters.flatMap(({ name, in: place, required, schema }) => {
    const value = given[place][name]
    if (value === undefined) return required ? [{ path: [name], message: `${name} is required` }] : []
    const typed = schema.type === 'integer' && /^-?\d+$/.test(value) ? Number(value) : value
    return validatorFor(schema)(typed).map(({ message }) => ({
      path: [name],
      message: message.replace('the value', name),
    }))
  })
  if (!operation.body) return wrong
  if (body === undefined)
    return operation.body.required ? [...wrong, { path: [], message: 'a JSON body is required' }] : wrong
  return [...wrong, ...validatorFor(operation.body.schema)(body)]
}
