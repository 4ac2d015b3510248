import { Live, type LiveOptions } from '../live/live-mode.ts'
import { Outbox, type OutboxOptions } from '../webhooks/outbox.ts'
import type { WorldHolder } from '../world/world-holder.ts'
import { Attendant } from './scheduler.ts'

export interface AttendOptions extends OutboxOptions {
  readonly live: LiveOptions | undefined
}

/** Somebody to look after a world; only where it is live does anything happen by itself. */
export function attend(holder: WorldHolder, options: AttendOptions): Attendant {
  const { live, onFault } = options
  return new Attendant(holder, { outbox: new Outbox(holder, options), live: live && new Live(holder, live), onFault })
}
