import { timerOf } from './model.ts'
import type { TimerContext } from './request/contexts.ts'
import type { Choices } from './world/choices.ts'
import { OpenTransaction } from './world/open-transaction.ts'
import type { DueRow } from './world/rows.ts'
import { TransactionContext } from './world/transaction-context.ts'
import { apply, type Change, type World } from './world/world.ts'

/** The timer that falls due next, the earliest first; ties in order of creation. */
export function nextDue(world: World): DueRow | undefined {
  const [first] = world.tables.Due.order.values()
  return first
}

class DueTimerContext extends TransactionContext implements TimerContext {
  readonly org: string
  readonly data: DueRow['data']

  constructor(transaction: OpenTransaction, { data }: DueRow, atMs?: number) {
    super(transaction, atMs)
    this.org = String(data.org ?? '')
    this.data = data
  }
}

/** Moves the clock; everything that falls due on the way happens in order. Pure. */
export function advance(
  world: World,
  toMs: number,
  choices: Choices,
): { readonly changes: readonly Change[]; readonly fired: readonly DueRow[]; readonly rules: readonly string[] } {
  const changes: Change[] = []
  const fired: DueRow[] = []
  const rules: string[] = []
  let current = world
  for (let due = nextDue(current); due && due.atMs <= toMs; due = nextDue(current)) {
    const step = fireDue(current, due, choices)
    changes.push(...step.changes)
    rules.push(...step.rules)
    current = step.world
    fired.push(due)
  }
  changes.push({ kind: 'clock', nowMs: Math.max(toMs, current.nowMs) })
  return { changes, fired, rules }
}

/** One thing that is due happens at its time, by itself. Pure. */
export function fireDue(
  world: World,
  due: DueRow,
  choices: Choices,
): { readonly world: World; readonly changes: readonly Change[]; readonly rules: readonly string[] } {
  const before: readonly Change[] = [
    { kind: 'remove', table: 'Due', key: [due.org, due.id] },
    { kind: 'clock', nowMs: Math.max(due.atMs, world.nowMs) },
  ]
  const transaction = new OpenTransaction(apply(world, before), choices)
  fireIn(transaction, due)
  const { changes, rulesCited: rules } = transaction
  return { world: transaction.commit(), changes: [...before, ...changes], rules }
}

/** Fires a timer in a transaction, at its due time or at another instant. */
export function fireIn(transaction: OpenTransaction, due: DueRow, atMs?: number): void {
  const timer = timerOf(due.timer)
  if (!timer) throw new Error(`the model does not know the timer ${due.timer}`)
  timer(new DueTimerContext(transaction, due, atMs))
}
