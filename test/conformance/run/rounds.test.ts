import { expect, test } from 'vitest'
import { ALONE } from '../../../src/conformance/run/lanes.ts'
import { inLanes, type Job } from '../../../src/conformance/run/rounds.ts'

/** Jobs that say when they begin and end. */
function jobs(lanes: readonly (readonly string[] | 'alone')[]) {
  const log: string[] = []
  const made = lanes.map(
    (lane, index): Job<number> => ({
      lanes: lane === 'alone' ? ALONE : { holds: new Set(lane), uses: new Set(['the target']) },
      run: async () => {
        log.push(`+${index}`)
        await new Promise((resolve) => setTimeout(resolve, 5))
        log.push(`-${index}`)
        return index
      },
    }),
  )
  return { made, log }
}

test('results come in the order the jobs were given in', async () => {
  const { made } = jobs([['a'], 'alone', [], ['a'], []])
  expect(await inLanes(made, 3, () => true)).toEqual([0, 1, 2, 3, 4])
})

test('jobs of one lane follow each other, and one that goes alone has nobody beside it', async () => {
  const { made, log } = jobs([['a'], 'alone', [], ['a']])
  await inLanes(made, 4, () => true)
  expect(log.indexOf('-0')).toBeLessThan(log.indexOf('+3'))
  expect(log.indexOf('+2')).toBeLessThan(log.indexOf('-0'))
  expect(log.slice(-2)).toEqual(['+1', '-1'])
})

test('no more than so many run at a time', async () => {
  const { made, log } = jobs([[], [], [], []])
  await inLanes(made, 2, () => true)
  let running = 0
  let most = 0
  for (const entry of log) {
    running += entry.startsWith('+') ? 1 : -1
    most = Math.max(most, running)
  }
  expect(most).toBe(2)
})

test('a job that may not start any more leaves a hole', async () => {
  const { made, log } = jobs([[], [], []])
  expect(await inLanes(made, 1, () => log.length < 2)).toEqual([0, undefined, undefined])
})

test('a job that meets many others comes before them, beside those that it does not meet', async () => {
  const { made, log } = jobs([['a'], ['b'], ['a', 'b']])
  await inLanes(made, 2, () => true)
  expect(log).toEqual(['+2', '-2', '+0', '+1', '-0', '-1'])
})
