import type { Contract } from '../../../contract/contract.ts'
import { isObject } from '../../../contract/json.ts'
import type { Operation } from '../../../contract/operations.ts'
import { advance } from '../../advance.ts'
import { ImpossibleEvent } from '../../areas/event-answer.ts'
import { decide, decideEvent, type OutsideEvent } from '../../decide.ts'
import type { EventName } from '../../request/operation-types.ts'
import type { Choices } from '../../world/choices.ts'
import { readerOf } from '../../world/transaction-context.ts'
import { apply, type World } from '../../world/world.ts'
import { CAST } from '../kit/cast.ts'
import { makeDice } from '../kit/dice.ts'
import { DAY } from '../kit/durations.ts'
import type { Growth } from '../kit/seed.ts'
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
  for (let turn = 0, made = 0; made < size && fruitless < kinds.length; turn++) {
    yield
    world = passed(world, start.nowMs - SPAN + Math.floor((SPAN * made) / size), choices)
    const org = dice.share() < 0.75 ? 'acme' : 'globex'
    const place = { reader: readerOf(world, choices), org, dice, number: turn }
    const kind = kinds[turn % kinds.length]
    const next = kind && withOneMore(world, kind, place, choices)
    fruitless = next ? 0 : fruitless + 1
    if (!next) continue
    made += 1
    world = completed(next, kind, { contract, org, choices })
  }
  return passed(world, start.nowMs, choices)
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

/** Mail has a subject and a text; a check that fails does so often enough to be believed, and is then repeated. */
function told(body: unknown, place: Place): unknown {
  const { operation, reader, org } = place
  if (!isObject(body)) return body
  if (operation === 'messageSent' || operation === 'messageReceived') return { ...body, ...madeUpMail(place) }
  if (operation !== 'probeResult' || body.outcome === 'ok') return body
  const monitor = reader.get('UptimeMonitor', org, String(body.monitorId))
  return { ...body, times: monitor?.downCondition.confirmations ?? 1 }
}

/** The world after an outside event; undefined when it cannot happen. */
function afterEvent<Name extends EventName>(
  world: World,
  event: OutsideEvent<Name>,
  choices: Choices,
): World | undefined {
  try {
    return apply(world, decideEvent(world, event, choices).changes)
  } catch (error) {
    if (error instanceof ImpossibleEvent) return undefined
    throw error
  }
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

/** A new domain is made to receive, and its records are published, so that there can be mail. */
function armed(world: World, { contract, org, choices }: Where): World {
  const [domain] = readerOf(world, choices).newest('EmailDomain', 'all', org)
  if (!domain) return world
  const { credential } = OWNERS[org as keyof typeof OWNERS]
  const request = { credential, parameters: { id: domain.id }, query: {}, body: undefined }
  const arming = decide(world, { ...request, operation: contract.operation('armDomainReceiving') }, choices)
  const receiving = apply(world, arming.changes)
  return afterEvent(receiving, { name: 'dnsRecordPublished', org, body: { domain: domain.id } }, choices) ?? receiving
}

/** FNV-1a. */
function hashed(text: string): number {
  let state = 0x811c9dc5
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return state >>> 0
}
