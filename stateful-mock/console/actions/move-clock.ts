import { control, got, type Schemas } from '../client/control.ts'
import { attempt, notify } from '../parts/toast.tsx'
import { clock, refresh } from '../world/live.ts'
import { undoAction } from './undo.ts'

export type Move = { by: string } | { to: string } | { nextDue: true; timer?: string }

/** Moves the clock forward; what falls due on the way happens. */
export const moveClock = (move: Move): Promise<boolean> =>
  attempt(async () => tellMoved(await got(control.POST('/_understudy/clock/advance', { body: move }))))

/** Stops the clock, or lets it run on from where it stands. */
export const pauseOrRun = (): Promise<boolean> =>
  attempt(async () => {
    const present = clock.peek()
    if (!present) return
    const body = present.mode === 'frozen' ? { mode: 'set' as const, now: present.now } : { mode: 'frozen' as const }
    await got(control.PUT('/_understudy/clock', { body }))
    refresh()
  })

export const runWithRealTime = (): Promise<boolean> =>
  attempt(async () => tellMoved(await got(control.PUT('/_understudy/clock', { body: { mode: 'real' } }))))

function tellMoved({ fired, entry }: Schemas['ClockMoved']): void {
  refresh()
  const count = fired.length === 0 ? 'no timer' : fired.length === 1 ? '1 timer' : `${fired.length} timers`
  notify(`Clock moved, ${count} fired`, undoAction(entry))
}
