/** The size of a run when no option says otherwise. */
export const PRESETS = {
  /** For every push: the walks, and as much else as fits into a minute. */
  smoke: { runs: 20, maxSteps: 15, timeLimitMs: 50_000 },
  usual: { runs: 200, maxSteps: 20 },
  /** For every night. */
  full: { runs: 2_000, maxSteps: 30 },
} as const

export type Preset = keyof typeof PRESETS
