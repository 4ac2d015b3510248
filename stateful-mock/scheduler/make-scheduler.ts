import type { LiveMode } from '../live/live-mode.ts'
import type { StartTimer } from '../platform/platform.ts'
import { Outbox, type OutboxOptions } from '../webhooks/outbox.ts'
import type { WorldHolder } from '../world/world-holder.ts'
import { Scheduler } from './scheduler.ts'

export interface SchedulerOptions extends OutboxOptions {
  readonly startTimer: StartTimer
  readonly live: ((holder: WorldHolder) => LiveMode) | undefined
}

/** The scheduler of a world; only where it is live do outside events happen by themselves. */
export function makeScheduler(holder: WorldHolder, options: SchedulerOptions): Scheduler {
  const { live, startTimer, onFault } = options
  return new Scheduler(holder, {
    outbox: new Outbox(holder, options),
    live: live?.(holder),
    startTimer,
    onFault,
  })
}
