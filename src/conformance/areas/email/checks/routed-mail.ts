import { bareAddress, localPartOf } from '../../../../model/areas/email/queries/addresses.ts'
import type { Rows } from '../../../../model/world/rows.ts'
import type { World } from '../../../../model/world/world.ts'
import { type Check, type Found, NOTHING_FOUND } from '../../../checks/check.ts'
import type { Thing } from '../../../compare/things.ts'
import { type Answered, isSuccess } from '../../../shadow/answered.ts'
import { rowsOf } from '../../../shadow/rows.ts'

/** Endpoints are told soon. */
const SOON_MS = 120_000

/**
 * Mail that no pattern takes is not handed on (Resources, EmailRoute). An endpoint that has chosen the events of received mail
 * may hear of all of it, route or not; but then of all: not of some, and of none of what came later. Remembers what had come
 * when a route may have gone last.
 */
export const routedMail: Check<ReadonlySet<string>> = {
  name: 'routes',
  provenance: 'stated',
  start: new Set(),
  look(answered, before) {
    const { operation, things, request, shadow } = answered
    if (operation.id === 'deleteRoute' || operation.id === 'deleteDomain')
      return { found: NOTHING_FOUND, memory: new Set(rowsOf(shadow.world, 'EmailMessage').map(({ id }) => id)) }
    if (operation.id !== 'listDeliveries' || !isSuccess(answered)) return { found: NOTHING_FOUND, memory: before }
    const listed = things.filter(({ entity }) => entity === 'EmailDelivery')
    const isWhole = request.query.messageId === undefined
    const strays = listed.filter(
      (delivery) =>
        !before.has(String(delivery.object.messageId)) && isStray(answered, delivery, isWhole ? listed : undefined),
    )
    return { found: strays.slice(0, 1).map(toldOf), memory: before }
  },
}

const toldOf = ({ entity, id, object }: Thing): Found => ({
  code: 'holds',
  ...{ path: 'deliveries', entity, id, expected: undefined, actual: object, why: 'never-made' },
  rules: ['email.patterns-match'],
})

function isStray({ shadow: { world }, org }: Answered, { object }: Thing, all: readonly Thing[] | undefined): boolean {
  const endpoint = rowsOf(world, 'EmailWebhook').find((row) => row.org === org && row.id === object.endpointId)
  const message = unrouted(world, org).find(({ id }) => id === object.messageId)
  if (!endpoint || !message) return false
  const { eventTypes } = endpoint
  if (eventTypes.length > 0 && !eventTypes.includes(String(object.eventType))) return true
  return unrouted(world, org).some(
    ({ id, seq, createdAtMs }) =>
      seq > message.seq &&
      world.nowMs - createdAtMs > SOON_MS &&
      all?.every((other) => other.object.messageId !== id || other.object.endpointId !== endpoint.id),
  )
}

/** What was received and no route takes, whatever is open about case. */
const unrouted = (world: World, org: string): Rows['EmailMessage'][] =>
  rowsOf(world, 'EmailMessage').filter(
    (row) =>
      row.org === org &&
      row.direction === 'receive' &&
      ![...row.to, ...(row.cc ?? [])].some((address) => isTaken(world, row.domainId, address)),
  )

function isTaken(world: World, domainId: string, address: string): boolean {
  const local = localPartOf(bareAddress(address)).toLowerCase()
  return rowsOf(world, 'EmailRoute').some(
    ({ domainId: of, pattern }) => of === domainId && fitsPattern(pattern.toLowerCase(), local),
  )
}

/** The local part in full, or a beginning with a star at its end (Resources, EmailRoute); whether case counts is open. */
export const fitsPattern = (pattern: string, local: string): boolean =>
  pattern.endsWith('*') ? local.startsWith(pattern.slice(0, -1)) : local === pattern
