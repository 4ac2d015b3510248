import type { Contract } from '../../contract/contract.ts'
import { isObject } from '../../contract/json.ts'
import { successSchema } from '../../contract/operations.ts'
import type { AppliedRefusal, ModelRequest } from '../../model/decide.ts'
import { decide } from '../../model/decide.ts'
import type { World } from '../../model/world/world.ts'
import type { Received } from '../../target/exchange.ts'
import { checkContacts } from '../checks/contacts.ts'
import { checkImmutable } from '../checks/immutable.ts'
import { checkLimits } from '../checks/limits.ts'
import { checkLoginLifetime } from '../checks/login-lifetime.ts'
import { checkMachines } from '../checks/machine.ts'
import { checkAcceptedToday, checkAttempts } from '../checks/mail-progress.ts'
import { checkMonitorHistory } from '../checks/monitor-history.ts'
import { checkNames } from '../checks/named.ts'
import { checkPages, walkOn } from '../checks/pages.ts'
import { checkRawMessage } from '../checks/raw-message.ts'
import { checkRotation } from '../checks/rotation.ts'
import { checkSchema } from '../checks/schema.ts'
import { checkSecrets, secretsIn } from '../checks/secrets.ts'
import { checkUsage, freedAtMs } from '../checks/usage.ts'
import { type Thing, thingsIn } from '../compare/things.ts'
import { choicesFor, type Explained, explain, type Unexplained } from '../explain/explain.ts'
import { hiddenWorlds } from '../explain/hidden-effects.ts'
import type { Finding, Observation } from '../finding/finding.ts'
import { machinesOf } from '../shadow/machines.ts'
import { isGone, rowsOf } from '../shadow/rows.ts'
import { follow, type Move, type Secret, type Shadow, thingKey } from '../shadow/shadow.ts'
import { standingFor } from '../shadow/standing.ts'
import type { Intent } from '../step/step.ts'
import { mayNotBeReady } from './not-ready.ts'
import { accepted, refused, serverError, wrongBody } from './objections.ts'
import { mayStillRoll, withClusters, withLook } from './rolling.ts'
import { mayStillBeTornDown, tornDownMeanwhile } from './torn-down.ts'

export interface Judged {
  readonly shadow: Shadow
  readonly findings: readonly Finding[]
  readonly observations: readonly Observation[]
  /** Nothing can be concluded from this answer. */
  readonly inconclusive: string | undefined
  /** How the answer was explained, when it was. */
  readonly explained: Explained | undefined
  /** The refusal that alone applied and was given: it is covered. */
  readonly sole: AppliedRefusal | undefined
}

/** Statuses that may come at any time without a fault of the target. */
const PASSING = new Set([429, 502, 503])

/** What was made to fail fails with the status that is stated for it, not with another one (502 for 503, say). */
const isInstead = ({ outcome }: Unexplained, status: number): boolean =>
  status !== 429 &&
  outcome.kind === 'refused' &&
  outcome.refusals.every(({ rule }) => rule.provenance === 'stated' && PASSING.has(Number(rule.status)))

/** Everything the judge has to say about one answer, and what it believes afterwards. */
export function judgeAnswer(
  contract: Contract,
  shadow: Shadow,
  request: ModelRequest,
  received: Received,
  intent: Intent,
  org: string,
): Judged {
  const { operation } = request
  const things = received.status < 300 ? thingsIn(successSchema(operation), received.json) : []
  const rotation = checkRotation(operation, things, shadow)
  const raw = [
    ...rotation.findings,
    ...checkSchema(operation, received),
    ...checkSecrets(operation, received, shadow.secrets, request.body),
    ...checkMachines(contract, operation, things, shadow, org),
    ...checkImmutable(operation, things, shadow),
    ...checkLimits(operation, things),
    ...checkMonitorHistory(request, received, shadow, org),
    ...checkPages(contract, request, things, shadow),
    ...checkRawMessage(operation, received),
    ...checkAttempts(operation, things, shadow),
    ...checkAcceptedToday(operation, received, shadow, org),
    ...checkUsage(operation, things, shadow, org),
    ...checkLoginLifetime(operation, received, shadow),
    ...checkContacts(operation, received, shadow, org),
  ]
  const asked = (world: World) =>
    explain(
      contract,
      { world, learned: shadow.learned },
      request,
      received,
      standingFor(shadow, request, org),
      shadow.salt,
    )
  const result = asked(shadow.world)
  const before = {
    ...shadow,
    onCall: rotation.onCall,
    walk: walkOn(request, received, things, shadow),
    kubeconfig: kubeconfigIn(received) ?? shadow.kubeconfig,
    freedAtMs: freedAtMs(operation, received, shadow),
    secrets: withSecrets(shadow, secretsIn(operation, received, request.body)),
  }
  const overMeanwhile = result.explained ? [] : tornDownMeanwhile(contract, shadow, request, things, org)
  const others = [...shadow.others, ...overMeanwhile].flatMap(({ world, because }) => {
    const answer = asked(world)
    return answer.explained
      ? [{ answer, because, shadow: follow({ ...before, world }, answer.outcome.changes, answer.bindings) }]
      : []
  })
  if (result.explained) {
    const after = follow(before, result.outcome.changes, result.bindings)
    const left = [
      ...others.map((other) => ({ world: other.shadow.world, because: other.because })),
      ...hiddenWorlds(contract, before, request, result.outcome, result.bindings),
    ]
    const named = checkNames(operation, received, result.sole)
    return believed(contract, { ...after, others: left }, result, [...raw, ...named], things, org, [])
  }
  const [instead, ...left] = others
  if (instead) {
    const rest = left.map((other) => ({ world: other.shadow.world, because: other.because }))
    return believed(contract, { ...instead.shadow, others: rest }, instead.answer, raw, things, org, instead.because)
  }
  if (PASSING.has(received.status) && !isInstead(result, received.status))
    return quiet(before, `${operation.id} answered ${received.status}`)
  if (received.status >= 500 && !PASSING.has(received.status))
    return { ...quiet(before), findings: [...raw, serverError(operation, received)] }
  return unexplained(contract, before, request, received, result, intent, raw, things, org)
}

const withSecrets = ({ secrets }: Shadow, more: readonly Secret[]): readonly Secret[] =>
  more.length === 0 ? secrets : [...secrets, ...more]

const kubeconfigIn = ({ json }: Received): string | undefined =>
  isObject(json) && typeof json.kubeconfig === 'string' ? json.kubeconfig : undefined

/** The answer fits what the shadow took the target to be. */
function believed(
  contract: Contract,
  shadow: Shadow,
  result: Explained,
  raw: readonly Finding[],
  things: readonly Thing[],
  org: string,
  because: readonly Observation[],
): Judged {
  const observations = [...because, ...result.observations]
  return {
    shadow: learn(noteThings(contract, shadow, things, org), contract, observations),
    findings: raw,
    observations,
    inconclusive: undefined,
    explained: result,
    sole: result.sole,
  }
}

function unexplained(
  contract: Contract,
  shadow: Shadow,
  request: ModelRequest,
  received: Received,
  result: Unexplained,
  intent: Intent,
  raw: readonly Finding[],
  things: readonly Thing[],
  org: string,
): Judged {
  const { operation } = request
  const success = received.status >= 200 && received.status < 300
  if (result.outcome.kind === 'refused' && success) {
    const objecting = result.outcome.refusals.filter(({ rule }) => rule.provenance !== 'assumed')
    const adopted = withoutRefusals(contract, shadow, request, received, result.outcome.refusals, org)
    if (objecting.length === 0) return { ...adopted, findings: raw }
    if (mayStillBeTornDown(shadow, request)) return { ...quiet(withLook(shadow, request)), findings: raw }
    if (operation.does === 'delete' && (namesGone(shadow, request, org) || BY_NATURAL_KEY.has(operation.id)))
      return { ...quiet(shadow), findings: raw, observations: [{ gap: 'general.repeat-delete', value: 'accept' }] }
    return { ...adopted, findings: [...raw, accepted(operation, received, objecting)] }
  }
  if (result.outcome.kind === 'success' && !success) {
    // Exotic values may be taken or refused; a refused request changed nothing.
    if (intent !== 'plain') return { ...quiet(shadow), findings: raw }
    if (received.status === 409 && operation.area === 'clusters')
      return quiet(shadow, `${operation.id} answered 409: the cluster may still be changing`)
    if (received.status === 403) return quiet(shadow, `${operation.id} answered 403: a quota or a permission`)
    if (mayNotBeReady(shadow, request, received, org))
      return quiet(shadow, `${operation.id}: the domain may not be ready yet`)
    return { ...quiet(shadow), findings: [...raw, refused(operation, received)] }
  }
  // What a target makes of an odd value is its own affair (trimming, case); the shadow takes the thing as made.
  if (intent === 'odd' && success)
    return { ...withoutRefusals(contract, shadow, request, received, [], org), findings: raw }
  if (mayStillRoll(shadow, request, result)) {
    const changed = follow(shadow, result.outcome.changes, new Map())
    return quiet(noteThings(contract, withLook(changed, request), things, org), `${operation.id}: the roll is not over`)
  }
  const findings = result.mismatches.map((mismatch) =>
    wrongBody(
      operation,
      mismatch,
      result.outcome.kind === 'refused' ? result.outcome.refusals : [],
      result.outcome.rules,
    ),
  )
  return {
    ...quiet(noteThings(contract, shadow, things, org)),
    findings: [...raw, ...(raw.length > 0 ? [] : findings)],
  }
}

/** What is known by a name of the caller's choosing: that there is none afterwards is all that was asked for. */
const BY_NATURAL_KEY: ReadonlySet<string> = new Set(['deleteUpstreamCredential'])

/** Whether what is removed a second time may be answered like the first is open. */
function namesGone(shadow: Shadow, { operation, parameters }: ModelRequest, org: string): boolean {
  const last = operation.parameters.filter((parameter) => parameter.in === 'path').at(-1)
  const id = parameters[last?.name ?? ''] ?? ''
  const entity = last?.names ?? ''
  return (
    shadow.gone.has(thingKey(entity, org, id)) ||
    rowsOf(shadow.world, entity).some((row) => row.id === id && isGone(row))
  )
}

const quiet = (shadow: Shadow, inconclusive?: string): Judged => ({
  shadow,
  findings: [],
  observations: [],
  inconclusive,
  explained: undefined,
  sole: undefined,
})

/** Only assumed rules object (or the finding is made already): the shadow takes what the target did. */
function withoutRefusals(
  contract: Contract,
  shadow: Shadow,
  request: ModelRequest,
  received: Received,
  refusals: readonly AppliedRefusal[],
  org: string,
): Judged {
  try {
    const waived = new Set(refusals.map(({ rule }) => rule.id))
    const outcome = decide(shadow.world, request, choicesFor(contract, shadow, new Map(), waived))
    if (outcome.kind === 'refused') return quiet(shadow)
    const things = thingsIn(successSchema(request.operation), received.json)
    const own = thingsIn(successSchema(request.operation), outcome.body)
    const bindings = new Map(own.flatMap(({ id }, index) => (things[index] ? [[id, things[index].id] as const] : [])))
    return quiet(noteThings(contract, follow(shadow, outcome.changes, bindings), things, org))
  } catch {
    return quiet(shadow)
  }
}

/** Remembers the states that things were seen in. */
function noteThings(contract: Contract, shadow: Shadow, things: readonly Thing[], org: string): Shadow {
  let states: Map<string, string> | undefined
  let moves: Map<string, Move> | undefined
  for (const { entity, id, object } of things) {
    const [machine] = machinesOf(contract, entity)
    const state = object[machine?.observe ?? '']
    if (typeof state !== 'string') continue
    const key = thingKey(entity, org, id)
    const from = (states ?? shadow.states).get(key)
    if (from === state) continue
    states ??= new Map(shadow.states)
    states.set(key, state)
    if (from === undefined) continue
    moves ??= new Map(shadow.moves)
    moves.set(key, { from, to: state })
  }
  return withClusters(states ? { ...shadow, states, moves: moves ?? shadow.moves } : shadow, things)
}

function learn(shadow: Shadow, contract: Contract, observations: readonly Observation[]): Shadow {
  const own = observations.filter(
    ({ gap, value }) => !contract.gaps.pinned(gap as never) && shadow.learned.get(gap as never) !== value,
  )
  if (own.length === 0) return shadow
  return {
    ...shadow,
    learned: new Map([...shadow.learned, ...own.map(({ gap, value }) => [gap, value] as const)]) as Shadow['learned'],
  }
}
