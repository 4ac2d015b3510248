import { isObject } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations.ts'
import { factsOf, twistsOf } from '../areas/of-all-areas.ts'
import type { Cast } from '../kit/cast.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { Missing } from '../kit/fixture.ts'
import type { Twist } from '../kit/twist.ts'
import { isNeighbour, type Manner } from '../script/manner.ts'
import { liveRows } from '../shadow/rows.ts'
import type { Intent, RequestStep } from '../step/step.ts'
import { brokenBody } from './broken-body.ts'
import { drawPathParameters } from './path-parameters.ts'
import { decided, IMPOSSIBLE, plainBody } from './plain-body.ts'
import { drawQuery, requiredQuery } from './query.ts'

/** The properties that the request should have; with a twist, that twist and no other. */
export interface Wanted {
  readonly manner: Manner
  readonly twist?: Twist | undefined
  /** At once, though what it is about may not be ready for it. */
  readonly soon?: true | undefined
  /** What is not there is named all the same, by a name of nothing. */
  readonly madeUp?: true | undefined
}

/** Draws a request of an operation from the shadow. */
export function drawRequest(
  ours: Drawing,
  operation: Operation,
  { manner, twist, soon, madeUp }: Wanted,
): RequestStep | Missing | undefined {
  const drawing = isNeighbour(manner) ? nextDoor(ours, actorFor(manner, ours.cast)) : ours
  if (!drawing.affords(operation) || (AFTER_OURS.has(manner) && !reachesUs(operation, manner))) return undefined
  const facts = factsOf(operation.id)
  const lacking = facts.lacks?.(drawing) ?? (soon ? undefined : facts.ripens?.(drawing))
  if (lacking !== undefined) return { missing: lacking }
  const parameters = drawPathParameters(drawing, operation, manner, madeUp)
  if (!parameters || 'missing' in parameters) return parameters
  const leftOut = manner === 'broken' && !operation.body ? drawing.sampler.pick(requiredQuery(operation)) : undefined
  // Nothing belongs to what is not there: any thing will do then.
  const isNowhere = manner === 'unknown-id' || manner === 'gone-id'
  const query = drawQuery(drawing, operation, isNowhere ? { path: {} } : parameters, { leftOut, madeUp })
  if ('missing' in query) return query
  const plain = plainBody(drawing, operation)
  if (plain === IMPOSSIBLE) return missingReference(drawing, operation)
  const chosen = twist ?? (manner === 'twist' ? drawing.sampler.pick(twistsOf(operation.id)) : undefined)
  const drawn: Drawn | undefined =
    leftOut !== undefined
      ? { body: plain, intent: 'broken' }
      : chosen || manner === 'twist'
        ? twisted(drawing, operation, plain, chosen)
        : manner === 'broken'
          ? broken(drawing, operation, plain)
          : { body: plain, intent: 'plain' }
  const actor = actorFor(manner, drawing.cast)
  if (!drawn || actor === undefined) return undefined
  return {
    kind: 'request',
    operation: operation.id,
    actor,
    parameters: parameters.path,
    query: query.query,
    ...drawn,
    ...(facts.mayRefuse?.(drawing.contract) && { intent: 'exotic' }),
    // Refused or not heard: who names an organization that is not theirs acts for their own at most.
    ...(manner === 'intruder' && drawing.cast.chooser && { claims: drawing.cast.chooser, intent: 'exotic' }),
    // It is still nobody who asks.
    ...(manner === 'nobody-of-ours' && drawing.cast.chooser && { claims: drawing.cast.chooser }),
  }
}

/** The organization that somebody else acts for: its things, and that somebody as its only person. */
export function nextDoor(drawing: Drawing, somebody = drawing.cast.outsider): Drawing {
  const { contract, vocabulary } = drawing
  const { organization = '', user } = contract.profile.actors[somebody ?? ''] ?? {}
  const users = vocabulary.users && user !== undefined ? { users: [{ id: user, label: user }] } : {}
  return { ...drawing, org: organization, vocabulary: { ...vocabulary, ...users } }
}

const AFTER_OURS: ReadonlySet<Manner> = new Set(['elsewhere', 'other-half', 'dual-elsewhere', 'intruder'])

/**
 * Callers of another organization use references to our things, not to their own; what they do for themselves names none.
 * Somebody of both may change the wrong one where nothing is named.
 */
const reachesUs = (operation: Operation, manner: Manner): boolean =>
  operation.does === 'list' ||
  (operation.does === 'read' && manner !== 'elsewhere') ||
  (operation.does === 'update' && manner !== 'elsewhere') ||
  factsOf(operation.id).personal === true ||
  operation.parameters.some((parameter) => parameter.in === 'path') ||
  referencesNeeded(operation).length > 0

function actorFor(manner: Manner, cast: Cast): string | undefined {
  if (manner === 'elsewhere' || manner === 'neighbour') return cast.outsider
  if (manner === 'intruder') return cast.chooser && cast.intruder
  if (manner === 'nobody-of-ours') return cast.chooser && cast.nobody
  if (manner === 'other-half') return cast.otherHalf
  if (manner === 'dual') return cast.dual
  if (manner === 'dual-elsewhere' || manner === 'dual-neighbour') return cast.dualElsewhere
  if (manner === 'colleague' || manner === 'manager' || manner === 'lesser') return cast[manner]
  if (manner === 'onlooker' || manner === 'confined' || manner === 'peer' || manner === 'nobody') return cast[manner]
  return cast.main
}

interface Drawn {
  readonly body: unknown
  readonly intent: Intent
}

function twisted(drawing: Drawing, operation: Operation, plain: unknown, twist: Twist | undefined): Drawn | undefined {
  if (!twist) return undefined
  const body = twist.body(drawing, isObject(plain) ? plain : {}) ?? amongAll(drawing, operation, twist)
  return body === undefined ? undefined : { body, intent: twist.intent }
}

/** With everything that may be said: what a twist is about may have been left out. */
function amongAll(drawing: Drawing, operation: Operation, { body }: Twist): unknown {
  const all = plainBody(decided(drawing, true), operation)
  return isObject(all) ? body(drawing, all) : undefined
}

function broken({ sampler }: Drawing, operation: Operation, plain: unknown): Drawn | undefined {
  const body = brokenBody(sampler, operation, plain)
  return body === undefined ? undefined : { body, intent: 'broken' }
}

/** The first entity a required part of the body refers to that has no instance. */
function missingReference({ shadow, org }: Drawing, operation: Operation): Missing | undefined {
  const missing = referencesNeeded(operation).find((entity) => liveRows(shadow.world, entity, org).length === 0)
  return missing === undefined ? undefined : { missing }
}

/** The entities that a body has to name. */
function referencesNeeded({ body }: Operation): string[] {
  const { required = [], properties = {} } = body?.schema ?? {}
  return required.flatMap((name) => [properties[name]?.['x-understudy']?.reference ?? []].flat().slice(0, 1))
}
