/** The clock of a world: with real time, frozen, or running from an instant. */
export type Clock =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly atMs: number }
  | { readonly mode: 'set'; readonly atMs: number; readonly sinceMs: number }

/** A setting for a clock; a frozen one without an instant stops at the present one. */
export type ClockSetting =
  | { readonly mode: 'real' }
  | { readonly mode: 'frozen'; readonly atMs?: number }
  | { readonly mode: 'set'; readonly atMs: number }

export function startClock(setting: ClockSetting, presentMs: number, realMs: number): Clock {
  if (setting.mode === 'frozen') return { mode: 'frozen', atMs: setting.atMs ?? presentMs }
  if (setting.mode === 'set') return { mode: 'set', atMs: setting.atMs, sinceMs: realMs }
  return setting
}

export function readClock(clock: Clock, realMs: number): number {
  if (clock.mode === 'real') return realMs
  return clock.mode === 'frozen' ? clock.atMs : clock.atMs + (realMs - clock.sinceMs)
}

/** The clock after it was moved to an instant: a frozen one is frozen there, others run on from there. */
export function movedClock(clock: Clock, toMs: number, realMs: number): Clock {
  return clock.mode === 'frozen' ? { mode: 'frozen', atMs: toMs } : { mode: 'set', atMs: toMs, sinceMs: realMs }
}
