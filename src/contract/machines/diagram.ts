import type { Machine, MachineRow } from '../source.ts'

/** The state of a thing before it exists and after it is gone; no target shows it. */
const ABSENT = 'absent'
const GONE = 'gone'

/** The name a machine is asked for by: its entity, and the observed field where an entity has two. */
export function machineName(machine: Machine, all: readonly Machine[]): string {
  const siblings = all.filter((other) => other.entity === machine.entity)
  return siblings.length > 1 ? `${machine.entity}.${machine.observe ?? 'visibility'}` : machine.entity
}

export function toMermaid(machine: Machine): string {
  const lines = machine.rows.flatMap((row) =>
    sources(row).map((from) => {
      const start = from === ABSENT ? '[*]' : label(from)
      const end = row.to === GONE ? '[*]' : label(row.to)
      return `  ${start} --> ${end}: ${row.on}${row.gap ? ' (open)' : ''}`
    }),
  )
  return ['stateDiagram-v2', ...lines].join('\n')
}

/** Mermaid ids are words. */
const label = (state: string) => state.replace(/\W+/g, '_')

interface XStateTransition {
  readonly target: string
  readonly guard?: string
  readonly meta: { readonly rule?: string; readonly gap?: string }
}

/** A config that XState's createMachine takes. Several rows out of one state on one event become alternatives. */
export function toXState(machine: Machine, id: string) {
  const names = [...new Set([ABSENT, ...machine.states, ...machine.rows.map((row) => row.to)])]
  const states = names.map((name) => [
    name,
    name === GONE ? { type: 'final' as const } : { on: transitionsFrom(machine, name) },
  ])
  return { id, initial: ABSENT, states: Object.fromEntries(states) }
}

function transitionsFrom(machine: Machine, state: string): Record<string, XStateTransition[]> {
  const on: Record<string, XStateTransition[]> = {}
  for (const row of machine.rows.filter((candidate) => sources(candidate).includes(state))) {
    const { guard, rule, gap, to } = row
    const transition = { target: to, ...(guard && { guard }), meta: { ...(rule && { rule }), ...(gap && { gap }) } }
    on[row.on] = [...(on[row.on] ?? []), transition]
  }
  return on
}

const sources = (row: MachineRow): readonly string[] => (row.from.length === 0 ? [ABSENT] : row.from)
