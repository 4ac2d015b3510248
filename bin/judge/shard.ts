import { InvalidArgumentError } from 'commander'
import type { Shard } from '../../src/conformance/report/run-event.ts'

/** `2/4`: the second of four. */
export function shardOf(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  const shard = { index: Number(index), of: Number(of) }
  if (!(shard.index >= 1 && shard.index <= shard.of))
    throw new InvalidArgumentError('Use INDEX/TOTAL, for example 2/4.')
  return shard
}
