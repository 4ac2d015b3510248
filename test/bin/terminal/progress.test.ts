import { expect, test } from 'vitest'
import { makeProgress } from '../../../bin/terminal/progress.ts'

test('a line of progress tells warnings from failures', () => {
  const lines: string[] = []
  const stream = { isTTY: false, write: (text: string) => lines.push(text) } as unknown as NodeJS.WriteStream
  const { listen } = makeProgress(stream)
  const started = { kind: 'started', url: '', seed: 1, areas: [], operations: ['a', 'b'], shard: undefined } as const
  listen({ ...started, skipped: [], atMs: 0 })
  listen({ kind: 'sequence', phase: 'random', requests: 7, failures: 0, warnings: 1, operations: 2 })
  expect(lines).toEqual([
    expect.stringMatching(/^random {4}7 requests .* 2 of 2 operations {2}0 failures {2}1 warning\n$/),
  ])
})
