import type { Contract } from '../../contract/contract.ts'
import { annotatedFields } from '../../contract/schema/fields.ts'
import { answerSchema } from './facts/answer-schema.ts'
import { itemsAt } from './facts/items-at.ts'
import { machinesOf } from './facts/progress.ts'
import type { RecordedCall } from './recorded-call.ts'

/** The things in the answers of a whole recording, collected before any step is written. */
export interface ThingsSeen {
  /** It exists: a response showed it, or a request on it succeeded. */
  wasThere(entity: string, value: string | number): boolean
  /** It was referred to by its natural key, such as a domain name, and not by its identifier. */
  isKey(entity: string, value: string | number): boolean
  /** The states a read first showed it in, by the field that shows them. */
  states(entity: string, value: string | number): Readonly<Record<string, string>>
}

export function thingsSeen(contract: Contract, calls: readonly RecordedCall[]): ThingsSeen {
  const there = new Set<string>()
  const keys = new Set<string>()
  const states = new Map<string, Readonly<Record<string, string>>>()
  for (const call of calls) {
    if (call.exchange.status >= 300) continue
    for (const { entity, value } of named(call)) there.add(`${entity} ${value}`)
    for (const { entity, value, key, states: here } of shown(contract, call)) {
      const name = `${entity} ${value}`
      there.add(name)
      if (key) keys.add(name)
      if (call.called.operation.method === 'GET' && !states.has(name)) states.set(name, here)
    }
  }
  const name = (entity: string, value: string | number) => `${entity} ${value}`
  return {
    wasThere: (entity, value) => there.has(name(entity, value)),
    isKey: (entity, value) => keys.has(name(entity, value)),
    states: (entity, value) => states.get(name(entity, value)) ?? {},
  }
}

function named({ called, parameters }: RecordedCall): { entity: string; value: string }[] {
  return called.operation.parameters.flatMap(({ name, names }) => {
    const value = parameters[name]
    return names === undefined || value === undefined ? [] : [{ entity: names, value }]
  })
}

interface Shown {
  readonly entity: string
  readonly value: string | number
  readonly key: boolean
  readonly states: Readonly<Record<string, string>>
}

function shown(contract: Contract, { called, exchange, answer }: RecordedCall): Shown[] {
  return annotatedFields(answerSchema(called.operation, exchange.status)).flatMap(({ path, annotation }): Shown[] => {
    const { identifier, key } = annotation
    const entity = identifier ?? key
    if (entity === undefined) return []
    const fields = machinesOf(contract, entity).flatMap(({ observe }) => observe ?? [])
    return itemsAt(answer, path).flatMap(({ value, beside }) => {
      if (typeof value !== 'string' && typeof value !== 'number') return []
      const states = fields.flatMap((field) => {
        const state = beside[field]
        return typeof state === 'string' ? [[field, state] as const] : []
      })
      return [{ entity, value, key: identifier === undefined, states: Object.fromEntries(states) }]
    })
  })
}
