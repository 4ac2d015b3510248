import type { Contract } from '../../../contract/contract.ts'
import { isObject } from '../../../contract/json.ts'
import type { Operation } from '../../../contract/operations.ts'
import type { OperationId } from '../../request/operation-types.ts'
import { hashed } from '../../values/chance.ts'
import type { Choices } from '../../world/choices.ts'
import type { World } from '../../world/world.ts'
import { makeDice } from '../kit/dice.ts'
import { DAY, MINUTE } from '../kit/durations.ts'
import type { Growth } from '../kit/seed.ts'
import { begin } from './beginnings.ts'
import { madeUpBody, type Talkative } from './bodies/make-up.ts'
import { scopeFor } from './bodies/scopes.ts'
import type { Place } from './bodies/values.ts'
import { follow } from './follows/index.ts'
import { Growing } from './hand/growing.ts'
import { Hand } from './hand/hand.ts'
import { present } from './hand/present.ts'
import { type Kind, kindsOf } from './kinds.ts'
import { planStaples } from './staples/index.ts'

const SPAN = 30 * DAY

/** Things of every kind in turn, over the last thirty days, each made by the model itself, so that each is valid. */
export function* growWild(
  start: World,
  choices: Choices,
  contract: Contract,
  { seed, size }: { readonly seed: string; readonly size: number },
): Growth {
  const kinds = kindsOf(contract)
  const salt = hashed(seed) % 9973
  const growing = new Growing(start, SPAN, { choices, contract, dice: makeDice(hashed(seed)), salt })
  begin(growing, size)
  const left = size - planStaples(growing, size)
  const ago = instants(left, kinds.length)
  let fruitless = 0
  for (let turn = 0, made = 0; made < left && fruitless < kinds.length; turn++) {
    yield
    growing.passUntil(Math.max(growing.world.nowMs, start.nowMs - Math.floor(ago(made + growing.dice.share()))))
    const hand = new Hand(growing, growing.dice.share() < 0.75 ? 'acme' : 'globex')
    const kind = kinds[turn % kinds.length]
    const isMade = kind !== undefined && withOneMore(hand, kind)
    fruitless = isMade ? 0 : fruitless + 1
    if (isMade) made += 1
  }
  growing.passUntil(start.nowMs)
  return growing.world
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

/** All endpoints hear of all mail, so their number counts twice. */
const FEW: Readonly<Record<string, number>> = { createWebhook: 8 }

const isEnough = ({ reader, org }: Hand, { id, entity = '' }: Operation): boolean =>
  id in FEW && present(reader, entity, org).length >= (FEW[id] ?? 0)

/** First with optional fields, then without any: a smaller request is refused less often. */
const TRIES: readonly Talkative[] = [0.4, 0]

function withOneMore(hand: Hand, kind: Kind): boolean {
  if ('happens' in kind) return kind.happens(hand)
  const { operation } = kind
  if (isEnough(hand, operation)) return false
  const parameters = placeFor(hand, operation)
  return parameters !== undefined && TRIES.some((talkative) => requested(hand, operation, parameters, talkative))
}

type Parameters = Readonly<Record<string, string>>

/** Things that the path of an operation names; of incidents the last one, since that is what people are busy with. */
function placeFor({ reader, org, dice }: Hand, { parameters }: Operation): Parameters | undefined {
  const named: Record<string, string> = {}
  for (const { name, names = '', in: where } of parameters) {
    if (where !== 'path') continue
    const rows = present(reader, names, org)
    const row = names === 'OncallIncident' ? rows.at(-1) : rows[dice.between(0, rows.length - 1)]
    if (!row) return undefined
    named[name] = row.id
  }
  return named
}

function requested(hand: Hand, operation: Operation, parameters: Parameters, talkative: Talkative): boolean {
  const { growing, reader, org, dice } = hand
  const id = operation.id as OperationId
  const place: Place = { operation: id, reader, org, dice, number: growing.ordinal(id), salt: growing.salt }
  const made = operation.body && madeUpBody(operation.body.schema, place, talkative)
  if (operation.body && made === undefined) return false
  const { credential } = PERSONAL.has(id) ? hand.somebody() : hand.staff[0]
  const scope = id === 'createToken' && hand.happensTo(0.5) ? scopeFor(hand, credential) : undefined
  const body = isObject(made) && scope ? { ...made, scope } : made
  // What was made up fits the operation's own schema.
  const answer = hand.ask(id, { credential, parameters, body: body as never })
  if (answer === undefined) return false
  follow(hand, id, { body: answer as never, parameters })
  return true
}

/** What everybody does for themselves. */
const PERSONAL: ReadonlySet<string> = new Set(['createToken', 'openIncident', 'publishUpdate', 'createLoginCredential'])
