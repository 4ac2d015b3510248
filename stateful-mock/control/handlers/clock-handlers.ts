import { Temporal } from 'temporal-polyfill'
import type { GapId } from '../../../src/contract/generated/gaps.ts'
import { fireDue, nextDue } from '../../../src/model/advance.ts'
import { getRow, oldestFirst, type Row, type Table } from '../../../src/model/table/table.ts'
import type { DueRow } from '../../../src/model/world/rows.ts'
import type { World } from '../../../src/model/world/world.ts'
import type { LiveGaps } from '../../gaps/live-gaps.ts'
import type { Sandbox } from '../../sandboxes/mock.ts'
import type { ClockSetting } from '../../time/clock.ts'
import { instant, isLivable, parseInstant } from '../../time/instant.ts'
import type { Fired } from '../../world/world-holder.ts'
import { type ControlAnswer, type ControlHandler, done } from './control-handler.ts'

export const getClock: ControlHandler = (sandbox, { query }) => done(shownClock(sandbox, query))

export const setClock: ControlHandler = (sandbox, { body }) => {
  const { mode, now } = body as { mode: ClockSetting['mode']; now?: string }
  const atMs = now === undefined ? undefined : parseInstant(now)
  if (now !== undefined && atMs === undefined) return { status: 400, error: `${now} is out of range` }
  const setting = { mode, ...(atMs !== undefined && { atMs }) } as ClockSetting
  return moved(sandbox, () => sandbox.scheduler.setClock(setting))
}

type Move = { readonly by: string } | { readonly to: string } | { readonly nextDue: true; readonly timer?: string }

export const advanceClock: ControlHandler = (sandbox, { body }) => {
  const { world } = sandbox.holder
  const move = body as Move
  const timer = 'timer' in move ? move.timer : undefined
  const due = timer === undefined ? nextDue(world) : dueRows(world).find((row) => row.timer === timer)
  if (timer !== undefined && !due) return { status: 409, error: `no ${timer} timer is pending` }
  // Two moves at the same time are one after the other.
  const fromMs = 'by' in move ? Math.max(world.nowMs, sandbox.scheduler.headingMs) : world.nowMs
  const toMs = destination(move, fromMs, due?.atMs)
  if (toMs === undefined || !isLivable(toMs)) return { status: 400, error: 'that instant is out of range' }
  if (toMs < world.nowMs) return { status: 409, error: `${instant(toMs)} has passed; it is ${instant(world.nowMs)}` }
  return moved(sandbox, () => sandbox.scheduler.advanceTo(toMs))
}

/** Sets the progress of asynchronous work, which is a gap in each area that has some. */
export const setProgress: ControlHandler = (sandbox, { body }) => {
  const { holder } = sandbox
  const { mode, reads } = body as { mode: string; reads?: number }
  for (const gap of gapsOf(holder.gaps, 'mode')) holder.setGap(gap, mode)
  if (reads !== undefined) for (const gap of gapsOf(holder.gaps, 'reads')) holder.setGap(gap, reads)
  return done(progressOf(sandbox))
}

/** If areas have different modes, the first one is shown. */
function progressOf({ holder: { gaps } }: Sandbox) {
  const [mode, reads] = (['mode', 'reads'] as const).map((kind) => gapsOf(gaps, kind).map((gap) => gaps.value(gap))[0])
  return mode === 'after-reads' ? { mode, reads } : { mode }
}

const gapsOf = ({ contract: { definitions } }: LiveGaps, kind: 'mode' | 'reads'): readonly GapId[] =>
  [...definitions].flatMap(([id, { progress }]) => (progress === kind ? [id] : []))

function destination(move: Move, nowMs: number, dueMs: number | undefined): number | undefined {
  if ('to' in move) return parseInstant(move.to)
  if ('nextDue' in move) return Math.max(dueMs ?? nowMs, nowMs)
  try {
    const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC')
    return now.add(Temporal.Duration.from(move.by)).epochMilliseconds
  } catch {
    return undefined
  }
}

type Passed = readonly Fired[] | 'too much'

async function moved(sandbox: Sandbox, move: () => Promise<Passed>): Promise<ControlAnswer> {
  const { holder } = sandbox
  void holder.glance
  const entry = holder.entries + 1
  const fired = await move()
  if (fired === 'too much') return { status: 409, error: 'too many timers fire on the way; advance in smaller steps' }
  const happened = fired.map(({ due, entry }) => ({ ...shownDue(due, sandbox), entry }))
  return done({ clock: shownClock(sandbox), fired: happened, ...(holder.entries >= entry && { entry }) })
}

/** As many as the description says at most. */
const MOST_DUE = 100

interface Wanted {
  readonly kinds?: boolean
  readonly effective?: boolean
}

function shownClock(sandbox: Sandbox, { kinds, effective }: Wanted = {}) {
  const { world, clockMode } = sandbox.holder
  const rows = () => dueRows(world).filter((due) => !effective || changesSomething(sandbox, due))
  return {
    mode: clockMode,
    now: instant(world.nowMs),
    progress: progressOf(sandbox),
    due: [...rows().take(MOST_DUE)].map((due) => shownDue(due, sandbox)),
    ...(kinds && { kinds: soonestOfEachTimer(rows()).map((due) => shownDue(due, sandbox)) }),
  }
}

/** The timers that wait for the clock, soonest first. */
const dueRows = ({ tables }: World): IteratorObject<DueRow> => Iterator.from(oldestFirst(tables.Due, 'byTime', []))

function soonestOfEachTimer(rows: IteratorObject<DueRow>): readonly DueRow[] {
  const seen = new Set<string>()
  return [...rows.filter(({ timer }) => !seen.has(timer) && seen.add(timer))]
}

/** True if a timer would change something beside itself. */
function changesSomething({ holder: { world, gaps } }: Sandbox, due: DueRow): boolean {
  const { changes } = fireDue(world, due, gaps)
  return changes.some(({ kind, ...change }) => kind !== 'clock' && !('table' in change && change.table === 'Due'))
}

/** A timer as it is shown. The state machines or the world know the kind of its thing; the thing is in its data. */
function shownDue({ atMs, timer, data }: DueRow, { contract, holder: { world } }: Sandbox) {
  const { org = '', ...about } = data
  const id = String(Object.values(about)[0] ?? '')
  const machine = contract.machines.find(({ rows }) => rows.some(({ on }) => on === `timer/${timer}`))
  const table = Object.entries<Table<Row>>(world.tables).find(([, rows]) => getRow(rows, [String(org), id]))
  return { at: instant(atMs), timer, entity: machine?.entity ?? table?.[0] ?? timer, id }
}
