import type { MustWorkEvents } from '../../area-judge/must-work.ts'

/** A monitor that is shown can be probed from each of its vantages (Events, point 5). */
export const UPTIME_MUST_WORK: MustWorkEvents = {
  probeResult: { rules: ['UPT-07'], evidence: 'unknown', applies: () => true },
}
