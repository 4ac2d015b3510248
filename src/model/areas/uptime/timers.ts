import type { TimerEffect } from '../area.ts'
import { firstProbeDue, PROBE_DUE } from './effects/probing/first-probe.ts'

export const TIMERS: Readonly<Record<string, TimerEffect>> = { [PROBE_DUE]: firstProbeDue }
