import { expect, test } from 'vitest'
import { lookAgain } from '../../../src/conformance/session/look-again.ts'
import { loadContract } from '../../../src/contract/contract.ts'
import source from '../../../src/contract/generated/spec.js'
import { EMPTY_PROFILE } from '../../../src/contract/profile.ts'
import { waitedTime } from '../../support/lagging.ts'

/** What is seen of a target that has caught up so much later. */
async function seen(lateMs: number, patience: { readonly leastMs?: number; readonly mostMs?: number }) {
  const { now, pause } = waitedTime()
  const session = {
    contract: loadContract(source, { ...EMPTY_PROFILE, settle: 2 }),
    pause,
    stopping: () => false,
    late: false,
  }
  const isRight = (atMs: number) => atMs >= lateMs
  const { right } = await lookAgain(session, 0, { look: async () => now(), isRight, ...patience })
  return { right, waitedMs: now() }
}

test('a target that is a little late is waited for no longer than it takes', async () => {
  expect(await seen(400, { mostMs: 20_000 })).toEqual({ right: 'later', waitedMs: 500 })
})

test('one that may take its time by its profile gets it, and not more', async () => {
  expect(await seen(10_000, { mostMs: 20_000 })).toEqual({ right: 'later', waitedMs: 11_000 })
  expect(await seen(60_000, { mostMs: 20_000 })).toEqual({ right: 'never', waitedMs: 20_000 })
})

test('otherwise the settle time has to do', async () => {
  expect(await seen(10_000, {})).toEqual({ right: 'never', waitedMs: 2000 })
})
