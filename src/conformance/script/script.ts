import type { Operation } from '../../contract/operations.ts'
import type { EventName, OperationId } from '../../model/request/operation-types.ts'
import { secretGiven } from '../checks/secrets.ts'
import type { Drawing } from '../kit/drawing.ts'
import type { WEBHOOK_RECEIVED } from '../step/receiver-look.ts'
import type { CallGoal, Goal, Walk } from './goal.ts'

/** Walks that no single operation suggests: they tell a story that meets a rule. */
export interface Script {
  /** It looks at webhooks, so the judge has to run a receiver of its own. */
  readonly receives: boolean
  /** With a receiver it shows more: the target may ask it for the keys of an issuer. */
  readonly welcomesReceiver?: true
  /** It comes before everything else, as long as there is little of anything. */
  readonly opens?: true
  /** Only where nobody can move the clock, and the profile says that work does not take long. */
  readonly inRealTime?: true
  /** Undefined: an operation they need is left out. */
  readonly walks: (operations: ReadonlyMap<string, Operation>) => Walk[] | undefined
}

/** The goal to call an operation, with whatever is not to be drawn. */
export type Call = (id: OperationId, more?: Omit<Partial<CallGoal>, 'kind' | 'operation'>) => Goal

/** A script that is skipped if one of these operations is left out. Walks with further operations are skipped individually. */
export function script(needed: readonly OperationId[], write: (call: Call) => Walk[], receives = false): Script {
  return {
    receives,
    walks(operations) {
      if (needed.some((id) => !operations.has(id))) return undefined
      const walks = write((id, more = {}) => {
        const operation = operations.get(id)
        return operation ? { kind: 'call', operation, ...more } : LEFT_OUT
      })
      return walks.filter((goals) => !goals.includes(LEFT_OUT))
    },
  }
}

/** Stands for the call of an operation that is left out. */
const LEFT_OUT: Goal = { kind: 'have', entity: '' }

export type Item = Readonly<Record<string, unknown>>
/** A body for a call, made from the one that was drawn; undefined: not possible now. */
export type Body = (drawing: Drawing, plain: Item) => unknown

/** The goal that an outside event happens; a body that is undefined says that it is not possible now. */
export const event = (name: EventName | typeof WEBHOOK_RECEIVED, body: (drawing: Drawing) => unknown): Goal => ({
  kind: 'event',
  event: name,
  body,
})
export const advance = (by: string): Goal => event('advanceClock', () => ({ by }))
/** The same, for work that a target may have done within a moment of its own time. */
export const advanceOrWait = (by: string): Goal => ({
  kind: 'event',
  event: 'advanceClock',
  body: () => ({ by }),
  orWait: true,
})
export const have = (entity: string): Goal => ({ kind: 'have', entity })
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** A value that an operation returned once: `from` is the operation and the field; the last one unless a position is given. */
export const secretOf = ({ shadow }: Drawing, from: string, place = -1): string | undefined =>
  secretGiven(shadow, from, place)

/** The use of a secret that an operation returned once. */
export const used = (
  kind: string,
  from: string,
  place = -1,
  more: (drawing: Drawing) => Item | undefined = () => ({}),
): Goal =>
  event('credentialUsed', (drawing) => {
    const [secret, rest] = [secretOf(drawing, from, place), more(drawing)]
    return secret && rest && { kind, secret, ...rest }
  })
