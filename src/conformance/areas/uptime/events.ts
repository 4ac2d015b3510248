import type { DrawnEvents } from '../../kit/drawn-event.ts'
import { own } from '../../kit/own-rows.ts'

export const UPTIME_EVENTS: DrawnEvents = {
  probeResult: {
    about: 'UptimeMonitor',
    body: (drawing) => {
      const { sampler } = drawing
      const monitor = sampler.pick(own(drawing, 'UptimeMonitor').filter(({ enabled }) => enabled))
      const vantage = sampler.pick(monitor?.vantages ?? [])
      return (
        monitor &&
        vantage && {
          monitorId: monitor.id,
          vantage,
          outcome: sampler.pick(['ok', 'ok', 'fail', 'fail', 'error']),
          times: sampler.pick([1, 1, 2, 3]),
          ...(sampler.chance(0.5) && { latencyMs: sampler.pick([20, 250]) }),
        }
      )
    },
  },
}
