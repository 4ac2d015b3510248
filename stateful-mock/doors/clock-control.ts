import type { components } from '../../src/contract/generated/control.ts'
import type { ControlClient } from './control-client.ts'

type Schemas = components['schemas']
type Moved = Schemas['ClockMoved']

/** The clock of one world. What falls due on the way happens before a move is over. */
export interface Clock {
  /** What time it is, how the clock runs, and what falls due next. */
  read(): Promise<Schemas['Clock']>
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
}

export function clockOf(ask: ControlClient): Clock {
  const forward = async (way: object) => (await ask('POST', '/clock/advance', way)) as Moved
  const turn = async (setting: object) => (await ask('PUT', '/clock', setting)) as Moved
  return {
    read: async () => (await ask('GET', '/clock')) as Schemas['Clock'],
    advance: (by) => forward({ by }),
    advanceTo: (to) => forward({ to }),
    advanceToNext: () => forward({ nextDue: true }),
    set: (now) => turn({ mode: 'set', now }),
    freeze: (now) => turn({ mode: 'frozen', now }),
    run: () => turn({ mode: 'real' }),
  }
}
