import type { Area } from '../../../contract/areas.ts'
import type { Operation } from '../../../contract/operations.ts'
import { liveRows, rowsOf } from '../../shadow/rows.ts'
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
      const walks = write((id, more = {}) => ({ kind: 'call', operation: operations.get(id) as Operation, ...more }))
      // One of several walks may also need what the others do not.
      return walks.filter((wishes) => wishes.every((wish) => wish.kind !== 'call' || wish.operation !== undefined))
    },
  }
}

export type Item = Readonly<Record<string, unknown>>
export type Body = (drawing: Drawing, plain: Item) => unknown

export const event = (name: string, body: (drawing: Drawing) => unknown): Wish => ({ kind: 'event', event: name, body })
export const advance = (by: string): Wish => event('advanceClock', () => ({ by }))
export const have = (entity: string): Wish => ({ kind: 'have', entity })
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

export const newest = ({ shadow }: Drawing, entity: string) => rowsOf(shadow.world, entity).at(-1)

/** Our own things of an entity, as their rows tell them, in order of creation. */
export const own = ({ shadow, org }: Drawing, entity: string): readonly Item[] =>
  liveRows(shadow.world, entity, org).toSorted((a, b) => a.seq - b.seq) as unknown as readonly Item[]

/** A secret that an operation returned once, presented at its door. */
export const used = (kind: string, from: string, more: (drawing: Drawing) => Item | undefined = () => ({})): Wish =>
  event('credentialUsed', (drawing) => {
    const secret = drawing.shadow.secrets.findLast((one) => one.from === from)?.value
    const rest = more(drawing)
    return secret && rest && { kind, secret, ...rest }
  })

/** The lent service that walks about paging keep to. */
export const firstService = ({ vocabulary }: Drawing) => {
  const [id] = vocabulary.oncallServices ?? []
  return id === undefined ? undefined : { id }
}
