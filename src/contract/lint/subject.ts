import { dereference } from '../dereference.ts'
import type { OpenApi } from '../openapi.ts'
import { type Operation, readOperations } from '../operations.ts'
import type { SpecSource } from '../source.ts'

/** The parts of the contract that a check may look at, read once. */
export interface Subject {
  readonly source: SpecSource
  readonly operations: readonly Operation[]
  readonly doors: readonly Operation[]
  /** Operations, doors, outside events (`event/NAME`): what can set a machine off or be influenced by a gap. */
  readonly triggers: ReadonlySet<string>
  /** The API, the side doors and the control interface, dereferenced. */
  readonly documents: readonly OpenApi[]
}

/** A check answers what does not fit, in words. */
export type Check = (subject: Subject) => string[]

export function readSubject(source: SpecSource): Subject {
  const [api, sideDoors, control] = [
    dereference(source.api),
    dereference(source.sideDoors),
    dereference(source.control),
  ]
  const operations = [...readOperations(api).values()]
  const doors = [...readOperations(sideDoors).values()]
  const events = [...readOperations(control).keys()].map((id) => `event/${id}`)
  return {
    source,
    documents: [api, sideDoors, control],
    operations,
    doors,
    triggers: new Set([...events, ...[...operations, ...doors].map(({ id }) => id)]),
  }
}

/** Timers are named where they are used. */
export const triggerExists = (on: string, { triggers }: Subject): boolean => on.startsWith('timer/') || triggers.has(on)
