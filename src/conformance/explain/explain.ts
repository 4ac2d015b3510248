import type { Contract } from '../../contract/contract.ts'
import type { GapId } from '../../contract/generated/gaps.ts'
import { isObject, type Json } from '../../contract/json.ts'
import { successSchema } from '../../contract/operations.ts'
import { validatorFor } from '../../contract/schema/schema-compiler.ts'
import { type AppliedRefusal, decide, type ModelRequest, type Outcome } from '../../model/decide.ts'
import type { Choices } from '../../model/world/choices.ts'
import type { World } from '../../model/world/world.ts'
import { COMPARATORS, factsOf } from '../areas/of-all-areas.ts'
import { compare } from '../compare/compare.ts'
import type { Beyond, Comparison, Mismatch } from '../compare/comparison.ts'
import type { Fact } from '../finding/facts.ts'
import type { Observation } from '../finding/finding.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { type Assignment, choicesFor, deviationsFrom, NO_DEVIATION } from '../shadow/choices.ts'
import type { Shadow } from '../shadow/shadow.ts'
import { standingFor } from '../shadow/standing.ts'
import { boundsFrom } from './bounds.ts'

export interface Explained {
  readonly explained: true
  /** The gap values that differ from what was known of the target. */
  readonly assignment: Assignment
  readonly outcome: Outcome
  readonly bindings: ReadonlyMap<string, Json>
  readonly observations: readonly Observation[]
  /** The only refusal that applied, when the target refused. */
  readonly sole: AppliedRefusal | undefined
  /** The places where the response differs in an open value: another world may explain it better. */
  readonly open: readonly string[]
  /** What of ours is not in a list that may be cut off. */
  readonly beyond: readonly Beyond[]
}

export interface Unexplained {
  readonly explained: false
  /** The model's answer under what is known of the target. */
  readonly outcome: Outcome
  readonly mismatches: readonly Mismatch[]
  /** The mismatches that remain with every gap value tried; undefined if only one side refused. */
  readonly stubborn: readonly Mismatch[] | undefined
}

const MAX_ATTEMPTS = 400
const MAX_DEVIATIONS = 3

/**
 * Looks for gap values with which the model gives this response: first those observed so far, then with one other value,
 * with two, with three. If there are none, the response is unexplained. A world that certain choices have led to is one of a
 * target that goes on choosing so.
 */
export function explain(
  answered: Answered,
  world: World = answered.shadow.world,
  chosen: Assignment = NO_DEVIATION,
): Explained | Unexplained {
  const { contract, shadow, request } = answered
  const standing = standingFor(shadow, request, answered.org)
  const told = toldByField(answered)
  const queue: Assignment[] = [...(told ? [told] : []), ...(chosen.size > 0 ? [chosen] : []), NO_DEVIATION]
  const tried = new Set<string>()
  let first: Pick<Unexplained, 'outcome' | 'mismatches'> | undefined
  let stubborn: readonly Mismatch[] | undefined
  let likely: Explained | undefined
  for (let attempt = 0; attempt < MAX_ATTEMPTS && attempt < queue.length; attempt++) {
    const assignment = queue[attempt] ?? NO_DEVIATION
    if (likely && assignment.size > likely.assignment.size) break
    const isForeseen = attempt === 0 && !told && world === shadow.world
    const known = isForeseen ? answered.foreseen : undefined
    const outcome = known ?? tryDecide(world, request, choicesFor(contract, shadow, assignment))
    if (!outcome) continue
    const match = matches(answered, outcome, standing)
    const { mismatches } = match
    if (mismatches.length === 0 && !(assignment.size > 0 && isAboutCaller(answered, outcome))) {
      const found = explanation(assignment, outcome, match)
      if (assignment.size > 0 && hasOtherStatus(answered, outcome)) {
        likely ??= found
        continue
      }
      return match.open.length > 0 ? (shownOtherwise(answered, world, found) ?? found) : found
    }
    first ??= { outcome, mismatches }
    if ((outcome.kind === 'success') === isSuccess(answered)) stubborn = remaining(stubborn, mismatches)
    if (assignment.size >= MAX_DEVIATIONS) continue
    for (const next of [
      ...deviationsFrom(contract, shadow, assignment, outcome.gaps),
      ...(isSuccess(answered) ? [] : boundsFrom(contract, assignment, outcome.gaps, request.body)),
    ]) {
      const name = JSON.stringify([...next].sort())
      if (!tried.has(name)) {
        tried.add(name)
        queue.push(next)
      }
    }
  }
  if (likely) return likely
  if (!first) throw new Error(`the model cannot decide ${request.operation.id}`)
  return { explained: false, ...first, stubborn }
}

/** That a target may refuse a value, where this one is known to take it, is no reason for it to say that somebody may not. */
const isAboutCaller = ({ received }: Answered, outcome: Outcome): boolean =>
  ABOUT_CALLERS.has(received.status) &&
  outcome.kind === 'refused' &&
  outcome.refusals.every(({ rule }) => rule.provenance === 'assumed' && rule.stage === 'validation')
const ABOUT_CALLERS: ReadonlySet<number> = new Set([401, 403])

/** Of several refusals that a choice could explain, the one whose usual status was given is the likeliest. */
const hasOtherStatus = ({ received }: Answered, outcome: Outcome): boolean =>
  outcome.kind === 'refused' && outcome.refusals.every(({ status }) => status !== received.status)

/** The choice that a field beyond the contract shows, if it is not the one that is known. */
function toldByField({ contract, shadow, operation, received: { json } }: Answered): Assignment | undefined {
  const { tellingFields: telling } = factsOf(operation.id)
  if (!telling || !isObject(json) || contract.gaps.pinned(telling.gap)) return undefined
  const known = choicesFor(contract, shadow).value(telling.gap)
  const field = Object.keys(telling.values).find((name) => typeof json[name] === 'string')
  const value = field === undefined ? undefined : telling.values[field]
  return value === undefined || value === known ? undefined : new Map([[telling.gap, value]])
}

const explanation = (assignment: Assignment, outcome: Outcome, match: Match): Explained => ({
  explained: true,
  assignment,
  outcome,
  bindings: match.bindings,
  observations: [...[...assignment].map(([gap, value]) => ({ gap, value })), ...match.observations],
  sole: match.sole,
  open: match.open,
  beyond: match.beyond,
})

/** An explanation with another choice of what is in a list and where, if one fits: such a choice is never enforced. */
function shownOtherwise(answered: Answered, world: World, { assignment, outcome }: Explained): Explained | undefined {
  const { contract, shadow, request, org } = answered
  const asked = outcome.gaps.filter((gap) => contract.gaps.definitions.get(gap)?.decides === 'list-contents')
  for (const other of deviationsFrom(contract, shadow, assignment, asked)) {
    const instead = tryDecide(world, request, choicesFor(contract, shadow, other))
    if (!instead) continue
    const match = matches(answered, instead, standingFor(shadow, request, org))
    if (match.mismatches.length === 0 && match.open.length === 0) return explanation(other, instead, match)
  }
  return undefined
}

/** The mismatches that every attempt so far has in common. */
function remaining(before: readonly Mismatch[] | undefined, now: readonly Mismatch[]): readonly Mismatch[] {
  if (!before || before.length === 0) return before ?? now
  const places = new Set(now.map(placeOf))
  return before.filter((mismatch) => places.has(placeOf(mismatch)))
}

/** A key for the place of a mismatch, whatever value was expected there. */
export const placeOf = (mismatch: Mismatch | Fact): string =>
  [mismatch.code, 'path' in mismatch ? mismatch.path : '', 'id' in mismatch ? mismatch.id : ''].join(' ')

/**
 * Gaps for which only the current value explains the response: with any other, the model would respond differently. This
 * is how a choice that equals the default is observed.
 */
export function confirmed(answered: Answered, { outcome, assignment: found }: Explained): Observation[] {
  const { contract, shadow, request } = answered
  return outcome.gaps.flatMap((gap) => {
    const alternatives = [...deviationsFrom(contract, shadow, found, [gap])]
    if (alternatives.length === 0) return []
    const alone = alternatives.every((assignment) => {
      const other = tryDecide(shadow.world, request, choicesFor(contract, shadow, assignment))
      return !other || matches(answered, other, () => 'unknown').mismatches.length > 0
    })
    return alone ? [{ gap, value: choicesFor(contract, shadow, found).value(gap) as Json }] : []
  })
}

/** True if the model would have given this answer in the believed world with these choices. */
export function fits(answered: Answered, assignment: Assignment): boolean {
  const { contract, shadow, request, org } = answered
  const outcome = tryDecide(shadow.world, request, choicesFor(contract, shadow, assignment))
  return !!outcome && matches(answered, outcome, standingFor(shadow, request, org)).mismatches.length === 0
}

/** The model's response with the gap values known so far, computed before the target has responded. */
export const foresee = (contract: Contract, shadow: Shadow, request: ModelRequest): Outcome | undefined =>
  tryDecide(shadow.world, request, choicesFor(contract, shadow))

/** Undefined if the model throws with an unlikely combination of choices: that explains nothing. */
function tryDecide(world: World, request: ModelRequest, choices: Choices): Outcome | undefined {
  try {
    return decide(world, request, choices)
  } catch (error) {
    if (process.env.UNDERSTUDY_DEBUG) console.error(error)
    return undefined
  }
}

interface Match {
  readonly mismatches: readonly Mismatch[]
  readonly open: readonly string[]
  readonly bindings: ReadonlyMap<string, Json>
  readonly observations: readonly Observation[]
  readonly sole: AppliedRefusal | undefined
  readonly beyond: readonly Beyond[]
}

const NO_MATCH: Match = {
  ...{ mismatches: [], open: [], bindings: new Map(), observations: [], sole: undefined },
  beyond: [],
}

/** Compares a response with the model's. */
export function matches(answered: Answered, outcome: Outcome, standing: Comparison['standing']): Match {
  const { contract, operation, request, received, shadow } = answered
  if (outcome.kind === 'refused') return matchRefusal(answered, outcome.refusals)
  const { open, status } = operation.success
  if (open ? !isSuccess(answered) : received.status !== status)
    return otherStatus({ refusals: [], expected: [open ? '2xx' : outcome.status], actual: received.status })
  const schema = successSchema(operation)
  // Page sizes are open, so a later page cannot be predicted; another check looks for repeated items.
  const later = request.query.cursor !== undefined && !contract.gaps.pinned('email.log-page-size')
  const comparison: Comparison = {
    operation: operation.id,
    comparators: COMPARATORS,
    recentOnly: factsOf(operation.id).recentOnly === true,
    salt: shadow.salt,
    mismatches: [],
    open: [],
    bindings: new Map(),
    standing,
    longest: answered.longest,
    lacked: answered.lacked,
  }
  if (schema && outcome.body !== undefined && !later)
    compare(comparison, schema, { path: '', predicted: outcome.body, observed: received.json })
  const { mismatches, bindings } = comparison
  return {
    mismatches,
    open: comparison.open,
    bindings,
    observations: fillObservations(contract, bindings),
    sole: undefined,
    beyond: comparison.beyond ?? [],
  }
}

/**
 * Any refusal that applies explains the response. A stated status must match, and so must one that the profile states; an open
 * one may be any 4xx. What the profile says applies neither to side doors nor to what may be refused or not: as what a target
 * refuses that is open as well.
 */
function matchRefusal({ contract, operation, received }: Answered, refusals: readonly AppliedRefusal[]): Match {
  const { status } = received
  const isDoor = contract.doors.has(operation.id)
  const expected = ({ rule }: AppliedRefusal): number | '4xx' => {
    if (typeof rule.status === 'number') return rule.status
    const isSaid = contract.gaps.pinned(rule.status) && !isDoor && rule.provenance !== 'assumed'
    return isSaid ? Number(contract.gaps.value(rule.status)) : '4xx'
  }
  const fitting = refusals.filter((one) => {
    const stated = expected(one)
    return stated === '4xx' ? status >= 400 && status < 500 : stated === status
  })
  const [one, another] = fitting
  if (!one) {
    const statuses = refusals.map(expected)
    const ids = refusals.map(({ rule }) => rule.id)
    return otherStatus({ refusals: ids, expected: [...new Set(statuses)], actual: status })
  }
  const sole = refusals.length === 1 && !another ? one : undefined
  const gap = sole && !isDoor && typeof sole.rule.status !== 'number' ? sole.rule.status : undefined
  return { ...NO_MATCH, observations: gap ? [{ gap, value: status }] : [], sole }
}

const otherStatus = (fact: Omit<Fact<'status'>, 'code'>): Match => ({
  ...NO_MATCH,
  mismatches: [{ code: 'status', ...fact, provenance: 'stated' }],
})

/** The bindings of placeholders for open values are observations of the target's choices. */
function fillObservations(contract: Contract, bindings: ReadonlyMap<string, Json>): Observation[] {
  const observations: Observation[] = []
  for (const [symbol, value] of bindings) {
    const [, gap] = (symbol.startsWith('⟦gap ') && /^⟦gap ([^#]+)#/.exec(symbol)) || []
    const definition = gap && contract.gaps.definitions.get(gap as GapId)
    // A value that only stands for one of the choices (the slug itself for `slug`) does not name it.
    if (gap && definition && validatorFor(definition.schema)(value).length === 0) observations.push({ gap, value })
  }
  return observations
}
