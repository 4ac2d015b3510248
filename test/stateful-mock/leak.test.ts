import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { EMPTY_PROFILE } from '../../src/contract/profile.ts'
import { createMock } from '../../stateful-mock/create-mock.ts'

const MOCKS = process.env.UNDERSTUDY_FULL ? 300 : 30
/** One that is not let go of keeps its world, its contract or its validators: hundreds of kilobytes. */
const MOST_LEFT_OF_EACH = 20_000

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' }

/** A mock's life with something of everything that could outlive it: a socket, validators, a sandbox, a profile. */
async function liveAndClose(): Promise<void> {
  const profile = { ...EMPTY_PROFILE, bindings: { ...EMPTY_PROFILE.bindings } }
  const mock = await createMock({ seed: 'small', profile })
  await (await fetch(`${mock.url}/api/v1/uptime/services`, { headers })).text()
  for (const { method, path } of mock.contract.operations.values())
    if (method === 'POST' && !path.includes('{')) await mock.fetch(path, { method, headers, body: '{}' })
  mock.sandbox('beside')
  mock.reset()
  await mock.close()
}

async function heapAfter(mocks: number): Promise<number> {
  for (let count = 0; count < mocks; count++) await liveAndClose()
  // Sockets say goodbye on a later turn.
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    collectGarbage()
  }
  return process.memoryUsage().heapUsed
}

test('a closed mock leaves next to nothing behind', async () => {
  const before = await heapAfter(15)
  const after = await heapAfter(MOCKS)
  expect((after - before) / MOCKS).toBeLessThan(MOST_LEFT_OF_EACH)
})
