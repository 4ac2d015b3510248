import { expect, test } from 'vitest'
import { makeTurns } from '../../../src/conformance/session/turns.ts'

/** Work that says when it begins and ends, and takes until it is let go. */
function makeWork() {
  const log: string[] = []
  const open = new Map<string, () => void>()
  const work = (name: string) => async () => {
    log.push(`+${name}`)
    await new Promise<void>((resolve) => open.set(name, resolve))
    log.push(`-${name}`)
  }
  const end = async (name: string) => {
    open.get(name)?.()
    await soon()
  }
  return { log, work, end }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('what has to be alone waits for what is under way, and nothing begins beside it', async () => {
  const { beside, alone } = makeTurns()
  const { log, work, end } = makeWork()
  const all = [beside(work('a')), beside(work('b')), alone(work('clock')), beside(work('c'))]
  await soon()
  expect(log).toEqual(['+a', '+b'])
  await end('a')
  expect(log).toEqual(['+a', '+b', '-a'])
  await end('b')
  expect(log.slice(3)).toEqual(['-b', '+clock'])
  await end('clock')
  expect(log.slice(5)).toEqual(['-clock', '+c'])
  await end('c')
  await Promise.all(all)
})

test('what a half-sent request waits for goes on, although somebody waits to be alone', async () => {
  const { beside, holding, alone } = makeTurns()
  const { log, work, end } = makeWork()
  const all = [holding(work('half')), alone(work('clock')), beside(work('meanwhile'))]
  await soon()
  expect(log).toEqual(['+half', '+meanwhile'])
  await end('meanwhile')
  await end('half')
  expect(log.at(-1)).toBe('+clock')
  await end('clock')
  await Promise.all(all)
})

test('two that have to be alone follow each other, also after a failure', async () => {
  const { alone, beside } = makeTurns()
  const { log, work, end } = makeWork()
  const failing = alone(async () => {
    throw new Error('not now')
  })
  const all = [alone(work('second')), beside(work('a'))]
  await expect(failing).rejects.toThrow('not now')
  await soon()
  expect(log).toEqual(['+second'])
  await end('second')
  await end('a')
  expect(log).toEqual(['+second', '-second', '+a', '-a'])
  await Promise.all(all)
})
