import { fireDue, nextDue } from '../../src/model/advance.ts'
import type { Choices } from '../../src/model/world/choices.ts'
import type { DueRow } from '../../src/model/world/rows.ts'
import { apply, type World } from '../../src/model/world/world.ts'

/** A timer that fired on the way, and when. */
export interface FiredTimer {
  readonly due: DueRow
  readonly atMs: number
}

export interface AdvancedWorld {
  readonly world: World
  readonly fired: readonly FiredTimer[]
}

/** Decides whether to stop at an instant on the way. */
export type Stop = (world: World) => boolean

export interface AdvanceLimits {
  /** The most timers that may fire. */
  readonly most?: number
  /** Asked once everything that falls due at an instant has happened. */
  readonly stop?: Stop | undefined
}

/** Moves the clock of a world to an instant and fires every timer that falls due on the way, in order. */
export function advanceWorld(
  start: World,
  toMs: number,
  choices: Choices,
  limits: AdvanceLimits = {},
): AdvancedWorld | 'too much' {
  const { most = Number.POSITIVE_INFINITY, stop } = limits
  let world = start
  const fired: FiredTimer[] = []
  for (let due = nextDue(world); due && due.atMs <= toMs; due = nextDue(world)) {
    if (stop && fired.length > 0 && due.atMs > world.nowMs && stop(world)) return { world, fired }
    world = fireDue(world, due, choices).world
    fired.push({ due, atMs: world.nowMs })
    if (fired.length > most) return 'too much'
  }
  return { world: apply(world, [{ kind: 'clock', nowMs: toMs }]), fired }
}

/** The world at an instant, however many timers fire on the way. */
export function worldAdvancedTo(start: World, toMs: number, choices: Choices): World {
  const arrived = advanceWorld(start, toMs, choices)
  return arrived === 'too much' ? start : arrived.world
}
