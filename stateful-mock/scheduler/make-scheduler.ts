import { LiveMode, type LiveOptions } from '../live/live-mode.ts'
import { Outbox, type OutboxOptions } from '../webhooks/outbox.ts'
import type { WorldHolder } from '../world/world-holder.ts'
import { Scheduler } from './scheduler.ts'

export interface SchedulerOptions extends OutboxOptions {
  readonly live: LiveOptions | undefined
}

/** Somebody to look after a world; only where it is live does anything happen by itself. */
export function makeScheduler(holder: WorldHolder, options: SchedulerOptions): Scheduler {
  const { live, onFault } = options
  return new Scheduler(holder, {
    outbox: new Outbox(holder, options),
    live: live && new LiveMode(holder, live),
    onFault,
  })
}
