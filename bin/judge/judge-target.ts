import type { Phase } from '../../src/conformance/report/phases.ts'
import type { RunEvent, Shard } from '../../src/conformance/report/run-event.ts'
import type { Preset } from '../../src/conformance/run/presets.ts'
import { type Verification, verify } from '../../src/conformance/verify.ts'
import { version } from '../command-line/version.ts'
import { redactStreams } from '../terminal/redact-streams.ts'
import { keepHeapModest } from './modest-heap.ts'

/** The options that `verify` and `learn` share. */
export interface JudgeOptions {
  readonly profile?: string
  readonly preset?: Preset
  readonly runs?: number
  readonly maxSteps?: number
  readonly requests?: number
  readonly seed?: number
  readonly area?: readonly string[]
  readonly skip?: readonly Phase[]
  readonly timeLimit?: number
  /** Seconds. */
  readonly wait?: number
  readonly concurrency?: number
  readonly rate?: number
  readonly shard?: Shard
  readonly allowChanges?: boolean
  readonly bail?: boolean
  readonly strict?: boolean
  readonly learning?: boolean
  readonly known?: ReadonlySet<string>
}

/** Runs the judge with what the command line says. */
export function judgeTarget(
  url: string,
  options: JudgeOptions & { readonly seed: number },
  { signal, listen }: { readonly signal?: AbortSignal; readonly listen?: (event: RunEvent) => void } = {},
): Promise<Verification> {
  keepHeapModest()
  const { requests, timeLimit, wait, area, known, ...same } = options
  return verify({
    ...same,
    url,
    version: version(),
    onRedactor: redactStreams,
    ...(area && { areas: area }),
    ...(known && { baseline: known }),
    ...(requests !== undefined && { maxRequests: requests }),
    ...(timeLimit !== undefined && { timeLimitMs: timeLimit * 1000 }),
    ...(wait !== undefined && { waitMs: wait * 1000 }),
    ...(signal && { signal }),
    ...(listen && { listen }),
  })
}
