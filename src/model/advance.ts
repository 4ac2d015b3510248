import { timerOf } from './model.ts'
import type { TimerContext } from './request/contexts.ts'
import { type Choices, Draft, makeDraft } from './world/draft.ts'
import type { DueRow } from './world/rows.ts'
import { apply, type Change, type World } from './world/world.ts'

/** What falls due next, the earliest first; ties in order of creation. */
export function nextDue(world: World): DueRow | undefined {
  const [first] = world.tables.Due.order.values()
  return first
}

class DueContext extends Draft implements TimerContext {
  readonly org: string
  readonly data: DueRow['data']

  constructor(draft: Draft, { data }: DueRow) {
    super(draft)
    this.org = String(data.org ?? '')
    this.data = data
  }
}

/** Moves the clock; everything that falls due on the way happens in order. Pure. */
export function advance(
  world: World,
  toMs: number,
  choices: Choices,
): { readonly changes: readonly Change[]; readonly fired: readonly DueRow[] } {
  const changes: Change[] = []
  const fired: DueRow[] = []
  let current = world
  for (let due = nextDue(current); due && due.atMs <= toMs; due = nextDue(current)) {
    const step = fireDue(current, due, choices)
    changes.push(...step.changes)
    current = step.world
    fired.push(due)
  }
  changes.push({ kind: 'clock', nowMs: Math.max(toMs, current.nowMs) })
  return { changes, fired }
}

/** One thing that is due happens at its time, by itself. Pure. */
export function fireDue(
  world: World,
  due: DueRow,
  choices: Choices,
): { readonly world: World; readonly changes: readonly Change[] } {
  const before: readonly Change[] = [
    { kind: 'remove', table: 'Due', key: [due.org, due.id] },
    { kind: 'clock', nowMs: Math.max(due.atMs, world.nowMs) },
  ]
  const atItsTime = apply(world, before)
  const draft = makeDraft(atItsTime, choices)
  fire(draft, due)
  return { world: apply(atItsTime, draft.changes), changes: [...before, ...draft.changes] }
}

/** What was due happens. */
export function fire(draft: Draft, due: DueRow): void {
  const timer = timerOf(due.timer)
  if (!timer) throw new Error(`the model does not know the timer ${due.timer}`)
  timer(new DueContext(draft, due))
}
