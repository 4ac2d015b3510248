import type { Contract } from '../../../contract/contract.ts'
import { isObject } from '../../../contract/json.ts'
import type { Operation } from '../../../contract/operations.ts'
import { advance } from '../../advance.ts'
import { decide } from '../../decide.ts'
import type { EventName } from '../../request/operation-types.ts'
import type { Choices } from '../../world/choices.ts'
import { readerOf } from '../../world/transaction-context.ts'
import { apply, type World } from '../../world/world.ts'
import { CAST } from '../kit/cast.ts'
import { makeDice } from '../kit/dice.ts'
import { DAY, MINUTE } from '../kit/durations.ts'
import type { Growth } from '../kit/seed.ts'
import { afterEvent } from './after.ts'
import { withFate, withWorkUnderWay } from './fates.ts'
import { type Kind, kindsOf } from './kinds.ts'
import { madeUpMail } from './mail.ts'
import { madeUpBody, present, type Talkative } from './make-up.ts'
import { type Place, VALUES } from './values.ts'

const OWNERS = { acme: CAST.owner, globex: CAST.outsider } as const
const SPAN = 30 * DAY

/** Things of every kind in turn, over the last thirty days, each made by the model itself, so that each is valid. */
export function* growWild(
  start: World,
  choices: Choices,
  contract: Contract,
  { seed, size }: { readonly seed: string; readonly size: number },
): Growth {
  const kinds = kindsOf(contract)
  const dice = makeDice(hashed(seed))
  let world = roomFor(size, { ...start, nowMs: start.nowMs - SPAN }, choices)
  let fruitless = 0
  const ago = instants(size, kinds.length)
  for (let turn = 0, made = 0; made < size && fruitless < kinds.length; turn++) {
    yield
    world = passed(world, Math.max(world.nowMs, start.nowMs - Math.floor(ago(made + dice.share()))), choices)
    const org = dice.share() < 0.75 ? 'acme' : 'globex'
    const past = { contract, choices, org, credential: OWNERS[org].credential, dice }
    const place = { reader: readerOf(world, choices), org, dice, number: turn }
    const kind = kinds[turn % kinds.length]
    const next = kind && withOneMore(world, kind, place, choices)
    fruitless = next ? 0 : fruitless + 1
    if (!next) continue
    made += 1
    world = withFate(completed(next, kind, { contract, org, choices }), past)
  }
  world = passed(world, start.nowMs, choices)
  if (size === 0) return world
  for (const org of ['acme', 'globex'] as const)
    world = withWorkUnderWay(world, { contract, choices, org, credential: OWNERS[org].credential, dice })
  return passed(world, start.nowMs, choices)
}

/**
 * How long ago the things were made, by their number: evenly over the days, except that the last of each kind came a
 * minute ago, so that something has just begun.
 */
function instants(size: number, kinds: number): (number: number) => number {
  const recent = size < 5 * kinds ? 0 : kinds
  const early = size - recent
  return (number) =>
    number < early ? MINUTE + ((SPAN - MINUTE) * (early - number)) / early : (MINUTE * (size - number)) / recent
}

/** Raises the quotas, which would soon be reached. */
function roomFor(size: number, world: World, choices: Choices): World {
  const quotas = ['clusters', 'monitors', 'daily-email'] as const
  const events = Object.keys(OWNERS).flatMap((org) => quotas.map((quota) => ({ org, quota })))
  return events.reduce(
    (sofar, { org, quota }) =>
      afterEvent(sofar, { name: 'quotaChanges', org, body: { quota, value: size } }, choices) ?? sofar,
    world,
  )
}

function passed(world: World, toMs: number, choices: Choices): World {
  return apply(world, advance(world, toMs, choices).changes)
}

/** All endpoints hear of all mail, so their number counts twice. */
const FEW: Readonly<Record<string, number>> = { createWebhook: 20 }

const isEnough = ({ reader, org }: Place, { id, entity = '' }: Operation): boolean =>
  id in FEW && present(reader, entity, org).length >= (FEW[id] ?? 0)

/** First with optional fields, then without any: a smaller request is refused less often. */
const TRIES: readonly Talkative[] = [0.4, 0]

function withOneMore(
  world: World,
  { by, operation }: Kind,
  where: Omit<Place, 'operation'>,
  choices: Choices,
): World | undefined {
  const place: Place = { ...where, operation: operation.id }
  const { org, dice, reader } = place
  if (isEnough(place, operation)) return undefined
  const parameters: Record<string, string> = {}
  for (const { name, names, in: where } of operation.parameters) {
    if (where !== 'path') continue
    const rows = present(reader, names ?? '', org)
    const row = rows[dice.between(0, rows.length - 1)]
    if (!row) return undefined
    parameters[name] = row.id
  }
  for (const talkative of by === 'event' ? TRIES.slice(1) : TRIES) {
    const body = operation.body && madeUpBody(operation.body.schema, place, talkative)
    if (operation.body && body === undefined) continue
    const { credential } = OWNERS[org as keyof typeof OWNERS]
    if (by === 'event')
      return afterEvent(world, { name: operation.id as EventName, org, body: told(body, place) as never }, choices)
    const outcome = decide(world, { operation, credential, parameters, query: {}, body: fitting(body, place) }, choices)
    if (outcome.kind === 'success') return apply(world, outcome.changes)
  }
  return undefined
}

/**
 * Fixes what no schema can say: the check has to fit the kind of monitor, and a scope may name only what the caller
 * has.
 */
function fitting(body: unknown, place: Place): unknown {
  if (!isObject(body)) return body
  const { scope: _scope, http: _http, tcp: _tcp, ...rest } = body
  const { kind } = rest
  return place.operation === 'createMonitor' && typeof kind === 'string'
    ? { ...rest, [kind]: VALUES[kind]?.(place) }
    : rest
}

/** Every other image goes where there are images already, and some have no tags. */
function pushed({ reader, org, dice, number }: Place, registry: unknown): object {
  const known = [...reader.oldest('RegistryRepository', 'all', org)].filter((one) => one.registry === registry)
  const one = dice.share() < 0.5 ? known[dice.between(0, known.length - 1)] : undefined
  return { ...(one && { repository: one.name }), tags: dice.share() < 0.2 ? [] : [`v${number}`, 'latest'] }
}

/** Mail has a subject and a text; a check that fails does so often enough to be believed, and is then repeated. */
function told(body: unknown, place: Place): unknown {
  const { operation, reader, org } = place
  if (!isObject(body)) return body
  if (operation === 'messageSent' || operation === 'messageReceived') return { ...body, ...madeUpMail(place) }
  if (operation === 'imagePushed') return { ...body, ...pushed(place, body.registry) }
  if (operation !== 'probeResult' || body.outcome === 'ok') return body
  const monitor = reader.get('UptimeMonitor', org, String(body.monitorId))
  return { ...body, times: monitor?.downCondition.confirmations ?? 1 }
}

interface Where {
  readonly contract: Contract
  readonly org: string
  readonly choices: Choices
}

/** Some things are of little use as they are made. */
function completed(world: World, { operation }: Kind, where: Where): World {
  if (operation.id === 'createDomain') return armed(world, where)
  return operation.id === 'createWebhook' ? answering(world, where) : world
}

/** The endpoints of a seed are never called: most take what they get, every third refuses it. */
function answering(world: World, { org, choices }: Where): World {
  const hooks = [...readerOf(world, choices).newest('EmailWebhook', 'all', org)]
  const [hook] = hooks
  if (!hook) return world
  const answers = [{ status: hooks.length % 3 === 2 ? 503 : 200 }]
  const body = { endpointId: hook.id, answers, afterwards: 'repeat-last' } as const
  return afterEvent(world, { name: 'webhookEndpointAnswers', org, body }, choices) ?? world
}

/**
 * Most domains are made to receive, and their records are published, so that there can be mail. Every third only
 * sends, is left alone or has a record wrong, in turn.
 */
function armed(world: World, { contract, org, choices }: Where): World {
  const domains = [...readerOf(world, choices).newest('EmailDomain', 'all', org)]
  const [domain] = domains
  if (!domain) return world
  const publish = (sofar: World, only: object) =>
    afterEvent(sofar, { name: 'dnsRecordPublished', org, body: { domain: domain.id, ...only } }, choices) ?? sofar
  const turn = domains.length % 3 === 0 ? (domains.length / 3) % 3 : undefined
  if (turn === 2) return publish(world, {})
  if (turn === 1) return world
  const { credential } = OWNERS[org as keyof typeof OWNERS]
  const request = { credential, parameters: { id: domain.id }, query: {}, body: undefined }
  const arming = decide(world, { ...request, operation: contract.operation('armDomainReceiving') }, choices)
  const receiving = apply(world, arming.changes)
  return publish(receiving, turn === 0 ? { capability: 'send' } : {})
}

/** FNV-1a. */
function hashed(text: string): number {
  let state = 0x811c9dc5
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return state >>> 0
}
