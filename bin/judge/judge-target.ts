import { InvalidArgumentError } from 'commander'
import { Unusable } from '../../src/conformance/reach.ts'
import type { Phase } from '../../src/conformance/report/phases.ts'
import type { RunEvent, Shard } from '../../src/conformance/report/run-event.ts'
import type { Preset } from '../../src/conformance/run/presets.ts'
import { type Verification, verify } from '../../src/conformance/verify.ts'
import { MistakesError } from '../../src/contract/mistakes.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { version } from '../command-line/version.ts'
import { readOrExplain } from '../files/contract.ts'

/** What `verify` and `learn` take on the command line. */
export interface TargetOptions {
  readonly profile?: string
  readonly preset?: Preset
  readonly runs?: number
  readonly maxSteps?: number
  readonly requests?: number
  readonly seed?: number
  readonly area?: readonly string[]
  readonly skip?: readonly Phase[]
  readonly timeLimit?: number
  readonly concurrency?: number
  readonly rate?: number
  readonly shard?: Shard
  readonly allowChanges?: boolean
  readonly bail?: boolean
  readonly learning?: boolean
}

/** Runs the judge with what the command line says; what is wrong with the target or the files is one sentence. */
export async function judgeTarget(
  url: string,
  options: TargetOptions & { readonly seed: number },
  { signal, listen }: { readonly signal?: AbortSignal; readonly listen?: (event: RunEvent) => void } = {},
): Promise<Verification> {
  const { requests, timeLimit, area, ...same } = options
  if (options.profile !== undefined) readOrExplain(options.profile)
  try {
    return await verify({
      ...same,
      url,
      version: version(),
      ...(area && { areas: area }),
      ...(requests !== undefined && { maxRequests: requests }),
      ...(timeLimit !== undefined && { timeLimitMs: timeLimit * 1000 }),
      ...(signal && { signal }),
      ...(listen && { listen }),
    })
  } catch (error) {
    if (error instanceof Unusable || error instanceof MistakesError) throw new UsageError(error.message)
    throw error
  }
}

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}

/** `2/4`: the second of four. */
export function shardOf(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  const shard = { index: Number(index), of: Number(of) }
  if (!(shard.index >= 1 && shard.index <= shard.of))
    throw new InvalidArgumentError('It is a part of a whole, for example 2/4.')
  return shard
}
