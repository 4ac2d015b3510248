import type { Area } from '../../../contract/areas.ts'
import type { Operation } from '../../../contract/operations.ts'
import { rowsOf } from '../../rows.ts'
import type { Drawing } from '../drawing.ts'
import type { Wish } from '../walk.ts'

/** Walks that no single operation suggests. */
export interface Script {
  readonly area: Area
  /** Undefined: an operation they need is left out. */
  readonly walks: (operations: ReadonlyMap<string, Operation>) => Wish[][] | undefined
}

export type Calls = (id: string, more?: Partial<Extract<Wish, { kind: 'call' }>>) => Wish

export function script(needed: readonly string[], area: Area, write: (call: Calls) => Wish[][]): Script {
  return {
    area,
    walks(operations) {
      if (needed.some((id) => !operations.has(id))) return undefined
      return write((id, more = {}) => ({ kind: 'call', operation: operations.get(id) as Operation, ...more }))
    },
  }
}

export type Body = (drawing: Drawing, plain: Readonly<Record<string, unknown>>) => unknown

export const event = (name: string, body: (drawing: Drawing) => unknown): Wish => ({ kind: 'event', event: name, body })
export const advance = (by: string): Wish => event('advanceClock', () => ({ by }))
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

export const newest = ({ shadow }: Drawing, entity: string) => rowsOf(shadow.world, entity).at(-1)

/** A secret that an operation returned once, presented at its door. */
export const used = (kind: string, from: string): Wish =>
  event('credentialUsed', ({ shadow }) => {
    const secret = shadow.secrets.findLast((one) => one.from === from)?.value
    return secret && { kind, secret }
  })

/** The lent service that walks about paging keep to. */
export const firstService = ({ vocabulary }: Drawing) => {
  const [id] = vocabulary.oncallServices ?? []
  return id === undefined ? undefined : { id }
}
