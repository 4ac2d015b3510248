import { fireDue, nextDue } from '../../src/model/advance.ts'
import type { Choices } from '../../src/model/world/choices.ts'
import type { DueRow } from '../../src/model/world/rows.ts'
import { apply, type World } from '../../src/model/world/world.ts'

/** Something that fell due on the way, and when it happened. */
export interface FellDue {
  readonly due: DueRow
  readonly atMs: number
}

export interface Travelled {
  readonly world: World
  readonly fired: readonly FellDue[]
}

/** Whether to stay for a while at an instant on the way. */
export type Stop = (world: World) => boolean

export interface Way {
  /** More than this is too much. */
  readonly most?: number
  /** Asked once everything that falls due at an instant has happened. */
  readonly stop?: Stop | undefined
}

/** A world brought to an instant, one due thing after the other. */
export function travel(start: World, toMs: number, choices: Choices, way: Way = {}): Travelled | 'too much' {
  const { most = Number.POSITIVE_INFINITY, stop } = way
  let world = start
  const fired: FellDue[] = []
  for (let due = nextDue(world); due && due.atMs <= toMs; due = nextDue(world)) {
    if (stop && fired.length > 0 && due.atMs > world.nowMs && stop(world)) return { world, fired }
    world = fireDue(world, due, choices).world
    fired.push({ due, atMs: world.nowMs })
    if (fired.length > most) return 'too much'
  }
  return { world: apply(world, [{ kind: 'clock', nowMs: toMs }]), fired }
}

/** However much happens on the way. */
export function travelled(start: World, toMs: number, choices: Choices): World {
  const arrived = travel(start, toMs, choices)
  return arrived === 'too much' ? start : arrived.world
}
