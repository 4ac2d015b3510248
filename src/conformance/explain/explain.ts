import type { Contract } from '../../contract/contract.ts'
import type { GapId, GapValues } from '../../contract/generated/gaps.ts'
import type { Json } from '../../contract/json.ts'
import type { Schema } from '../../contract/openapi.ts'
import { successSchema } from '../../contract/operations.ts'
import { type AppliedRefusal, decide, type ModelRequest, type Outcome } from '../../model/decide.ts'
import type { Choices } from '../../model/world/draft.ts'
import type { Received } from '../../target/exchange.ts'
import { COMPARATORS, factsOf } from '../areas/of-all-areas.ts'
import { compare } from '../compare/compare.ts'
import type { Comparison, Mismatch } from '../compare/comparison.ts'
import type { Observation } from '../finding/finding.ts'
import type { Shadow } from '../shadow/shadow.ts'

export interface Explained {
  readonly explained: true
  /** The values that differ from what was known of the target. */
  readonly assignment: Assignment
  readonly outcome: Outcome
  readonly bindings: ReadonlyMap<string, Json>
  readonly observations: readonly Observation[]
  /** The only refusal that applied, when the target refused. */
  readonly sole: AppliedRefusal | undefined
}

export interface Unexplained {
  readonly explained: false
  /** What the model says under what is known of the target. */
  readonly outcome: Outcome
  readonly mismatches: readonly Mismatch[]
}

type Assignment = ReadonlyMap<GapId, Json>

const MOST_ATTEMPTS = 400
const MOST_DEVIATIONS = 3
const NO_DEVIATION: Assignment = new Map()

/**
 * Looks for values of the open points under which the model would have given this answer: first what
 * the target did so far, then one other value, then two. Only when there are none does a rule object.
 */
export function explain(
  contract: Contract,
  shadow: Pick<Shadow, 'world' | 'learned'>,
  request: ModelRequest,
  received: Received,
  standing: Comparison['standing'],
  salt: string,
): Explained | Unexplained {
  const queue: Assignment[] = [NO_DEVIATION]
  const tried = new Set<string>()
  let first: Unexplained | undefined
  for (let attempt = 0; attempt < MOST_ATTEMPTS && attempt < queue.length; attempt++) {
    const assignment = queue[attempt] ?? NO_DEVIATION
    const outcome = tryDecide(shadow, request, choicesFor(contract, shadow, assignment))
    if (!outcome) continue
    const result = matches(contract, outcome, request, received, standing, salt)
    if (result.mismatches.length === 0) {
      const deviations = [...assignment].map(([gap, value]) => ({ gap, value }))
      const { bindings, observations, sole } = result
      return {
        explained: true,
        assignment,
        outcome,
        bindings,
        observations: [...deviations, ...observations],
        sole,
      }
    }
    first ??= { explained: false, outcome, mismatches: result.mismatches }
    if (assignment.size >= MOST_DEVIATIONS) continue
    for (const next of deviationsFrom(contract, shadow, assignment, outcome.gaps)) {
      const name = JSON.stringify([...next].sort())
      if (!tried.has(name)) {
        tried.add(name)
        queue.push(next)
      }
    }
  }
  if (!first) throw new Error(`the model cannot decide ${request.operation.id}`)
  return first
}

/**
 * Open points whose present value alone explains the answer: with any other, the model would have
 * answered differently. This is how a choice that agrees with our default is seen.
 */
export function confirmed(
  contract: Contract,
  shadow: Pick<Shadow, 'world' | 'learned'>,
  request: ModelRequest,
  received: Received,
  { outcome, assignment: found }: Explained,
  salt: string,
): Observation[] {
  return outcome.gaps.flatMap((gap) => {
    const alternatives = [...deviationsFrom(contract, shadow, found, [gap])]
    if (alternatives.length === 0) return []
    const alone = alternatives.every((assignment) => {
      const other = tryDecide(shadow, request, choicesFor(contract, shadow, assignment))
      return !other || matches(contract, other, request, received, () => 'unknown', salt).mismatches.length > 0
    })
    return alone ? [{ gap, value: choicesFor(contract, shadow, found).value(gap) as Json }] : []
  })
}

/** A model that stumbles over an unlikely combination of choices does not explain anything. */
function tryDecide(shadow: Pick<Shadow, 'world'>, request: ModelRequest, choices: Choices): Outcome | undefined {
  try {
    return decide(shadow.world, request, choices)
  } catch (error) {
    if (process.env.UNDERSTUDY_DEBUG) console.error(error)
    return undefined
  }
}

let fills = 0

export function choicesFor(
  contract: Contract,
  shadow: Pick<Shadow, 'learned'>,
  assignment: Assignment = NO_DEVIATION,
  waived?: ReadonlySet<string>,
): Choices {
  const { gaps } = contract
  const value = <Id extends GapId>(id: Id) =>
    (assignment.get(id) ?? (gaps.pinned(id) ? undefined : shadow.learned.get(id)) ?? gaps.value(id)) as GapValues[Id]
  return {
    value,
    fill: (id) => (gaps.pinned(id) ? gaps.value(id) : (`⟦gap ${id}#${fills++}⟧` as never)),
    ...(waived && { waived }),
  }
}

export function* deviationsFrom(
  contract: Contract,
  shadow: Pick<Shadow, 'learned'>,
  assignment: Assignment,
  consulted: readonly GapId[],
): Generator<Assignment> {
  const now = choicesFor(contract, shadow, assignment)
  const open = consulted.filter(
    (gap) =>
      alternatives(contract, gap).length > 0 &&
      !contract.gaps.pinned(gap) &&
      !assignment.has(gap) &&
      // Another value at a point that no sequence meets would explain nothing but a mistake.
      contract.gaps.definitions.get(gap)?.shows !== 'never',
  )
  // The more particular a choice, the likelier it is the one that was made.
  for (const gap of [...open.filter((one) => !isGeneral(one)), ...open.filter(isGeneral)]) {
    const present = JSON.stringify(now.value(gap))
    for (const { value, text } of alternatives(contract, gap))
      if (text !== present) yield new Map(assignment).set(gap, value)
  }
}

const isGeneral = (gap: GapId): boolean => gap.startsWith('general.')

interface Alternative {
  readonly value: Json
  readonly text: string
}
const known = new WeakMap<Schema, readonly Alternative[]>()
const NONE: readonly Alternative[] = []

/** The values that can be tried at an open point, also as they are written. */
function alternatives({ gaps }: Contract, gap: GapId): readonly Alternative[] {
  const schema = gaps.definitions.get(gap)?.schema
  if (!schema) return NONE
  let values = known.get(schema)
  if (!values) {
    values = possibleValues(schema).map((value) => ({ value, text: JSON.stringify(value) }))
    known.set(schema, values)
  }
  return values
}

/** Values that can be tried one after the other; a status or a number is read off the answer instead. */
export function possibleValues(schema: Schema | undefined): readonly Json[] {
  if (!schema) return []
  if (schema.enum) return schema.enum
  if (schema.type === 'boolean') return [true, false]
  return [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(possibleValues)
}

interface Match {
  readonly mismatches: readonly Mismatch[]
  readonly bindings: ReadonlyMap<string, Json>
  readonly observations: readonly Observation[]
  readonly sole: AppliedRefusal | undefined
}

function matches(
  contract: Contract,
  outcome: Outcome,
  request: ModelRequest,
  received: Received,
  standing: Comparison['standing'],
  salt: string,
): Match {
  if (outcome.kind === 'refused') return matchRefusal(contract, outcome.refusals, received.status)
  const { operation } = request
  const fits = operation.success.open
    ? received.status >= 200 && received.status < 300
    : received.status === operation.success.status
  if (!fits)
    return mismatch({
      path: 'status',
      expected: operation.success.open ? '2xx' : outcome.status,
      actual: received.status,
      reason: 'has another status',
      provenance: 'stated',
    })
  const schema = successSchema(operation)
  // How much a page holds is open, so what is on a later one cannot be told; that it repeats nothing is checked apart.
  const later = request.query.cursor !== undefined && !contract.gaps.pinned('email.log-page-size')
  const comparison: Comparison = {
    operation: operation.id,
    comparators: COMPARATORS,
    recentOnly: factsOf(operation.id).recentOnly === true,
    salt,
    mismatches: [],
    bindings: new Map(),
    standing,
  }
  if (schema && outcome.body !== undefined && !later) compare(comparison, schema, outcome.body, received.json)
  const { mismatches, bindings } = comparison
  return { mismatches, bindings, observations: fillObservations(contract, bindings), sole: undefined }
}

/** Any refusal that applies will do; a stated status must be that one, an open one may be any 4xx. */
function matchRefusal(contract: Contract, refusals: readonly AppliedRefusal[], status: number): Match {
  const fitting = refusals.filter(({ rule }) => {
    if (typeof rule.status === 'number') return rule.status === status
    return contract.gaps.pinned(rule.status)
      ? contract.gaps.value(rule.status) === status
      : status >= 400 && status < 500
  })
  const [one, another] = fitting
  if (!one) {
    const expected = [
      ...new Set(refusals.map(({ rule }) => (typeof rule.status === 'number' ? rule.status : '4xx'))),
    ].join(' or ')
    return mismatch({ path: 'status', expected, actual: status, reason: 'has another status', provenance: 'stated' })
  }
  const sole = refusals.length === 1 && !another ? one : undefined
  const observations = sole && typeof sole.rule.status !== 'number' ? [{ gap: sole.rule.status, value: status }] : []
  return { mismatches: [], bindings: new Map(), observations, sole }
}

const mismatch = (one: Mismatch): Match => ({
  mismatches: [one],
  bindings: new Map(),
  observations: [],
  sole: undefined,
})

/** A placeholder that stood for an open value tells what the target chose there. */
function fillObservations(contract: Contract, bindings: ReadonlyMap<string, Json>): Observation[] {
  const observations: Observation[] = []
  for (const [symbol, value] of bindings) {
    const [, gap] = (symbol.startsWith('⟦gap ') && /^⟦gap ([^#]+)#/.exec(symbol)) || []
    if (gap && contract.gaps.definitions.has(gap as GapId)) observations.push({ gap, value })
  }
  return observations
}
