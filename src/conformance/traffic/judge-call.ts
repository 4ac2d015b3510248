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
import { givenSecrets, usableSecrets } from './given-secrets.ts'
import { forgetAbout, type Named, namedBy } from './known-part.ts'
import { followsFromSeen } from './open-world.ts'
import { intentOf } from './plainness.ts'
import { isSeen, singletonOf, withSeen } from './singletons.ts'
import { pseudonymsIn } from './veil.ts'

/** What the judge goes by, whatever call it looks at. */
export interface Bench {
  readonly contract: Contract
  readonly callers: Callers
  readonly clock: TargetClock
  /** What is known before the first call. */
  readonly base: World
  readonly learned: Shadow['learned']
}

/** What is said of a call, and what is believed afterwards. */
export interface JudgedCall {
  readonly shadow: Shadow
  readonly caller: Caller
  readonly findings: readonly Finding[]
  /** Nobody knows what the target is like after this. */
  readonly forgets?: true
  /** Undefined where the model had no say: too little is known. */
  readonly judged?: Judged & { readonly answered: Answered }
}

/** What is believed of a target of which nothing was seen yet. No name holds this salt: nothing is taken for ours. */
export const nothingSeen = ({ base, learned, clock }: Bench): Shadow =>
  newShadow({ ...base, nowMs: clock.now() }, learned, '⟦nobody gives such names⟧')

/** Judges a call that somebody else made, by what was seen before it. Pure: the same call can be tried in another order. */
export function judgeCall(bench: Bench, before: Shadow, call: Call): JudgedCall {
  const caller = bench.callers.of(call.exchange, before)
  const shadow = withRelevantSecrets(atTime(bench, before, call.received.dateMs), call)
  const told = judgedBy(bench, shadow, { call, caller })
  return { ...told, caller, shadow: withGivenSecrets(told.shadow, before) }
}

interface Calling {
  readonly call: Call
  readonly caller: Caller
}

function judgedBy(bench: Bench, shadow: Shadow, calling: Calling): Omit<JudgedCall, 'caller'> {
  const { call, caller } = calling
  const answered = answeredBy(bench, shadow, calling)
  // What may or may not have happened could be anything.
  if (mayHaveEffect(call)) return { ...looked(answered), shadow: nothingSeen(bench), forgets: true }
  if (caller.kind === 'stranger') return byStranger(bench, call, answered)
  const named = namedBy(call, shadow, answered.org)
  if (named.some(({ standing }) => standing === 'unknown')) return onUnknown(call, answered, named)
  const singleton = singletonOf(call)
  const owner = ownerOf(bench, shadow, caller)
  if (!singleton || isSeen(shadow, singleton, owner)) return inFull(answered, named, caller)
  // Who may change it is known, but not yet what is in it.
  const refused = inFull(answered, named, caller).findings.filter(({ code }) => code === 'accepted')
  const { shadow: after, findings } = looked(answered)
  return { shadow: withSeen(after, singleton, owner, call), findings: [...findings, ...refused] }
}

function answeredBy({ contract }: Bench, shadow: Shadow, { call, caller }: Calling): Answered {
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

/** What is looked for in every answer, whoever asked and for whatever. */
function looked(answered: Answered): { readonly shadow: Shadow; readonly findings: readonly Finding[] } {
  const { findings, shadow } = lookWith(GENERAL_CHECKS, answered)
  const { status } = answered.received
  if (PASSING.has(status)) return { shadow, findings: [] }
  return { shadow, findings: status >= 500 ? [...findings, serverError(answered)] : findings }
}

/** Nobody knows what somebody may have changed of whom we do not know where they belong. */
function byStranger(bench: Bench, call: Call, answered: Answered): Omit<JudgedCall, 'caller'> {
  const { shadow, findings } = looked(answered)
  const isNew = call.operation.does === 'create' && Object.keys(call.parameters).length === 0
  return hasEffect(call) && !isNew ? { findings, shadow: nothingSeen(bench), forgets: true } : { findings, shadow }
}

/** It is about something that was there before we looked: what becomes of it, and of what hangs on it, is not known. */
function onUnknown(call: Call, answered: Answered, named: readonly Named[]): Omit<JudgedCall, 'caller'> {
  const { shadow, findings } = looked(answered)
  if (!hasEffect(call)) return { shadow, findings }
  const ids = named.filter(({ standing }) => standing === 'unknown').map(({ id }) => id)
  const after = forgetAbout(shadow, ids)
  const last = named.at(-1)
  const isRemoved = call.operation.does === 'delete' && last?.entity === call.operation.entity
  if (!isRemoved || !last) return { shadow: after, findings }
  return { findings, shadow: { ...after, gone: new Set(after.gone).add(thingKey(last.entity, answered.org, last.id)) } }
}

/** The model has its say; what it says is told only as far as it follows from what was seen. */
function inFull(answered: Answered, named: readonly Named[], caller: Caller): Omit<JudgedCall, 'caller'> {
  const judged = attempt(() => judgeAnswer(answered))
  if (!judged) return looked(answered)
  const open = { answered, named, isNobody: caller.kind === 'nobody', disagreement: judged.disagreement }
  const findings = judged.findings.filter((finding) => followsFromSeen(finding, open))
  const followed = judged.disagreement && isSuccess(answered) ? withoutThese(judged.shadow, open) : judged.shadow
  const shadow = withoutNamesakes(followed, answered)
  return { shadow, findings, judged: { ...judged, shadow, findings, answered } }
}

/** Identifiers that several things bear: some are unique for one user only. Nothing is said of those. */
const shared: Remembering<ReadonlySet<string>> = { start: new Set() }

function withoutNamesakes(shadow: Shadow, { operation, things, org, shadow: before }: Answered): Shadow {
  if (operation.does !== 'create') return shadow
  const known = memoryOf(shadow, shared)
  const ids = things
    .filter(
      ({ entity, id }) =>
        entity === operation.entity && (known.has(thingKey(entity, org, id)) || isTaken(before, entity, id, org)),
    )
    .map(({ entity, id }) => ({ id, key: thingKey(entity, org, id) }))
  if (ids.length === 0) return shadow
  const marked = withMemory(shadow, shared, new Set([...known, ...ids.map(({ key }) => key)]))
  return forgetAbout(
    marked,
    ids.map(({ id }) => id),
  )
}

const isTaken = ({ world }: Shadow, entity: string, id: string, org: string): boolean =>
  rowsWithId(world, entity, id).some((row) => row.org === org)

/** What came of a change that the model would have made otherwise is not known. */
function withoutThese(shadow: Shadow, { answered, named }: Circumstances): Shadow {
  const { does } = answered.operation
  if (does === 'read' || does === 'list') return shadow
  return forgetAbout(
    shadow,
    [...named, ...answered.things].map(({ id }) => id),
  )
}

/** The model may stumble over what it has never seen: then it has nothing to say. */
function attempt<T>(judge: () => T): T | undefined {
  try {
    return judge()
  } catch (error) {
    if (process.env.UNDERSTUDY_DEBUG) console.error(error)
    return undefined
  }
}

function ownerOf({ contract }: Bench, { world }: Shadow, caller: Caller): Owner {
  if (caller.kind === 'given') {
    const token = getRow(world.tables.Credential, [EVERYWHERE, caller.credential])
    return { organization: caller.org, user: token?.userId ?? '' }
  }
  const { organization = '', user = `⟦user ${caller.name}⟧` } = contract.profile.actors[caller.name] ?? {}
  return { organization, user }
}

/** Only secrets that stand in the answer can have been repeated by it. */
function withRelevantSecrets(shadow: Shadow, { received, exchange }: Call): Shadow {
  const given = memoryOf(shadow, givenSecrets)
  const shown = given.size === 0 ? [] : [...pseudonymsIn(received.text)].filter((one) => given.has(one))
  const own = new Set(Object.values(exchange.credentials))
  const known = shown
    .filter((value) => !own.has(value))
    .map((value) => ({ value, ...(given.get(value) ?? { givenBy: '', path: '' }) }))
  return withMemory(shadow, secrets, known)
}

/** So many are remembered. */
const MOST_SECRETS = 5_000

function withGivenSecrets(shadow: Shadow, before: Shadow): Shadow {
  const given = memoryOf(before, givenSecrets)
  const fresh = memoryOf(shadow, secrets).filter(({ value }) => !given.has(value))
  const rest = withMemory(withMemory(shadow, givenSecrets, given), secrets, secrets.start)
  if (fresh.length === 0) return rest
  const all = [...given, ...fresh.map(({ value, givenBy, path }) => [value, { givenBy, path }] as const)]
  const usable = [...memoryOf(rest, usableSecrets), ...fresh.map(({ value }) => value)]
  return withMemory(
    withMemory(rest, givenSecrets, new Map(all.slice(-MOST_SECRETS))),
    usableSecrets,
    new Set(usable.slice(-MOST_SECRETS)),
  )
}
