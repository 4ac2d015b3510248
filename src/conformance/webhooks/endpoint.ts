import { isSymbol } from '../../model/world/fresh.ts'
import { canonical } from '../compare/compare.ts'
import { rowsOf } from '../shadow/rows.ts'
import type { Shadow } from '../shadow/shadow.ts'

type Item = Readonly<Record<string, unknown>>

/** What the shadow believes of an endpoint and of what is delivered to it. */
export interface Endpoint {
  readonly closed: 'disabled' | 'deleted' | undefined
  readonly secret: string | undefined
  readonly formerSecret: string | undefined
  /** Deliveries there should be, whether or not the target has shown them. */
  readonly predicted: number
  /** Those whose identifier the target has shown. */
  readonly known: number
  /** How many were made of the payload of another. */
  readonly repeated: number
}

const items = ({ world }: Pick<Shadow, 'world'>, entity: string) => rowsOf(world, entity) as unknown as readonly Item[]

export function endpointIn(shadow: Shadow, endpointId: string): Endpoint {
  const row = items(shadow, 'EmailWebhook').find(({ id }) => id === endpointId)
  const deliveries = items(shadow, 'EmailDelivery').filter((delivery) => delivery.endpointId === endpointId)
  const payloads = new Set(deliveries.map(({ messageId, payload }) => canonical([messageId, payload])))
  return {
    closed: row === undefined ? 'deleted' : row.disabled === true ? 'disabled' : undefined,
    secret: text(row?.signingSecret),
    formerSecret: text(row?.formerSecret),
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

export function messagesIn(shadow: Shadow): Message[] {
  const all = items(shadow, 'EmailMessage')
  return all.map(({ id, to }) => {
    const own = (Array.isArray(to) ? to : []).filter(
      (address) => !all.some((other) => other.id !== id && Array.isArray(other.to) && other.to.includes(address)),
    )
    return {
      id: String(id),
      names: [id, ...own].flatMap((name) => text(name) ?? []).filter((name) => name.length >= TELLING),
    }
  })
}
