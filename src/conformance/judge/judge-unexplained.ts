import type { Area } from '../../contract/areas.ts'
import { successSchema } from '../../contract/operations.ts'
import { type AppliedRefusal, decide } from '../../model/decide.ts'
import { foreignOpen, unknownOpen } from '../../model/rules/general/existence-rules.ts'
import { isSymbol } from '../../model/world/fresh.ts'
import { showsNone } from '../area-judge/shows-none.ts'
import { AREA_JUDGES } from '../areas/index.ts'
import { mayStillBeGood } from '../areas/tokens/lifetimes.ts'
import type { Disagreement } from '../checks/excuse.ts'
import { isAboutThingOfOthers } from '../checks/things-of-others.ts'
import { type Thing, thingsIn } from '../compare/things.ts'
import { matches } from '../explain/explain.ts'
import type { Finding } from '../finding/finding.ts'
import { type Answered, isSuccess } from '../shadow/answered.ts'
import { choicesFor, NO_DEVIATION } from '../shadow/choices.ts'
import { isGone, rowsOf } from '../shadow/rows.ts'
import { follow, type Shadow, thingKey } from '../shadow/shadow.ts'
import { standingFor } from '../shadow/standing.ts'
import { beyondScope } from './beyond-scope.ts'
import { judgeClosedDoor } from './judge-door.ts'
import { found, inconclusive, type Judged, type Seen } from './judged.ts'
import { mayNot } from './may-not.ts'
import { inSmallLetters, normalized } from './normalized.ts'
import { accepted, differences, refused, serverError, wrongSuccess } from './objections.ts'
import { isSameThing } from './same-thing.ts'

/** Judges an answer that the model would not have given under any reading of the contract. */
export function judgeUnexplained(seen: Seen, given: Disagreement): Judged {
  const disagreement = beyondScope(seen.answered, given) ?? given
  const judged = firstThatApplies(seen, disagreement)
  return judged.findings.length > 0 ? judged : (otherSuccess(seen, disagreement) ?? judged)
}

const firstThatApplies = (seen: Seen, disagreement: Disagreement): Judged =>
  passing(seen, disagreement) ??
  failed(seen) ??
  judgeClosedDoor(seen, disagreement) ??
  takenByAssumption(seen, disagreement) ??
  oddlyTaken(seen, disagreement) ??
  exoticRefused(seen, disagreement) ??
  oddlyRefused(seen, disagreement) ??
  excused(seen, disagreement) ??
  madeAlready(seen, disagreement) ??
  deletedNothing(seen, disagreement) ??
  doneToOthers(seen, disagreement) ??
  wronglyAccepted(seen, disagreement) ??
  wronglyRefused(seen, disagreement) ??
  different(seen, disagreement)

/** Statuses that may occur at any time without being a fault of the target. */
export const PASSING: ReadonlySet<number> = new Set([429, 502, 503])

function passing(seen: Seen, disagreement: Disagreement): Judged | undefined {
  const { answered, shadow } = seen
  const { operation, received, intent } = answered
  if (!PASSING.has(received.status) || isInstead(disagreement, received.status)) return undefined
  if (received.status === UNREACHABLE && isDown(shadow, operation.area)) return undefined
  // Something in front of a target may answer that it is not there, but it is the target that turns a caller away.
  if (received.status === TOO_MANY && seen.findings.some(({ check }) => check === 'schema')) return found(seen)
  const mustWork = received.status !== TOO_MANY && disagreement.outcome.kind === 'success' && intent === 'plain'
  const said = inconclusive(shadow, `${operation.id} answered ${received.status}`)
  return mustWork ? { ...said, ifItStays: refused(answered) } : said
}

const TOO_MANY = 429
const UNREACHABLE = 502

/** True if the backend of an area was made to fail, so that the responses to expect are known. */
const isDown = ({ world }: Shadow, area: Area): boolean =>
  rowsOf(world, 'Backend').some(({ id, reachable }) => id === area && !reachable)

/** A backend that was made to fail, or to refuse, gives the status stated for that, not another one (502 for 503, say). */
const isInstead = ({ outcome }: Disagreement, status: number): boolean =>
  status !== TOO_MANY &&
  outcome.kind === 'refused' &&
  outcome.refusals.every(
    ({ rule }) => rule.provenance === 'stated' && (PASSING.has(Number(rule.status)) || rule.stage === 'backend'),
  )

function failed(seen: Seen): Judged | undefined {
  const { status } = seen.answered.received
  return status >= 500 && !PASSING.has(status) ? found(seen, [serverError(seen.answered)]) : undefined
}

const isTakenAgainstRules = ({ answered }: Seen, { outcome }: Disagreement): boolean =>
  outcome.kind === 'refused' && isSuccess(answered)
const isRefusedWithoutRule = ({ answered }: Seen, { outcome }: Disagreement): boolean =>
  outcome.kind === 'success' && !isSuccess(answered)

const objecting = ({ answered }: Seen, { outcome }: Disagreement): readonly AppliedRefusal[] =>
  outcome.kind === 'refused'
    ? outcome.refusals.map((one) => asSaid(answered, one)).filter(({ rule }) => rule.provenance !== 'assumed')
    : []

/** What is stated but for a number is stated altogether where the profile says which. */
const asSaid = ({ contract }: Answered, { rule, ...refusal }: AppliedRefusal): AppliedRefusal => {
  const isSaid = rule.statedWith !== undefined && contract.gaps.pinned(rule.statedWith)
  return { ...refusal, rule: isSaid ? { ...rule, provenance: 'stated' } : rule }
}

/**
 * A success has the status that is stated for it, whatever else might excuse that it is one. A deletion that finds nothing
 * to delete may say so in its own way.
 */
function otherSuccess(seen: Seen, disagreement: Disagreement): Judged | undefined {
  const { operation, contract, received } = seen.answered
  if (!isTakenAgainstRules(seen, disagreement) || operation.does === 'delete') return undefined
  const { status, open } = operation.success
  const isDescribed = open || contract.doors.has(operation.id) || operation.responses.has(String(received.status))
  return isDescribed ? undefined : found(adopting(seen, disagreement), [wrongSuccess(seen.answered, status)])
}

/** Only assumed rules refuse it: the shadow follows the target. */
function takenByAssumption(seen: Seen, disagreement: Disagreement): Judged | undefined {
  if (!isTakenAgainstRules(seen, disagreement) || objecting(seen, disagreement).length > 0) return undefined
  return found(adopting(seen, disagreement), takenAsRefused(seen))
}

/** A target may normalize an odd value (trim it, change its case); the shadow takes the result. */
function oddlyTaken(seen: Seen, disagreement: Disagreement): Judged | undefined {
  const { answered } = seen
  const isOdd = answered.intent === 'odd' && isSuccess(answered) && disagreement.outcome.kind === 'success'
  return isOdd ? found(adopting(seen, disagreement), takenAsRefused(seen)) : undefined
}

/** What it was made into must not be there already, say. */
function takenAsRefused({ answered, shadow }: Seen): Finding[] {
  const understood = inSmallLetters(answered)
  if (!understood) return []
  try {
    const outcome = decide(shadow.world, understood.request, choicesFor(answered.contract, shadow))
    const refusals = outcome.kind === 'refused' ? outcome.refusals : []
    const stated = refusals.filter(({ rule }) => rule.provenance === 'stated' && rule.stage === 'conflict')
    return stated.length > 0 ? [accepted(understood, stated)] : []
  } catch {
    return []
  }
}

/** Exotic values may be accepted or refused; a refused request changed nothing. */
const exoticRefused = (seen: Seen, disagreement: Disagreement): Judged | undefined =>
  isRefusedWithoutRule(seen, disagreement) && seen.answered.intent !== 'plain' ? found(seen) : undefined

/** An odd value may be called invalid before any other rule is looked at: no order of refusals is stated. */
const oddlyRefused = (seen: Seen, { outcome }: Disagreement): Judged | undefined =>
  outcome.kind === 'refused' && seen.answered.intent === 'odd' && INVALID.has(seen.answered.received.status)
    ? found(seen)
    : undefined

const INVALID: ReadonlySet<number> = new Set([400, 422])

/** An excuse applies: work is still in progress, or the contract does not cover the case. */
function excused(seen: Seen, disagreement: Disagreement): Judged | undefined {
  const { answered } = seen
  for (const excuse of [...AREA_JUDGES[answered.operation.area].excuses, mayStillBeGood, mayNot, showsNone]) {
    const said = excuse(answered, disagreement)
    if (said?.inconclusive !== undefined) return inconclusive(said.shadow, said.inconclusive)
    if (said) return found({ ...seen, shadow: said.shadow })
  }
  return undefined
}

/** Nothing was made, so the shadow stays as it is. */
const madeAlready = (seen: Seen, disagreement: Disagreement): Judged | undefined =>
  isSameThing(seen.answered, disagreement) ? found(seen) : undefined

/** A second deletion may succeed like the first, and one of what never was; that is open. */
function deletedNothing(seen: Seen, disagreement: Disagreement): Judged | undefined {
  const { operation } = seen.answered
  if (!isTakenAgainstRules(seen, disagreement) || operation.does !== 'delete') return undefined
  if (!BY_NATURAL_KEY.has(operation.id) && !namesGone(seen) && !namesNothing(seen, disagreement)) return undefined
  return { ...found(seen), observations: [{ gap: 'general.repeat-delete', value: 'accept' }] }
}

/** Things with names given by the caller: deleting one only asks that it does not exist afterwards. */
const BY_NATURAL_KEY: ReadonlySet<string> = new Set(['deleteUpstreamCredential'])

/** The thing that the end of a path names. */
function named({ operation, request }: Seen['answered']) {
  const last = operation.parameters.filter((parameter) => parameter.in === 'path').at(-1)
  return { entity: last?.names ?? '', id: request.parameters[last?.name ?? ''] ?? '' }
}

function namesGone({ answered, shadow }: Seen): boolean {
  const { entity, id } = named(answered)
  return (
    shadow.gone.has(thingKey(entity, answered.org, id)) ||
    rowsOf(shadow.world, entity).some((row) => row.id === id && isGone(row))
  )
}

/**
 * True if no status is stated for what a deletion names, and nobody has such a thing. If somebody has, a target that is known
 * to answer so may have left it alone; whether it did shows when they look.
 */
function namesNothing(seen: Seen, disagreement: Disagreement): boolean {
  const { answered, shadow } = seen
  if (!objecting(seen, disagreement).every(({ rule }) => OPEN_EXISTENCE.has(rule.id))) return false
  const { entity, id } = named(answered)
  const isSomebodys = rowsOf(shadow.world, entity).some((row) => row.id === id)
  return !isSomebodys || choicesFor(answered.contract, shadow, NO_DEVIATION).value('general.repeat-delete') === 'accept'
}

/** The rules about missing things that state no status. */
export const OPEN_EXISTENCE: ReadonlySet<string> = new Set([unknownOpen.id, foreignOpen.id])

/** Nothing is known of a thing that was there before; only that it is not unknown to the target. */
function doneToOthers(seen: Seen, disagreement: Disagreement): Judged | undefined {
  const { answered, shadow } = seen
  if (!isTakenAgainstRules(seen, disagreement) || !isAboutThingOfOthers(answered)) return undefined
  if (!objecting(seen, disagreement).every(({ rule }) => rule.stage === 'existence')) return undefined
  return inconclusive(shadow, `${answered.operation.id} was about something that the run did not make`)
}

function wronglyAccepted(seen: Seen, disagreement: Disagreement): Judged | undefined {
  if (!isTakenAgainstRules(seen, disagreement)) return undefined
  return found(adopting(seen, disagreement), [accepted(seen.answered, objecting(seen, disagreement))])
}

const wronglyRefused = (seen: Seen, disagreement: Disagreement): Judged | undefined =>
  isRefusedWithoutRule(seen, disagreement) ? found(seen, [refused(seen.answered)]) : undefined

/** A difference from the prediction; a finding of a check says more, unless it only warns of what is a failure. */
function different(seen: Seen, disagreement: Disagreement): Judged {
  const shown = isSuccess(seen.answered) ? adopting(seen, disagreement) : seen
  const all = differences(seen.answered, disagreement)
  if (shown.findings.length === 0) return found(shown, all)
  const failures = shown.findings.some(isFailure) ? [] : all.filter(isFailure)
  return found({ ...shown, findings: [...failures, ...shown.findings] })
}

const isFailure = ({ severity }: Finding): boolean => severity === 'failure'

/** The shadow follows the target, whatever rules refuse it; it stays unchanged if the model cannot follow. */
function adopting(seen: Seen, { outcome: said }: Disagreement): Seen {
  const { answered, shadow } = seen
  const { contract, operation, things } = answered
  const waived = new Set(said.kind === 'refused' ? said.refusals.map(({ rule }) => rule.id) : [])
  const followed = (as: Answered) => {
    const outcome = decide(shadow.world, as.request, choicesFor(contract, shadow, NO_DEVIATION, waived))
    return { outcome, ...matches(as, outcome, standingFor(shadow, as.request, as.org)) }
  }
  try {
    const asSent = followed(answered)
    const understood = normalized(answered, asSent.mismatches)
    const { outcome, bindings: own } = understood ? followed(understood) : asSent
    if (outcome.kind === 'refused') return seen
    const bindings = new Map([...own, ...identifiersAt(thingsIn(successSchema(operation), outcome.body), things)])
    return { ...seen, shadow: follow(shadow, outcome.changes, bindings) }
  } catch {
    return seen
  }
}

/** The target's identifiers for the things that the model created in the same places; places in a list do not count. */
function identifiersAt(own: readonly Thing[], shown: readonly Thing[]): ReadonlyMap<string, string> {
  const bindings = new Map<string, string>()
  for (const { id, entity, pointer } of own) {
    const there = shown.find((thing) => thing.pointer === pointer && thing.entity === entity)
    if (there && isSymbol(id) && !/\/\d+(\/|$)/.test(pointer)) bindings.set(id, there.id)
  }
  return bindings
}
