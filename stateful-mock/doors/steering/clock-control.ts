import type { components } from '../../../src/contract/generated/control.ts'
import type { ControlClient } from './control-client.ts'

type Schemas = components['schemas']
type Moved = Schemas['ClockMoved']
export type ClockReading = Schemas['Clock']
export type ClockListener = (reading: ClockReading) => void | Promise<void>

/** The clock of one world. What falls due on the way happens before a move is over. */
export interface Clock {
  /** The time, the clock's mode, and the timers that fall due next. */
  read(): Promise<ClockReading>
  /** Forward by an ISO 8601 duration such as PT5M. */
  advance(by: string): Promise<Moved>
  /** Forward to an instant. */
  advanceTo(instant: string): Promise<Moved>
  /** Forward to the next thing that falls due. */
  advanceToNext(): Promise<Moved>
  /** Lets it run on from an instant. */
  set(instant: string): Promise<Moved>
  /** Lets it stand still, at an instant or where it is. */
  freeze(instant?: string): Promise<Moved>
  /** Lets it show real time. */
  run(): Promise<Moved>
  /**
   * Calls the listener after each move made here, and after an undo or a reset; the move waits for it. Fake timers of a
   * test can follow the world this way. Returns a function that removes the listener.
   */
  onMove(listener: ClockListener): () => void
}

/** A clock, with a way to notify its listeners if something else has moved it. */
export function clockOf(ask: ControlClient): { readonly clock: Clock; readonly announce: () => Promise<void> } {
  const listeners = new Set<ClockListener>()
  const tell = async (reading: ClockReading) => {
    for (const listener of listeners) await listener(reading)
  }
  const moved = async (asked: Promise<unknown>): Promise<Moved> => {
    const move = (await asked) as Moved
    await tell(move.clock)
    return move
  }
  const forward = (way: object) => moved(ask('POST', '/clock/advance', way))
  const turn = (setting: object) => moved(ask('PUT', '/clock', setting))
  const read = async () => (await ask('GET', '/clock')) as ClockReading
  const clock: Clock = {
    read,
    advance: (by) => forward({ by }),
    advanceTo: (to) => forward({ to }),
    advanceToNext: () => forward({ nextDue: true }),
    set: (now) => turn({ mode: 'set', now }),
    freeze: (now) => turn({ mode: 'frozen', now }),
    run: () => turn({ mode: 'real' }),
    onMove(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return { clock, announce: async () => (listeners.size > 0 ? tell(await read()) : undefined) }
}
