import { isSymbol } from '../../model/world/fresh.ts'
import { canonical } from '../compare/compare.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'

/** The shadow's belief about an endpoint and its deliveries. */
export interface Endpoint {
  readonly closed: 'disabled' | 'deleted' | undefined
  /** The types of the events that it is told of. */
  readonly events: readonly string[]
  readonly secret: string | undefined
  readonly formerSecret: string | undefined
  /** Those of other endpoints, as they are now. */
  readonly otherSecrets: readonly string[]
  /** Deliveries there should be, whether or not the target has shown them. */
  readonly predicted: number
  /** Those whose identifier the target has shown. */
  readonly known: number
  /** The number that repeat the payload of another. */
  readonly repeated: number
}

export function endpointIn({ world }: Shadow, endpointId: string): Endpoint {
  const all = rowsOf(world, 'EmailWebhook')
  const row = all.find(({ id }) => id === endpointId)
  const deliveries = rowsOf(world, 'EmailDelivery').filter((delivery) => delivery.endpointId === endpointId)
  const payloads = new Set(deliveries.map(({ messageId, payload }) => canonical([messageId, payload])))
  return {
    closed: row === undefined ? 'deleted' : row.disabled ? 'disabled' : undefined,
    events: row?.eventTypes ?? [],
    secret: text(row?.signingSecret),
    formerSecret: text(row?.formerSecret),
    otherSecrets: all.flatMap((other) => (other === row ? [] : (text(other.signingSecret) ?? []))),
    predicted: deliveries.length,
    known: deliveries.filter(({ id }) => !isSymbol(id)).length,
    repeated: deliveries.length - payloads.size,
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && !isSymbol(value) ? value : undefined)

export interface Message {
  readonly id: string
  /** Words that no other message has. */
  readonly names: readonly string[]
}

/** Shorter identifiers may stand in a payload by chance. */
const TELLING = 6

export function messagesIn({ world }: Shadow): Message[] {
  const all = rowsOf(world, 'EmailMessage')
  return all.map(({ id, to }) => {
    const own = to.filter((address) => !all.some((other) => other.id !== id && other.to.includes(address)))
    return {
      id,
      names: [id, ...own].flatMap((name) => text(name) ?? []).filter((name) => name.length >= TELLING),
    }
  })
}
