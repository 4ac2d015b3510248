import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SEEDS } from '../../src/model/seeds/seeds.ts'
import { run } from '../support/command.ts'

const RUNS = process.env.UNDERSTUDY_FULL ? 10_000 : 150

test(`two processes give the same bytes to the same ${RUNS} requests`, async () => {
  const program = join(import.meta.dirname, 'determinism-run.ts')
  const once = () => run(process.execPath, [program, String(RUNS), SEEDS[0].name])
  const [one, another] = await Promise.all([once(), once()])
  expect(one).toMatchObject({ code: 0, err: '' })
  expect(Number(one.out.split(' ')[0])).toBeGreaterThan(RUNS)
  expect(another.out).toBe(one.out)
})
