import type { Contract } from '../../contract/contract.ts'
import { EVERYWHERE } from '../../model/identity/identity.ts'
import { getRow } from '../../model/table/table.ts'
import type { World } from '../../model/world/world.ts'
import type { Owner } from '../area-judge/singleton.ts'
import { GENERAL_CHECKS } from '../checks/index.ts'
import { lookWith } from '../checks/look.ts'
import { secrets } from '../checks/secrets.ts'
import type { Finding } from '../finding/finding.ts'
import { judgeAnswer } from '../judge/judge-answer.ts'
import { PASSING } from '../judge/judge-unexplained.ts'
import type { Judged } from '../judge/judged.ts'
import { serverError } from '../judge/objections.ts'
import { atTime } from '../sequence/execute.ts'
import type { TargetClock } from '../session/target-clock.ts'
import { type Answered, answeredWith, isSuccess } from '../shadow/answered.ts'
import { memoryOf, type Remembering, withMemory } from '../shadow/memories.ts'
import { rowsWithId } from '../shadow/rows.ts'
import { newShadow, type Shadow, thingKey } from '../shadow/shadow.ts'
import { type Call, hasEffect, mayHaveEffect } from './call.ts'
import type { Caller, Callers } from './caller.ts'
import type { Circumstances } from './certain-refusals.ts'
import { withDeleted } from './deleted-within.ts'
import { givenSecrets, usableSecrets } from './given-secrets.ts'
import { forgetAbout, type Named, namedBy } from './known-part.ts'
import { followsFromSeen } from './open-world.ts'
import { intentOf } from './plainness.ts'
import { type Pseudonymizer, pseudonymsIn } from './pseudonymizer.ts'
import { isSeen, singletonOf, withSeen } from './singletons.ts'

/** Everything that judging a call needs besides the call and the shadow. */
export interface TrafficContext {
  readonly contract: Contract
  readonly callers: Callers
  readonly secrets: Pseudonymizer
  readonly clock: TargetClock
  /** The world before the first call. */
  readonly base: World
  readonly learned: Shadow['learned']
  /** Nothing has happened that may have changed the roles of the profile's actors. */
  readonly hasRoles: boolean
}

/** The findings of a call, and the shadow after it. */
export interface JudgedCall {
  readonly shadow: Shadow
  readonly caller: Caller
  readonly findings: readonly Finding[]
  /** The state of the target is unknown after this call. */
  readonly losesTrack?: true
  /** Undefined if too little is known to ask the model. */
  readonly judged?: Judged & { readonly answered: Answered }
}

/** The shadow of a target before any traffic. No name contains this salt, so nothing is taken for a resource of the judge. */
export const emptyShadow = ({ base, learned, clock }: TrafficContext): Shadow =>
  newShadow({ ...base, nowMs: clock.now() }, learned, '⟦not in any name⟧')

/** Judges a call by the shadow before it. Pure, so that calls can be tried in another order. */
export function judgeCall(context: TrafficContext, before: Shadow, call: Call): JudgedCall {
  const caller = context.callers.of(call.exchange, before)
  const leaked = leakedIn(call, context)
  const shadow = withLeaked(atTime(context, before, call.received.dateMs), leaked)
  const judged = judgedBy(context, shadow, { call, caller })
  const findings = judged.findings.filter(({ code }) => code !== 'secret' || leaked.size > 0)
  const org = 'org' in caller ? caller.org : ''
  const ids = judged.judged?.answered.things.map(({ id }) => id) ?? []
  const after = withDeleted(withGivenSecrets(judged.shadow, before), call, org, ids)
  return { ...judged, caller, findings, shadow: after }
}

interface Calling {
  readonly call: Call
  readonly caller: Caller
}

function judgedBy(context: TrafficContext, shadow: Shadow, calling: Calling): Omit<JudgedCall, 'caller'> {
  const { call, caller } = calling
  const answered = answeredBy(context, shadow, calling)
  // A write that may or may not have taken effect could have changed anything.
  if (mayHaveEffect(call)) return { ...checked(answered), shadow: emptyShadow(context), losesTrack: true }
  if (caller.kind === 'stranger') return judgedOfStranger(context, call, answered)
  const named = namedBy(call, shadow, answered.org)
  if (named.some(({ standing }) => standing === 'unknown')) return judgedOnUnknown(call, answered, named)
  const singleton = singletonOf(call)
  const owner = ownerOf(context, shadow, caller)
  if (!singleton || isSeen(shadow, singleton, owner)) return judgedByModel(context, answered, named, caller)
  // Its content is not known yet, but who may change it is.
  const refused = judgedByModel(context, answered, named, caller).findings.filter(({ code }) => code === 'accepted')
  const { shadow: after, findings } = checked(answered)
  return { shadow: withSeen(after, singleton, owner, call), findings: [...findings, ...refused] }
}

function answeredBy({ contract }: TrafficContext, shadow: Shadow, { call, caller }: Calling): Answered {
  const { operation, parameters, query, body, received } = call
  return answeredWith({
    contract,
    shadow,
    request: {
      operation,
      credential: 'credential' in caller ? caller.credential : undefined,
      parameters,
      query,
      body,
    },
    received,
    intent: intentOf(body),
    org: 'org' in caller ? caller.org : `⟦organization of ${caller.name}⟧`,
  })
}

/** The checks that every response gets, whatever the request and its caller. */
function checked(answered: Answered): { readonly shadow: Shadow; readonly findings: readonly Finding[] } {
  const { findings, shadow } = lookWith(GENERAL_CHECKS, answered)
  const { status } = answered.received
  if (PASSING.has(status)) return { shadow, findings: [] }
  return { shadow, findings: status >= 500 ? [...findings, serverError(answered)] : findings }
}

/** The organization of an unknown caller is not known, so a write of theirs may have changed anything. */
function judgedOfStranger(context: TrafficContext, call: Call, answered: Answered): Omit<JudgedCall, 'caller'> {
  const { shadow, findings } = checked(answered)
  const isNew = call.operation.does === 'create' && Object.keys(call.parameters).length === 0
  return hasEffect(call) && !isNew ? { findings, shadow: emptyShadow(context), losesTrack: true } : { findings, shadow }
}

/** A call about something that existed before watching began: its state, and that of everything below it, is unknown. */
function judgedOnUnknown(call: Call, answered: Answered, named: readonly Named[]): Omit<JudgedCall, 'caller'> {
  const { shadow, findings } = checked(answered)
  if (!hasEffect(call)) return { shadow, findings }
  const ids = named.filter(({ standing }) => standing === 'unknown').map(({ id }) => id)
  const after = forgetAbout(shadow, ids)
  const last = named.at(-1)
  const isRemoved = call.operation.does === 'delete' && last?.entity === call.operation.entity
  if (!isRemoved || !last) return { shadow: after, findings }
  return { findings, shadow: { ...after, gone: new Set(after.gone).add(thingKey(last.entity, answered.org, last.id)) } }
}

/** Compares the response with the model; of the findings only those stay that follow from observed traffic. */
function judgedByModel(
  { hasRoles }: TrafficContext,
  answered: Answered,
  named: readonly Named[],
  caller: Caller,
): Omit<JudgedCall, 'caller'> {
  const judged = attempt(() => judgeAnswer(answered))
  if (!judged) return checked(answered)
  const open = {
    ...{ answered, named, disagreement: judged.disagreement },
    ...{ isAnonymous: caller.kind === 'nobody', hasRole: hasRoles },
  }
  const findings = judged.findings.filter((finding) => followsFromSeen(finding, open))
  const followed = judged.disagreement && isSuccess(answered) ? withoutChanged(judged.shadow, open) : judged.shadow
  const shadow = withoutAmbiguous(followed, answered)
  return { shadow, findings, judged: { ...judged, shadow, findings, answered } }
}

/** Identifiers that several things have, because some are unique for one user only. They lead to no findings. */
const ambiguous: Remembering<ReadonlySet<string>> = { start: new Set() }

function withoutAmbiguous(shadow: Shadow, { operation, things, org, shadow: before }: Answered): Shadow {
  if (operation.does !== 'create') return shadow
  const known = memoryOf(shadow, ambiguous)
  const ids = things
    .filter(
      ({ entity, id }) =>
        entity === operation.entity && (known.has(thingKey(entity, org, id)) || isTaken(before, entity, id, org)),
    )
    .map(({ entity, id }) => ({ id, key: thingKey(entity, org, id) }))
  if (ids.length === 0) return shadow
  const marked = withMemory(shadow, ambiguous, new Set([...known, ...ids.map(({ key }) => key)]))
  return forgetAbout(
    marked,
    ids.map(({ id }) => id),
  )
}

const isTaken = ({ world }: Shadow, entity: string, id: string, org: string): boolean =>
  rowsWithId(world, entity, id).some((row) => row.org === org)

/** If the response to a write differs from the model, the state of everything it concerns is unknown. */
function withoutChanged(shadow: Shadow, { answered, named }: Circumstances): Shadow {
  const { does } = answered.operation
  if (does === 'read' || does === 'list') return shadow
  return forgetAbout(
    shadow,
    [...named, ...answered.things].map(({ id }) => id),
  )
}

/** The model may throw if a row is missing that it relies on; then there is nothing to compare with. */
function attempt<T>(judge: () => T): T | undefined {
  try {
    return judge()
  } catch (error) {
    if (process.env.UNDERSTUDY_DEBUG) console.error(error)
    return undefined
  }
}

function ownerOf({ contract }: TrafficContext, { world }: Shadow, caller: Caller): Owner {
  if (caller.kind === 'given') {
    const token = getRow(world.tables.Credential, [EVERYWHERE, caller.credential])
    return { organization: caller.org, user: token?.userId ?? '' }
  }
  const { organization = '', user = `⟦user ${caller.name}⟧` } = contract.profile.actors[caller.name] ?? {}
  return { organization, user }
}

/** The secrets in a response that nobody may read there: not the caller's own, nor what callers sent openly. */
function leakedIn({ received, exchange }: Call, { secrets }: TrafficContext): ReadonlySet<string> {
  const own = new Set(Object.values(exchange.credentials))
  return new Set([...pseudonymsIn(received.text)].filter((one) => !own.has(one) && !secrets.isOpen(one)))
}

/** The secrets check needs only those secrets that occur in the response. */
function withLeaked(shadow: Shadow, leaked: ReadonlySet<string>): Shadow {
  const given = memoryOf(shadow, givenSecrets)
  const known = [...leaked].flatMap((value) => {
    const origin = given.get(value)
    return origin ? [{ value, ...origin }] : []
  })
  return withMemory(shadow, secrets, known)
}

/** Number of secrets that are remembered. */
const MAX_SECRETS = 5_000

function withGivenSecrets(shadow: Shadow, before: Shadow): Shadow {
  const given = memoryOf(before, givenSecrets)
  const fresh = memoryOf(shadow, secrets).filter(({ value }) => !given.has(value))
  const rest = withMemory(withMemory(shadow, givenSecrets, given), secrets, secrets.start)
  if (fresh.length === 0) return rest
  const all = [...given, ...fresh.map(({ value, givenBy, path }) => [value, { givenBy, path }] as const)]
  const usable = [...memoryOf(rest, usableSecrets), ...fresh.map(({ value }) => value)]
  return withMemory(
    withMemory(rest, givenSecrets, new Map(all.slice(-MAX_SECRETS))),
    usableSecrets,
    new Set(usable.slice(-MAX_SECRETS)),
  )
}
